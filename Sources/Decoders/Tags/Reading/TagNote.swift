/// Something odd about a tag's value, and what was made of it.
public struct TagNote: Hashable, Sendable, Codable {
  public enum Problem: String, Hashable, Sendable, Codable {
    /// The decimal point was lost ("14525"); it was put back.
    case decimalPointLost
    /// Not a number, or not a key: taken for absent.
    case unreadable
    /// A number that cannot be meant: taken for absent.
    case outOfRange
    /// A gain in dB in a tag that holds 256ths of a dB: taken for absent, since a player that
    /// reads the tag by its rules hears next to nothing of it.
    case decibelsInQ78
    /// ID3's "o": there is no key.
    case offKey
  }

  public var problem: Problem
  /// The property's name in capitals: "BPM".
  public var property: String
  /// The value as it stands in the file, cut after 64 characters.
  public var text: String

  init(_ problem: Problem, _ property: String, _ text: String) {
    self.problem = problem
    self.property = property
    self.text = String(text.prefix(64))
  }
}

extension TagNote: CustomStringConvertible {
  /// One line for people.
  public var description: String {
    switch problem {
    case .decimalPointLost: "\(property) '\(text)' has lost its decimal point"
    case .unreadable: "\(property) '\(text)' cannot be read"
    case .outOfRange: "\(property) '\(text)' is beyond what it can be"
    case .decibelsInQ78: "\(property) '\(text)' is in dB where 256ths of a dB belong"
    case .offKey: "\(property) '\(text)' says that there is no key"
    }
  }
}
