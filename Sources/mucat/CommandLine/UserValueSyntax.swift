import Decoders

/// What to do with a tempo or a key that was measured.
enum Correction<Value: Sendable & Hashable>: Sendable, Hashable {
  case value(Value)
  /// The value there is, times this.
  case times(Double)
  /// Back to what was measured.
  case measured

  static var measuredWord: String { "measured" }
}

extension ValueSyntax where Value == Correction<Double> {
  /// Beats per minute, `x2`, `/2` or `measured`.
  static func tempoCorrection(_ placeholder: String, in range: ClosedRange<Double>) -> Self {
    let number = ValueSyntax<Double>.decimal(placeholder, in: range)
    return Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        switch word.text {
        case Value.measuredWord: return .measured
        case "x2": return .times(2)
        case "/2": return .times(0.5)
        default: return .value(try number.parse(word))
        }
      },
      describe: { correction in
        switch correction {
        case .value(let tempo): number.describe(tempo)
        case .times(let factor): factor > 1 ? "x2" : "/2"
        case .measured: Value.measuredWord
        }
      })
  }
}

extension ValueSyntax where Value == MusicalKey {
  /// A key in any notation.
  static func key(_ placeholder: String) -> Self {
    Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        guard let key = MusicalKey(word.text) else {
          throw ValueError(reason: "is no key: write Am, 8A, 1m or 'A minor'")
        }
        return key
      },
      describe: { $0.shortName })
  }
}

extension ValueSyntax where Value == Correction<MusicalKey> {
  /// A key in any notation, or `measured`.
  static func keyCorrection(_ placeholder: String) -> Self {
    Self(
      placeholder: placeholder,
      parse: { word throws(ValueError) in
        if word.text == Value.measuredWord { return .measured }
        return .value(try ValueSyntax<MusicalKey>.key(placeholder).parse(word))
      },
      describe: { correction in
        guard case .value(let key) = correction else { return Value.measuredWord }
        return key.shortName
      })
  }
}
