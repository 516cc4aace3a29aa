import FoundationEssentials
import TestSupport
import Testing

@testable import Decoders

@Suite("Writing tags") struct TagWritingTests {
  private let folder = TemporaryDirectory()

  @Test(
    "values come back from every container, and the audio is untouched",
    arguments: TagSample.allCases)
  func roundTrip(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    let asset = AudioAsset(path: path)
    let audio = try audio(path)
    let previous = try asset.writeTags(sample.changes)
    #expect(previous.values.values.allSatisfy { $0.isEmpty })
    let tags = asset.tags()
    if sample.isOpus {
      #expect(tags.r128TrackGainDB == -5)
      #expect(tags.r128AlbumGainDB == 1)
    } else {
      #expect(tags.replayGainTrackGainDB == -6.52)
      #expect(tags.replayGainTrackPeak == 1.034512)
      #expect(tags.replayGainAlbumGainDB == 1)
      #expect(tags.replayGainAlbumPeak == 1.1)
      #expect(tags.replayGainReference == .replayGain2)
    }
    let holdsWholeTempo = [.m4a, .m4aFastStart, .alac].contains(sample)
    #expect(tags.beatsPerMinute == (holdsWholeTempo ? 128 : 127.96))
    #expect(tags.key == "8A")
    #expect(tags.notes.isEmpty)
    #expect(try self.audio(path) == audio)
  }

  @Test("what is taken back leaves the file as it was", arguments: TagSample.allCases)
  func undo(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    for (name, value) in [("TITLE", "Ünï"), ("BPM", "99"), ("REPLAYGAIN_TRACK_GAIN", "-1.00 dB")]
    where sample != .dsf && sample != .bigWave {
      #expect(try setTag(name, to: value, of: path))
    }
    let bytes = TemporaryDirectory.contents(of: path)
    let old = AudioAsset(path: path).tags()
    let asset = AudioAsset(path: path)
    let previous = try asset.writeTags(sample.changes)
    #expect(TemporaryDirectory.contents(of: path) != bytes)
    // Kept somewhere meanwhile.
    let kept = try JSONDecoder().decode(
      PreviousTags.self, from: JSONEncoder().encode(previous))
    #expect(kept == previous)
    try asset.restoreTags(kept, over: sample.changes)
    #expect(asset.tags() == old)
    // TagLib writes its own padding into the other containers.
    if sample == .flac || TagSample.id3v2.contains(sample) {
      #expect(TemporaryDirectory.contents(of: path) == bytes)
    }
  }

  @Test("other tags, items and pictures stay", arguments: TagSample.allCases)
  func others(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    guard sample != .dsf, sample != .bigWave else { return }
    for (name, value) in [
      ("TITLE", "Ünï 名前"), ("ARTIST", "A"), ("MOOD", "dark"), ("DATE", "2011-02-03"),
    ] {
      #expect(try setTag(name, to: value, of: path))
    }
    var first = TagChanges()
    first.set(.initialKey, to: "Am")
    _ = try AudioAsset(path: path).writeTags(first)
    let old = AudioAsset(path: path).tags()
    let previous = try AudioAsset(path: path).writeTags(sample.changes)
    let new = AudioAsset(path: path).tags()
    #expect(previous.values[.initialKey] == ["Am"])
    #expect(new.title == old.title)
    #expect(new.artist == old.artist)
    #expect(new.date == old.date)
    #expect(new.key == "8A")
  }

  @Test("values that are there already are not written again")
  func unchanged() throws {
    let path = TagSample.flac.copy(to: folder)
    _ = try AudioAsset(path: path).writeTags(TagSample.flac.changes)
    let bytes = TemporaryDirectory.contents(of: path)
    let inode = try identity(path)
    let previous = try AudioAsset(path: path).writeTags(TagSample.flac.changes)
    #expect(previous.values[.initialKey] == ["8A"])
    #expect(TemporaryDirectory.contents(of: path) == bytes)
    #expect(try identity(path) == inode)
  }

  @Test(
    "names in other letters are the same property",
    arguments: [TagSample.m4a, .wavPack, .mp3, .vorbis])
  func spelling(sample: TagSample) throws {
    let path = sample.copy(to: folder)
    #expect(try setTag("replaygain_track_gain", to: "-1 dB", of: path))
    let asset = AudioAsset(path: path)
    _ = try asset.writeTags(sample.changes)
    #expect(asset.tags().replayGainTrackGainDB == -6.52)
    let values = try asset.previousTags(for: sample.changes).values
    #expect(values[.replayGainTrackGain] == ["-6.52 dB"])
  }

  @Test("gains go where players of the format look for them, and nowhere else")
  func refused() throws {
    var r128 = TagChanges()
    r128.set(.r128TrackGain, to: "-1280")
    var replayGain = TagChanges()
    replayGain.set(.replayGainTrackGain, to: "-5 dB")
    var soundCheck = TagChanges()
    soundCheck.set(.soundCheck, to: SoundCheck(gainDB: -3, peak: 1).text)
    for (sample, changes) in [
      (TagSample.vorbis, r128), (.mp3, r128), (.opus, replayGain), (.flac, soundCheck),
    ] {
      let path = sample.copy(to: folder)
      let bytes = TemporaryDirectory.contents(of: path)
      #expect(throws: TagWritingError.self) { try AudioAsset(path: path).writeTags(changes) }
      #expect(TemporaryDirectory.contents(of: path) == bytes)
    }
    for sample in [TagSample.mp3, .m4a, .aiff, .wave] {
      let asset = AudioAsset(path: sample.copy(to: folder))
      _ = try asset.writeTags(soundCheck)
      let gain = try #require(asset.tags().soundCheckGainDB)
      #expect(abs(gain + 3) < 0.01)
    }
  }

  @Test("what something else changed since is not taken back")
  func changedSince() throws {
    for sample in [TagSample.mp3, .vorbis] {
      let path = sample.copy(to: folder)
      let previous = try AudioAsset(path: path).writeTags(sample.changes)
      #expect(try setTag("REPLAYGAIN_TRACK_GAIN", to: "-9.99 dB", of: path))
      #expect(throws: TagWritingError.changed) {
        try AudioAsset(path: path).restoreTags(previous, over: sample.changes)
      }
      #expect(AudioAsset(path: path).tags().replayGainTrackGainDB == -9.99)
    }
  }

  @Test("what is no audio, or of a kind without tags here, is refused")
  func notAudio() throws {
    let picture = folder.write(Fixture.bytes("picture.mp3"), to: "picture.mp3")
    #expect(throws: TagWritingError.self) {
      try AudioAsset(path: picture).writeTags(TagSample.mp3.changes)
    }
    #expect(throws: TagWritingError.io(errno: 2)) {
      try AudioAsset(path: folder.appending("nothing")).writeTags(TagSample.mp3.changes)
    }
    let caf = folder.appending("a.caf")
    AudioFileWriter.write([[0, 0.5]], sampleRate: 8000, to: caf, as: .caf)
    #expect(throws: TagWritingError.unsupported(detail: "tags are not written to CAF")) {
      try AudioAsset(path: caf).writeTags(TagSample.mp3.changes)
    }
  }

  private func audio(_ path: FilePath) throws -> PayloadHash {
    do throws(DecodingError) {
      return try AudioAsset(path: path).payloadHash()
    } catch .unsupported {
      let file = try InputFile(path: path)
      return try AudioBytes(file: file, probe: FormatProbe(file: file)).hash()
    }
  }
}
