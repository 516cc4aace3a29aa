/// What ffmpeg says on standard error, line by line, kept in little room however much it says.
///
/// Lines are those of `-loglevel level+info`: perhaps `[codec @ 0x…] ` once or twice, then
/// `[level] `, then text.
/// Titles and comments of the file are among them, so a file can put any line here: what is taken
/// from them may end in a report or a message, and decides nothing else.
struct FFmpegLog {
  /// The first messages of level error and above, without their brackets.
  private(set) var errors: [String] = []
  /// Packets that the decoder refused.
  private(set) var corruptPacketCount = 0
  /// The first audio stream as ffmpeg describes it: "aac (LC) (mp4a / 0x6134706D), 44100 Hz, …".
  private(set) var stream: String?
  /// The length of the file as ffmpeg understands it, in hundredths of a second.
  private(set) var centiseconds: Int?
  /// Whether that length was guessed from the bit rate.
  private(set) var isLengthGuessed = false

  private var line: [UInt8] = []
  private var isOutputReached = false

  private static let maximumLineLength = 400
  private static let maximumErrorCount = 8

  mutating func append(_ bytes: UnsafeRawBufferPointer) {
    for byte in bytes {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        endLine()
      } else if line.count < Self.maximumLineLength {
        line.append(byte)
      }
    }
  }

  /// Takes the last line, which need not have an end.
  mutating func endLine() {
    defer { line.removeAll(keepingCapacity: true) }
    guard !line.isEmpty else { return }
    let text = String(decoding: line, as: UTF8.self)
    guard let (level, message) = Self.parts(text) else { return }
    switch level {
    case "info": noteInformation(message)
    case "warning":
      if message.hasPrefix("Estimating duration from bitrate") { isLengthGuessed = true }
    case "error", "fatal", "panic": noteError(message)
    default: break
    }
  }

  /// The level and the text of a line; nil for a line without a level.
  private static func parts(_ line: String) -> (level: Substring, message: Substring)? {
    var rest = line[...]
    // The parts before the level name the stream, codec or container that speaks.
    for _ in 0..<4 {
      guard rest.first == "[", let end = rest.firstIndex(of: "]") else { return nil }
      let word = rest[rest.index(after: rest.startIndex)..<end]
      rest = rest[rest.index(after: end)...].drop { $0 == " " }
      if !word.contains(" @ ") { return (word, rest) }
    }
    return nil
  }

  private mutating func noteInformation(_ message: Substring) {
    if message.hasPrefix("Output #") { isOutputReached = true }
    guard !isOutputReached else { return }
    if stream == nil, message.hasPrefix("Stream #") {
      let pieces = message.split(separator: " Audio: ", maxSplits: 1)
      if pieces.count == 2 { stream = String(pieces[1]) }
    } else if centiseconds == nil, message.hasPrefix("Duration: ") {
      centiseconds = Self.centiseconds(message.dropFirst(10).prefix { $0 != "," })
    }
  }

  private mutating func noteError(_ message: Substring) {
    // The first is what ffmpeg up to 6.0 says, the second what later ones do.
    if message.hasPrefix("Error while decoding stream")
      || message.hasPrefix("Error submitting packet to decoder")
    {
      corruptPacketCount += 1
      return
    }
    guard errors.count < Self.maximumErrorCount else { return }
    // ffmpeg puts the name of its input, as it was given, before some messages.
    let text = message.split(separator: "\(FFmpegCommand.inputName): ").last ?? message
    errors.append(String(text))
  }

  /// "01:02:03.45" in hundredths of a second.
  private static func centiseconds(_ text: Substring) -> Int? {
    let numbers = text.split { $0 == ":" || $0 == "." }.map { Int($0) ?? -1 }
    guard numbers.count == 4, numbers.allSatisfy({ (0..<1_000_000).contains($0) }) else {
      return nil
    }
    return ((numbers[0] * 60 + numbers[1]) * 60 + numbers[2]) * 100 + numbers[3]
  }
}
