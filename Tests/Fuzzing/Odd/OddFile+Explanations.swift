/// Why an answer differs from a manifest's, where the manifest is not the last word.
extension OddFile {
  /// Why the demand on this file cannot be met; nil where it can.
  var exception: String? { Self.exceptions[file] }

  private static let exceptions = [
    "mp3-conformance/l3-test46.bit": """
    no two decoders agree on its intensity stereo: libmpg123 and FFmpeg are as far from each \
    other as from the reference
    """,
    "mp3-conformance/l3-he_mode.bit": """
    the reference changes its number of channels in the middle, as the stream does
    """,
    "mp3-conformance/l3-nonstandard-compl-sideinfo-size.bit": """
    the reference leaves out frames that are damaged; their time is kept here
    """,
    "mp3-conformance/l2-nonstandard-test32-size.bit": """
    the reference leaves out a frame that is damaged; its time is kept here
    """,
    "tags-quodlibet/empty.ogg": granule, "tags-quodlibet/multipagecomment.ogg": granule,
    "tags-taglib/test.ogg": granule,
    "flac-uncommon/01_-_changing_samplerate.flac": """
    the parts at other rates are converted to the first one's, part by part
    """,
    "tags-taglib/dsd_stereo.wv": """
    DSD becomes 88.2 kHz here and 352.8 kHz there: the same time
    """,
  ]
  private static let granule = "what the granule position of the last page says"

  /// Why an examination counted other frames than `known`; nil when no rule fits.
  func explanation(of examination: Examination, known: Int) -> String? {
    let count = examination.frameCount
    let whole = count + examination.trimmedCount
    if let exception { return exception }
    if let rate, examination.codec == "Opus", count * rate == known * 48000 {
      return "counted at the 48 kHz of Opus"
    }
    if whole == known { return "what encoder and decoder add is cut here" }
    if frames != nil, demand == .someAudio, count > 0 { return "all that is there" }
    if frames != nil, count > known, count - known <= 2304 {
      return "no header tells the padding of the last codec frame"
    }
    if examination.outcome == .decoded(isDamageTold: true), count < known {
      return "damage, and told"
    }
    // 1152 frames are the longest frame of MPEG audio.
    if examination.codec?.hasPrefix("MPEG") == true, (1...1152).contains(abs(known - whole)) {
      return "the last codec frame is not whole"
    }
    return nil
  }
}
