import Decoders
import Glibc

/// Everything that is done with a file's bytes: open, decode to the end, tags, payload hash, and
/// writing tags and taking that back. The file is changed and should be the same in the end.
struct Examination {
  enum Outcome: Hashable {
    /// Not opened, for the reason of this code.
    case refused(String)
    /// Decoded to the end.
    case decoded(isDamageTold: Bool)
    /// Opened, and given up on the way for the reason of this code.
    case stopped(String)
  }

  var outcome: Outcome
  /// "MPEG 1 layer III"; nil for a file that was refused.
  var codec: String?
  var frameCount = 0
  /// Frames of encoder and decoder that were cut at both ends.
  var trimmedCount = 0
  /// A sentence on a promise of Decoders that did not hold; nil when all held.
  var brokenPromise: String?

  init(of path: FilePath) {
    let asset = AudioAsset(path: path)
    let hash = try? asset.payloadHash()
    outcome = .refused("")
    do throws(DecodingError) {
      let reader = try asset.open()
      outcome = read(reader)
      codec = reader.report.codec
      trimmedCount = reader.report.trimmedHead + reader.report.trimmedTail
      if hash == nil { complain("a file that opens has no payload hash") }
    } catch {
      outcome = .refused(error.code)
      if error.description.isEmpty { complain("an error without a word") }
    }
    if hash != (try? asset.payloadHash()) { complain("two payload hashes of one file") }
    let tags = asset.tags()
    check(tags)
    changeTags(of: asset, tags: tags, hash: hash)
  }

  private mutating func read(_ reader: AudioReader) -> Outcome {
    var buffer = PCMBuffer(format: reader.format)
    let ending: Outcome
    do throws(DecodingError) {
      while try reader.read(into: &buffer) {
        if buffer.frameCount == 0 { complain("an empty block before the end") }
        if buffer.startFrame != frameCount { complain("a block at the wrong place") }
        frameCount += buffer.frameCount
        for channel in 0..<reader.format.channelCount {
          // Only NaN and infinities times zero are not zero.
          let sum = buffer.withChannel(channel) { $0.reduce(0) { $0 + $1 * 0 } }
          if sum != 0 { complain("a sample that is no number") }
        }
      }
      let report = reader.report
      let isDamageTold =
        report.isTruncated || report.corruptFrameCount > 0 || !report.warnings.isEmpty
      ending = .decoded(isDamageTold: isDamageTold)
    } catch {
      ending = .stopped(error.code)
    }
    if reader.report.frameCount != frameCount { complain("a report that counts other frames") }
    return ending
  }

  private mutating func check(_ tags: Tags) {
    let texts = [tags.title, tags.artist, tags.album, tags.albumArtist, tags.genre, tags.key]
    for case let text? in texts where text.isEmpty || text.unicodeScalars.contains("\0") {
      complain("a tag that cannot be shown")
    }
    if let year = tags.year, !(1...9999).contains(year) { complain("a year of \(year)") }
    if let tempo = tags.beatsPerMinute, !(tempo > 0 && tempo < 1000) {
      complain("a tempo of \(tempo) BPM")
    }
  }

  /// Writes a tempo and takes it back. Refusing is right for broken tags, losing audio never is.
  private mutating func changeTags(of asset: AudioAsset, tags: Tags, hash: PayloadHash?) {
    var changes = TagChanges()
    changes.set(.beatsPerMinute, to: "128")
    changes.set(.initialKey, to: nil)
    guard let previous = try? asset.writeTags(changes) else { return }
    if hash != (try? asset.payloadHash()) { complain("other audio behind written tags") }
    guard (try? asset.restoreTags(previous, over: changes)) != nil else {
      return complain("written tags cannot be taken back")
    }
    if hash != (try? asset.payloadHash()) { complain("other audio behind restored tags") }
    if tags != asset.tags() { complain("restored tags are others") }
  }

  private mutating func complain(_ sentence: String) {
    brokenPromise = brokenPromise ?? sentence
  }
}

extension Examination {
  /// One line, tab between fields, as it goes from a worker to the campaign.
  var line: String {
    let (word, detail) =
      switch outcome {
      case .refused(let code): ("refused", code)
      case .decoded(let isDamageTold): ("decoded", isDamageTold ? "damaged" : "")
      case .stopped(let code): ("stopped", code)
      }
    return [
      word, detail, "\(frameCount)", "\(trimmedCount)", codec ?? "", brokenPromise ?? "",
    ].joined(separator: "\t")
  }

  /// - Parameter line: What ``line`` gave.
  init?(line: Substring) {
    let fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
    guard fields.count == 6, let count = Int(fields[2]), let trimmed = Int(fields[3]) else {
      return nil
    }
    switch fields[0] {
    case "refused": outcome = .refused(fields[1])
    case "decoded": outcome = .decoded(isDamageTold: !fields[1].isEmpty)
    case "stopped": outcome = .stopped(fields[1])
    default: return nil
    }
    frameCount = count
    trimmedCount = trimmed
    codec = fields[4].isEmpty ? nil : fields[4]
    brokenPromise = fields[5].isEmpty ? nil : fields[5]
  }
}
