/// What the first frame of an MP3 says about the whole: the Xing, Info or VBRI header.
///
/// Encoders put it where the audio of a silent frame would be. Its counts are claims: joined and
/// cut files carry headers that lie. Sources: "MP3 Info Tag revision 1" (LAME project), the Xing
/// VBR header SDK, and Fraunhofer's VBRI header as described by G. Bouvigne.
struct MPEGInfoFrame: Hashable {
  /// Frames that follow this one, nil when the header does not say.
  let frameCount: Int?
  /// Frames of audio that the encoder put before and behind the music; nil without a LAME part.
  let delay: Int?
  let padding: Int?
  /// "Xing", "Info" or "VBRI".
  let kind: String

  /// - Parameter bytes: One frame from its header on.
  /// - Returns: Nil when the frame is ordinary audio.
  init?(frame bytes: [UInt8], header: MPEGFrameHeader) {
    guard header.layer == 3 else { return nil }
    let start = 4 + header.sideInfoLength
    // Files with a checksum should have two more bytes before the mark; few writers care.
    for mark in [start, start + 2]
    where bytes.hasText("Xing", at: mark) || bytes.hasText("Info", at: mark) {
      kind = bytes.hasText("Xing", at: mark) ? "Xing" : "Info"
      guard let flags = bytes.bigEndian32(at: mark + 4) else { return nil }
      var place = mark + 8
      if flags & 1 != 0 {
        frameCount = bytes.bigEndian32(at: place).flatMap { $0 > 0 ? $0 : nil }
        place += 4
      } else {
        frameCount = nil
      }
      if flags & 2 != 0 { place += 4 }
      if flags & 4 != 0 { place += 100 }
      if flags & 8 != 0 { place += 4 }
      (delay, padding) = Self.lameTrim(bytes, at: place)
      return
    }
    guard bytes.hasText("VBRI", at: 36) else { return nil }
    kind = "VBRI"
    frameCount = bytes.bigEndian32(at: 36 + 14).flatMap { $0 > 0 ? $0 : nil }
    delay = nil
    padding = nil
  }

  /// - Parameters:
  ///   - header: The header of a frame.
  ///   - body: The frame's bytes behind the header.
  /// - Returns: Nil when the frame is ordinary audio: this is asked of every frame, and quickly.
  init?(header: MPEGFrameHeader, body: UnsafeBufferPointer<UInt8>) {
    guard header.layer == 3 else { return nil }
    // "Xing", "Info", perhaps behind a checksum; "VBRI".
    let place = header.sideInfoLength
    guard place + 2 < body.count, body.count > 32,
      body[place] == 0x58 || body[place] == 0x49 || body[place + 2] == 0x58
        || body[place + 2] == 0x49 || body[32] == 0x56
    else { return nil }
    self.init(frame: [0, 0, 0, 0] + Array(body), header: header)
  }

  /// Delay and padding of the LAME part: two numbers of 12 bits, 21 bytes into it.
  private static func lameTrim(_ bytes: [UInt8], at place: Int) -> (delay: Int?, padding: Int?) {
    let writers: [StaticString] = ["LAME", "Lavf", "Lavc", "GOGO"]
    guard writers.contains(where: { bytes.hasText($0, at: place) }),
      let word = bytes.bigEndian(at: place + 21, width: 3), word != 0
    else { return (nil, nil) }
    return (word >> 12, word & 0xFFF)
  }
}
