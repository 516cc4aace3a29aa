import Decoders

extension FilePath: ExpressibleByStringLiteral {
  public init(stringLiteral text: String) { self.init(text) }
}
