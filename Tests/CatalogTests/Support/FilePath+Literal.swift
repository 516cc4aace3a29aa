import Decoders

extension FilePath: ExpressibleByStringInterpolation {
  public init(stringLiteral text: String) { self.init(text) }
}
