import Catalog
import Decoders

extension ValueSyntax where Value == EnergyCurve {
  /// A curve's name, or a file that holds one.
  static func curve(_ placeholder: String) -> Self {
    let names = EnergyCurve.Shape.allCases.map(\.rawValue)
    return Self(
      placeholder: placeholder, choices: names, completion: .files,
      parse: { word throws(ValueError) in
        if let shape = EnergyCurve.Shape(rawValue: word.text) { return EnergyCurve(shape) }
        guard let bytes = FileSystem.contents(of: word.path, limit: 1 << 16) else {
          throw ValueError(
            reason: "is no file that can be read, nor one of \(names.joined(separator: ", "))",
            suggestion: Suggestion.nearest(to: word.text, among: names))
        }
        do throws(EnergyCurve.Mistake) {
          return try EnergyCurve(parsing: String(decoding: bytes, as: UTF8.self))
        } catch {
          throw ValueError(
            reason: error.line > 0 ? "line \(error.line) \(error.reason)" : error.reason)
        }
      },
      describe: { _ in placeholder })
  }
}

extension ValueSyntax where Value == Double {
  /// Minutes, or hours, minutes and seconds with colons; in seconds.
  static func duration(_ placeholder: String) -> Self {
    Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        let parts = word.text.split(separator: ":", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { part in
          part.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") } ? Double(part) : nil
        }
        guard !parts.isEmpty, parts.count <= 3, numbers.count == parts.count else {
          throw ValueError(reason: "is no duration: 90 (minutes), 90:00 or 1:30:00")
        }
        let seconds =
          numbers.count == 1 ? numbers[0] * 60 : numbers.reduce(0) { $0 * 60 + $1 }
        guard seconds > 0, seconds <= 7 * 86_400 else {
          throw ValueError(reason: "is not from a moment to a week")
        }
        return seconds
      },
      describe: { NumberText.duration($0) })
  }
}
