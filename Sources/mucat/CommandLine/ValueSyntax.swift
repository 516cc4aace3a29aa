import Catalog
import Decoders

/// Why a word is not a value of the kind wanted.
struct ValueError: Error, Hashable, Sendable {
  /// Continues "'WORD' …": "is not a whole number".
  let reason: String
  var suggestion: String?
}

/// How a kind of value is written on the command line: reading, showing, completing.
struct ValueSyntax<Value: Sendable>: Sendable {
  /// What stands for the value in the help: `FILE`, `N`.
  let placeholder: String
  /// The permitted words, when they can be listed.
  var choices: [String] = []
  var completion = Completion.none
  let parse: @Sendable (Word) throws(ValueError) -> Value
  let describe: @Sendable (Value) -> String
}

/// What a shell may offer for a value.
enum Completion: Hashable, Sendable {
  case none, files, folders
}

extension ValueSyntax where Value == String {
  static func text(_ placeholder: String) -> Self {
    Self(
      placeholder: placeholder, parse: { word throws(ValueError) in word.text },
      describe: { $0 })
  }
}

extension ValueSyntax where Value == FilePath {
  static func file(_ placeholder: String = "FILE") -> Self {
    Self(
      placeholder: placeholder, completion: .files,
      parse: { word throws(ValueError) in
        guard !word.bytes.isEmpty else { throw ValueError(reason: "names no file") }
        return word.path
      },
      describe: { $0.displayText })
  }
}

extension ValueSyntax where Value == Int {
  static func integer(_ placeholder: String, in range: ClosedRange<Int>) -> Self {
    Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        guard let value = Int(word.text) else {
          throw ValueError(reason: "is not a whole number")
        }
        guard range.contains(value) else {
          throw ValueError(reason: "is not from \(range.lowerBound) to \(range.upperBound)")
        }
        return value
      },
      describe: { String($0) })
  }
}

extension ValueSyntax where Value == LegacyEncoding {
  static func encoding() -> Self {
    Self(
      placeholder: "NAME",
      parse: { word throws(ValueError) in
        guard let encoding = LegacyEncoding(word.text) else {
          let examples = LegacyEncoding.examples.joined(separator: ", ")
          throw ValueError(
            reason: "is no code page that is known here; known are \(examples) and others",
            suggestion: Suggestion.nearest(to: word.text, among: LegacyEncoding.examples))
        }
        return encoding
      },
      describe: { $0.name })
  }
}

extension ValueSyntax where Value == Double {
  /// A number with a decimal point, whatever the locale.
  static func decimal(_ placeholder: String, in range: ClosedRange<Double>) -> Self {
    Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        guard let value = Double(word.text), value.isFinite else {
          throw ValueError(reason: "is not a number")
        }
        guard range.contains(value) else {
          let low = NumberText.decimal(range.lowerBound, places: 3)
          let high = NumberText.decimal(range.upperBound, places: 3)
          throw ValueError(reason: "is not from \(low) to \(high)")
        }
        return value
      },
      describe: { NumberText.decimal($0, places: 3) })
  }
}

extension ValueSyntax where Value: RawRepresentable & CaseIterable, Value.RawValue == String {
  /// One of the cases, by raw value.
  static func choice(_ placeholder: String) -> Self {
    let choices = Value.allCases.map(\.rawValue)
    return Self(
      placeholder: placeholder, choices: choices,
      parse: { word throws(ValueError) in
        guard let value = Value(rawValue: word.text), choices.contains(word.text) else {
          throw .notAmong(choices, word: word.text)
        }
        return value
      },
      describe: { $0.rawValue })
  }
}

extension ValueSyntax {
  /// Several of `Element`'s cases, separated by commas.
  static func list<Element>(_ placeholder: String, of elements: [Element]) -> Self
  where
    Value == [Element], Element: RawRepresentable & Hashable & Sendable,
    Element.RawValue == String
  {
    let choices = elements.map(\.rawValue)
    return Self(
      placeholder: placeholder, choices: choices,
      parse: { word throws(ValueError) in
        var found: [Element] = []
        for part in word.text.split(separator: ",", omittingEmptySubsequences: false) {
          guard let element = elements.first(where: { $0.rawValue == part }) else {
            throw .notAmong(choices, word: String(part))
          }
          if !found.contains(element) { found.append(element) }
        }
        return found
      },
      describe: { $0.map(\.rawValue).joined(separator: ",") })
  }
}

extension ValueError {
  static func notAmong(_ choices: [String], word: String) -> ValueError {
    ValueError(
      reason: "is not one of \(choices.joined(separator: ", "))",
      suggestion: Suggestion.nearest(to: word, among: choices))
  }
}
