/// Why the bytes of a network's weights cannot be used.
///
/// The weights are part of the program, so in a release this means that the program was built wrong.
enum WeightFileError: Error, Equatable {
  /// Not a file of weights.
  case unknownMagic
  /// A format that this release does not read.
  case unknownVersion(UInt32)
  /// The file ends within something, or goes on behind its last tensor.
  case wrongLength
  /// The bytes are not those that were written.
  case wrongChecksum
  /// A tensor whose numbers are stored in an unknown way.
  case unknownNumberFormat(tensor: String)
  /// A tensor with an infinity or a NaN.
  case notFinite(tensor: String)
  /// A tensor that the network needs.
  case missing(tensor: String)
  /// A tensor of another shape than its neighbours require.
  case wrongShape(tensor: String, found: [Int])
}
