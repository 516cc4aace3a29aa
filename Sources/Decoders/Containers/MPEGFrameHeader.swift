/// The four bytes that begin every frame of MPEG audio.
///
/// Source: ISO/IEC 11172-3:1993 §2.4.2.3 and ISO/IEC 13818-3:1998 §2.4.2.3; "MPEG 2.5" is the
/// common extension to 8, 11.025 and 12 kHz.
struct MPEGFrameHeader: Hashable {
  enum Version: String {
    case one = "1"
    case two = "2"
    case twoAndHalf = "2.5"
  }

  let version: Version
  /// 1 to 3.
  let layer: Int
  let sampleRate: Int
  let channelCount: Int
  /// Bits per second; 0 for "free format", whose frames do not tell their length.
  let bitRate: Int
  private let paddingSlots: Int
  /// Fields that encoders do not change from frame to frame: checksum, copyright, original,
  /// emphasis.
  private let habits: UInt8

  /// - Returns: Nil when the bytes at `offset` cannot be a header.
  init?(_ bytes: [UInt8], at offset: Int) {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    let (first, second) = (bytes[offset], bytes[offset + 1])
    let (third, fourth) = (bytes[offset + 2], bytes[offset + 3])
    guard first == 0xFF, second & 0xE0 == 0xE0 else { return nil }

    let rateShift: Int
    switch second >> 3 & 3 {
    case 0: (version, rateShift) = (.twoAndHalf, 2)
    case 2: (version, rateShift) = (.two, 1)
    case 3: (version, rateShift) = (.one, 0)
    default: return nil
    }
    let layerCode = Int(second >> 1 & 3)
    let rateCode = Int(third >> 2 & 3)
    let bitRateCode = Int(third >> 4)
    let emphasis = fourth & 3
    guard layerCode != 0, rateCode != 3, bitRateCode != 15, emphasis != 2 else { return nil }

    layer = 4 - layerCode
    sampleRate = [44100, 48000, 32000][rateCode] >> rateShift
    channelCount = fourth >> 6 == 3 ? 1 : 2
    habits = second & 1 | fourth & 0x0F << 1
    paddingSlots = Int(third >> 1 & 1)
    bitRate = Self.kilobits(version, layer: layer, code: bitRateCode) * 1000
  }

  /// Frames of audio that one frame of the stream holds.
  var samplesPerFrame: Int {
    switch layer {
    case 1: 384
    case 2: 1152
    default: version == .one ? 1152 : 576
    }
  }

  /// The length in bytes with the header, nil for free format.
  var length: Int? {
    guard bitRate > 0 else { return nil }
    if layer == 1 { return (12 * bitRate / sampleRate + paddingSlots) * 4 }
    return samplesPerFrame / 8 * bitRate / sampleRate + paddingSlots
  }

  /// The bytes that the padding bit adds to a frame.
  var paddingLength: Int {
    layer == 1 ? paddingSlots * 4 : paddingSlots
  }

  /// The length of the side information of a layer III frame.
  var sideInfoLength: Int {
    switch (version == .one, channelCount == 1) {
    case (true, false): 32
    case (true, true), (false, false): 17
    case (false, true): 9
    }
  }

  /// Whether two frames can be neighbours in one stream: all but bit rate and stereo mode agree.
  func isOfSameStream(as other: MPEGFrameHeader) -> Bool {
    version == other.version && layer == other.layer && sampleRate == other.sampleRate
      && (bitRate == 0) == (other.bitRate == 0)
  }

  /// Whether two frames look like the work of one encoder, too.
  func isOfSameEncoder(as other: MPEGFrameHeader) -> Bool {
    isOfSameStream(as: other) && habits == other.habits && channelCount == other.channelCount
  }

  private static func kilobits(_ version: Version, layer: Int, code: Int) -> Int {
    switch (version == .one, layer) {
    case (true, 1):
      [0, 32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448][code]
    case (true, 2):
      [0, 32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384][code]
    case (true, _):
      [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320][code]
    case (false, 1):
      [0, 32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256][code]
    case (false, _):
      [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160][code]
    }
  }
}
