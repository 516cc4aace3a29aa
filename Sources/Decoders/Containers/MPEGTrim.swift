/// What to cut from the head and the tail of MPEG audio, and on whose word.
///
/// - A LAME part in the first frame, or an iTunSMPB comment: delay + 529 frames at the head (529 is
///   the delay of every layer III decoder, LAME technical FAQ) and padding − 529 at the tail;
/// - without either, the delay that most encoders have: 1105 = 576 + 529 frames for layer III
///   (LAME's default), 481 for layers I and II (the two halves of the filter bank).
struct MPEGTrim: Hashable {
  let head: Int
  let tail: Int
  let source: DecodeReport.TrimSource

  private static let decoderDelay = 529
  private static let usualDelay = 576
  private static let filterBankDelay = 481
  /// More delay than a second is no encoder's.
  private static let maximumDelay = 48_000

  init(header: MPEGFrameHeader, info: MPEGInfoFrame?) {
    guard let delay = info?.delay, let padding = info?.padding else {
      let isLayer3 = header.layer == 3
      self.init(
        head: isLayer3 ? Self.usualDelay + Self.decoderDelay : Self.filterBankDelay, tail: 0,
        source: .decoderDefault)
      return
    }
    self.init(delay: delay, padding: padding, source: .lameTag)
  }

  private init(head: Int, tail: Int, source: DecodeReport.TrimSource) {
    self.head = head
    self.tail = tail
    self.source = source
  }

  private init(delay: Int, padding: Int, source: DecodeReport.TrimSource) {
    self.init(
      head: delay + Self.decoderDelay, tail: max(0, padding - Self.decoderDelay), source: source)
  }

  /// What iTunes notes in a comment named iTunSMPB: hexadecimal numbers, of which the second is the
  /// delay and the third the padding, counted as LAME counts them.
  ///
  /// - Parameter tag: The bytes of the tags before the music, in any encoding of text.
  init?(iTunesComment tag: [UInt8]) {
    let mark = Array("iTunSMPB".utf8)
    // Text of two bytes a character becomes ASCII without its zeros.
    guard let start = tag.firstRange(of: mark) ?? tag.firstRange(of: mark.flatMap { [$0, 0] })
    else { return nil }
    let text = tag[start.upperBound...].prefix(256).filter { $0 != 0 && $0 < 0x80 }
    let numbers = text.split(separator: UInt8(ascii: " ")).prefix(4).map {
      Int(String(decoding: $0, as: UTF8.self), radix: 16)
    }
    guard numbers.count == 4, let delay = numbers[1], let padding = numbers[2],
      (0...Self.maximumDelay).contains(delay), (0...Self.maximumDelay).contains(padding),
      delay + padding > 0
    else { return nil }
    self.init(delay: delay, padding: padding, source: .iTunesComment)
  }
}
