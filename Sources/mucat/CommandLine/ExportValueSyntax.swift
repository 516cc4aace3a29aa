import Catalog
import Decoders

extension ValueSyntax where Value == PathMapping {
  /// `FROM=TO`, two folders.
  static func pathMapping() -> Self {
    Self(
      placeholder: "FROM=TO",
      parse: { word throws(ValueError) in
        guard let mapping = PathMapping(word.path) else {
          throw ValueError(reason: "is not two folders with = between them")
        }
        return mapping
      },
      describe: { FilePath(bytes: $0.from + Array("=".utf8) + $0.to).displayText })
  }
}

extension ValueSyntax where Value == FrameRate {
  /// One of the usual frame rates by its name.
  static func frameRate() -> Self {
    let names = FrameRate.named.map(\.name)
    return Self(
      placeholder: "FPS", choices: names,
      parse: { word throws(ValueError) in
        guard let found = FrameRate.named.first(where: { $0.name == word.text }) else {
          throw .notAmong(names, word: word.text)
        }
        return found.rate
      },
      describe: { rate in
        FrameRate.named.first { $0.rate == rate }?.name ?? "\(rate.numerator)/\(rate.denominator)"
      })
  }
}

/// The pixels of a picture.
struct FrameSize: Hashable, Sendable {
  var width, height: Int
}

extension ValueSyntax where Value == FrameSize {
  /// `1920x1080`: even numbers, as films need them.
  static func frameSize() -> Self {
    Self(
      placeholder: "WxH",
      parse: { word throws(ValueError) in
        let parts = word.text.split(separator: "x").map { Int($0) }
        guard parts.count == 2, let width = parts[0], let height = parts[1],
          [width, height].allSatisfy({ (16...8192).contains($0) && $0 % 2 == 0 })
        else { throw ValueError(reason: "is not as 1920x1080: even numbers from 16 to 8192") }
        return FrameSize(width: width, height: height)
      },
      describe: { "\($0.width)x\($0.height)" })
  }
}
