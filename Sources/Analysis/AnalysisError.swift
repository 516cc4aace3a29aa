import Decoders

/// Why a session could not analyse. Cancellation is Swift's own `CancellationError`.
public enum AnalysisError: Error, Hashable, Sendable {
  /// `analyze(for:)` was asked for nothing.
  case emptyAnalysisSet
  /// The asset cannot be opened or decoded.
  case invalidAsset(DecodingError)
  /// This session has analysed, or is analysing: make another.
  case sessionInProgress
  /// A provider changed its format between two buffers.
  case formatChanged
}

extension AnalysisError: CustomStringConvertible {
  public var description: String {
    switch self {
    case .emptyAnalysisSet: "no analysis was asked for"
    case .invalidAsset(let error): error.description
    case .sessionInProgress: "a session analyses once; make another for another pass"
    case .formatChanged: "the audio changed its format half-way"
    }
  }
}
