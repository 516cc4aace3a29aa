/// One row of the table by which files are told apart: bytes at fixed places, and what they mean.
struct FormatSignature {
  enum Meaning: Hashable {
    case format(FileFormat)
    /// Not audio; how people call it ("a JPEG image").
    case other(String)
  }

  let meaning: Meaning
  let marks: [(offset: Int, bytes: [UInt8])]

  /// Audio that `text` at the first byte, and perhaps another at a later place, gives away.
  private init(_ format: FileFormat, _ text: String, then later: (offset: Int, text: String)? = nil)
  {
    meaning = .format(format)
    marks =
      [(0, Array(text.utf8))] + (later.map { [($0.offset, Array($0.text.utf8))] } ?? [])
  }

  private init(_ meaning: Meaning, _ bytes: [UInt8], at offset: Int = 0) {
    self.meaning = meaning
    marks = [(offset, bytes)]
  }

  func matches(_ head: [UInt8]) -> Bool {
    marks.allSatisfy { mark in
      mark.offset <= head.count && head[mark.offset...].starts(with: mark.bytes)
    }
  }

  /// The bytes that a row looks at, at most.
  static let reach = 64

  /// Rows in order: the first that matches decides. Ogg and MPEG audio have no row: an Ogg page
  /// must be opened to see its codec, and MPEG frames are known by following each other.
  static let table: [FormatSignature] = [
    FormatSignature(.flac, "fLaC"),
    FormatSignature(.wave, "RIFF", then: (8, "WAVE")),
    FormatSignature(.wave, "RIFX", then: (8, "WAVE")),
    FormatSignature(.wave, "RF64", then: (8, "WAVE")),
    FormatSignature(.wave, "BW64", then: (8, "WAVE")),
    FormatSignature(
      .format(.wave64),
      [
        0x72, 0x69, 0x66, 0x66, 0x2E, 0x91, 0xCF, 0x11, 0xA5, 0xD6, 0x28, 0xDB, 0x04, 0xC1, 0x00,
        0x00,
      ]),
    FormatSignature(.aiff, "FORM", then: (8, "AIFF")),
    FormatSignature(.aiff, "FORM", then: (8, "AIFC")),
    FormatSignature(.caf, "caff"),
    FormatSignature(.au, ".snd"),
    FormatSignature(.au, "dns."),
    FormatSignature(.format(.mp4), Array("ftyp".utf8), at: 4),
    FormatSignature(.format(.mp4), Array("moov".utf8), at: 4),
    FormatSignature(.format(.mp4), Array("mdat".utf8), at: 4),
    FormatSignature(.format(.asf), [0x30, 0x26, 0xB2, 0x75, 0x8E, 0x66, 0xCF, 0x11]),
    FormatSignature(.monkeysAudio, "MAC "),
    FormatSignature(.wavPack, "wvpk"),
    FormatSignature(.musepack, "MPCK"),
    FormatSignature(.musepack, "MP+"),
    FormatSignature(.trueAudio, "TTA1"),
    FormatSignature(.trueAudio, "TTA2"),
    FormatSignature(.tak, "tBaK"),
    FormatSignature(.optimFROG, "OFR "),
    FormatSignature(.dsf, "DSD "),
    FormatSignature(.dsdiff, "FRM8"),
    FormatSignature(.adif, "ADIF"),
    FormatSignature(.format(.ac3), [0x0B, 0x77]),
    // The core's sync word in 16-bit words, and in 14-bit words of either order.
    FormatSignature(.format(.dts), [0x7F, 0xFE, 0x80, 0x01]),
    FormatSignature(.format(.dts), [0xFE, 0x7F, 0x01, 0x80]),
    FormatSignature(.format(.dts), [0x1F, 0xFF, 0xE8, 0x00]),
    FormatSignature(.format(.dts), [0xFF, 0x1F, 0x00, 0xE8]),
    FormatSignature(.format(.matroska), [0x1A, 0x45, 0xDF, 0xA3]),
    FormatSignature(.amr, "#!AMR"),
    FormatSignature(.realAudio, ".RMF"),
    FormatSignature(.format(.realAudio), [0x2E, 0x72, 0x61, 0xFD]),
    FormatSignature(.midi, "MThd"),
    FormatSignature(.trackerModule, "IMPM"),
    FormatSignature(.trackerModule, "Extended Module: "),
    FormatSignature(.other("a JPEG image"), [0xFF, 0xD8, 0xFF]),
    FormatSignature(.other("a PNG image"), [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]),
    FormatSignature(.other("a GIF image"), Array("GIF8".utf8)),
    FormatSignature(.other("a WebP image"), Array("WEBP".utf8), at: 8),
    FormatSignature(.other("an AVI video"), Array("AVI ".utf8), at: 8),
    FormatSignature(.other("a Flash video"), Array("FLV\u{1}".utf8)),
    FormatSignature(.other("a PDF document"), Array("%PDF".utf8)),
    FormatSignature(.other("a ZIP archive"), [0x50, 0x4B, 0x03, 0x04]),
    FormatSignature(.other("a gzip archive"), [0x1F, 0x8B, 0x08]),
    FormatSignature(.other("a 7-Zip archive"), [0x37, 0x7A, 0xBC, 0xAF, 0x27, 0x1C]),
    FormatSignature(.other("a RAR archive"), Array("Rar!".utf8)),
    FormatSignature(.other("an SQLite database"), Array("SQLite format 3".utf8)),
    FormatSignature(.other("a program"), [0x7F, 0x45, 0x4C, 0x46]),
  ]
}
