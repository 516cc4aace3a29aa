import Analysis

/// The form of a piece as an SVG picture: sections, segments and phrases over time, the pitch classes
/// and the pace below them, and the self-similarity that they were found in.
struct FormPlot {
  let title: String
  let structure: MusicUnderstandingSession.StructureResult
  let pace: MusicUnderstandingSession.PaceResult?
  let evidence: FormEvidence

  private static let width = 840.0
  private static let left = 40.0
  private static let top = 40.0
  /// Steps of a longer piece are drawn several at a time.
  private static let greatestCellCount = 168
  private static let pitchNames = ["C", "", "D", "", "E", "F", "", "G", "", "A", "", "B"]
  private static let colors = [
    "#4e79a7", "#f28e2b", "#59a14f", "#e15759", "#b07aa1", "#edc948", "#76b7b2", "#9c755f",
  ]
  /// Where the parts of the picture begin, from its top.
  private static let chromaTop = top + 56
  private static let chromaHeight = 120.0
  private static let paceTop = chromaTop + chromaHeight + 14
  private static let paceHeight = 60.0
  private static let matrixTop = paceTop + paceHeight + 30
  private static let height = matrixTop + width + 10

  private var start: Double { evidence.edges.first ?? 0 }
  private var end: Double { evidence.edges.last ?? 1 }

  var svg: String {
    """
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 \(number(Self.left + Self.width + 10)) \
    \(number(Self.height))" font-family="sans-serif" font-size="11">
    <title>\(escaped(title))</title>
    <rect width="100%" height="100%" fill="#fff"/>
    <text x="\(number(Self.left))" y="16" font-size="14">\(escaped(title))</text>
    \(parts)
    \(chroma)
    \(paceSteps)
    \(matrix)
    </svg>

    """
  }

  // MARK: - Parts

  private func x(_ seconds: Double) -> Double {
    Self.left + Self.width * (seconds - start) / max(end - start, 1e-9)
  }

  private var groups: [String: Int] {
    var numbers: [String: Int] = [:]
    for section in structure.details.sections where numbers[section.group] == nil {
      numbers[section.group] = numbers.count
    }
    return numbers
  }

  private var parts: String {
    let groups = groups
    var lines: [String] = []
    for (range, section) in zip(structure.sections, structure.details.sections) {
      let color = Self.colors[(groups[section.group] ?? 0) % Self.colors.count]
      let label = escaped(section.label.rawValue)
      lines.append(
        bar(range, y: Self.top - 14, height: 22, color: color)
          + "<text x=\"\(number(x(range.start.seconds) + 3))\" y=\"\(number(Self.top + 1))\" "
          + "fill=\"#fff\">\(label)</text>"
          + "<text x=\"\(number(x(range.start.seconds)))\" y=\"\(number(Self.top + 46))\" "
          + "fill=\"#666\">\(NumberText.duration(range.start.seconds))</text>")
    }
    lines += structure.segments.map { bar($0, y: Self.top + 10, height: 12, color: "#889") }
    lines += structure.phrases.map { bar($0, y: Self.top + 24, height: 8, color: "#bbc") }
    return lines.joined(separator: "\n")
  }

  private func bar(_ range: CMTimeRange, y: Double, height: Double, color: String) -> String {
    let (from, to) = (x(range.start.seconds), x(range.end.seconds))
    return "<rect x=\"\(number(from))\" y=\"\(number(y))\" "
      + "width=\"\(number(max(to - from - 1, 0.5)))\" height=\"\(number(height))\" "
      + "fill=\"\(color)\"/>"
  }

  // MARK: - Curves

  /// The steps that are drawn as one, and where each such cell begins and ends from left to right.
  private var cells: [(steps: Range<Int>, x: Double, width: Double)] {
    let joined = max(1, (evidence.stepCount + Self.greatestCellCount - 1) / Self.greatestCellCount)
    return stride(from: 0, to: evidence.stepCount, by: joined).map { first in
      let last = min(first + joined, evidence.stepCount)
      let (from, to) = (x(evidence.edges[first]), x(evidence.edges[last]))
      return (first..<last, from, to - from)
    }
  }

  private var chroma: String {
    var shades = Shades(color: "#b03060")
    let row = Self.chromaHeight / 12
    for cell in cells {
      for pitch in 0..<12 {
        let sum = cell.steps.reduce(Float(0)) { $0 + evidence.chroma[12 * $1 + pitch] }
        shades.add(
          sum / Float(cell.steps.count), x: cell.x,
          y: Self.chromaTop + Double(11 - pitch) * row, width: cell.width, height: row)
      }
    }
    let names = Self.pitchNames.enumerated().filter { !$0.element.isEmpty }.map { pitch, name in
      let y = Self.chromaTop + Double(12 - pitch) * row - 1
      return "<text x=\"\(number(Self.left - 12))\" y=\"\(number(y))\">\(name)</text>"
    }
    return shades.svg + "\n" + names.joined(separator: "\n")
  }

  private var paceSteps: String {
    let greatest = pace?.ranges.map(\.value).max() ?? 0
    guard let pace, greatest > 0 else { return "" }
    let floor = Self.paceTop + Self.paceHeight
    return pace.ranges.map { range in
      let height = (Self.paceHeight - 12) * range.value / greatest
      let label = NumberText.decimal(range.value, places: 1)
      return bar(range.range, y: floor - height, height: height, color: "#59a14f")
        + "<text x=\"\(number(x(range.range.start.seconds)))\" "
        + "y=\"\(number(floor - height - 2))\">\(label) a minute</text>"
    }.joined(separator: "\n")
  }

  private var matrix: String {
    var shades = Shades(color: "#102040")
    let cells = cells
    for column in cells {
      for row in cells {
        var (sum, count) = (Float(0), 0)
        for first in column.steps {
          for second in row.steps {
            guard let value = evidence.similarity(first, second) else { continue }
            sum += max(0, value)
            count += 1
          }
        }
        guard count > 0 else { continue }
        shades.add(
          sum / Float(count), x: column.x, y: Self.matrixTop + row.x - Self.left,
          width: column.width, height: row.width)
      }
    }
    let joints = structure.sections.dropFirst().map { section in
      let place = x(section.start.seconds) - Self.left
      return "M\(number(Self.left + place)) \(number(Self.matrixTop))v\(number(Self.width))"
        + "M\(number(Self.left)) \(number(Self.matrixTop + place))h\(number(Self.width))"
    }
    return shades.svg + "\n<path d=\"\(joints.joined())\" stroke=\"#e15759\" fill=\"none\"/>"
  }

  // MARK: - Text

  private func number(_ value: Double) -> String { NumberText.decimal(value, places: 2) }

  private func escaped(_ text: String) -> String {
    String(
      text.flatMap { character -> String in
        switch character {
        case "&": "&amp;"
        case "<": "&lt;"
        case ">": "&gt;"
        case "\"": "&quot;"
        default: String(character)
        }
      })
  }
}

/// Rectangles in eight shades of a colour, those of a shade in one path.
private struct Shades {
  let color: String
  private static let count = 8
  private var paths = [String](repeating: "", count: count + 1)

  init(color: String) {
    self.color = color
  }

  /// - Parameter value: 0, which is left out, to 1.
  mutating func add(_ value: Float, x: Double, y: Double, width: Double, height: Double) {
    let shade = Int((min(max(value, 0), 1) * Float(Self.count)).rounded())
    guard shade > 0 else { return }
    let text = { (value: Double) in NumberText.decimal(value, places: 1) }
    paths[shade] +=
      "M\(text(x)) \(text(y))h\(text(width))v\(text(height))h-\(text(width))z"
  }

  var svg: String {
    paths.enumerated().filter { !$0.element.isEmpty }.map { shade, path in
      let opacity = NumberText.decimal(Double(shade) / Double(Self.count), places: 3)
      return "<path d=\"\(path)\" fill=\"\(color)\" fill-opacity=\"\(opacity)\"/>"
    }.joined(separator: "\n")
  }
}
