/// A codec whose packets come in Ogg pages, and whose pages tell positions in decoded frames.
///
/// Owns its library's handles; lives in one task.
protocol PacketDecoder: AnyObject {
  var format: AudioFormat { get }
  /// A report of the names of the library and the codec, and of what the headers had to tell.
  var report: DecodeReport { get }
  /// Frames to cut at the head by the stream's own word, which positions count.
  var preSkip: Int { get }
  /// The most frames that one packet can give.
  var longestPacket: Int { get }
  /// The frames that a packet stands for, nil when it holds no audio.
  func blockLength(of packet: UnsafeRawBufferPointer) -> Int?
  /// The frames that a packet gives behind another; nil for the first one and after a loss.
  func frameCount(blockLength: Int, after previous: Int?) -> Int
  /// Decodes a packet.
  ///
  /// - Returns: The number of frames that ``move(_:to:)`` can take; nil when the packet is damaged.
  func decode(_ packet: UnsafeRawBufferPointer) -> Int?
  /// Copies a part of the frames decoded last.
  func move(_ range: Range<Int>, to queue: inout SampleQueue)
  /// Forgets the packets before the next one.
  func restart()
}
