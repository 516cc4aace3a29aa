import Decoders
import Testing

@testable import mucat

struct ArgumentParserTests {
  static let count = Option<Int>(
    "count", short: "n", .integer("N", in: 0...100), default: 7, summary: "A number")
  static let mode = Option<QueryCommand.Format?>(
    "mode", short: "m", .choice("MODE"), summary: "A choice")
  static let target = Option<Double>(
    "target", .decimal("DB", in: -70...0), default: -18, summary: "A level")
  static let wide = Option<Bool>(switch: "wide", short: "w", isNegatable: true, summary: "A switch")
  static let file = Option<FilePath?>("file", .file(), summary: "A file")

  static let plain = Command(
    name: "plain", summary: "", details: "",
    operands: [Operand(name: "FILE", arity: .oneOrMore, summary: "")],
    options: [
      count.declaration, mode.declaration, target.declaration, wide.declaration,
      file.declaration,
    ]
  ) { _, _ in .done }

  static let asking = Command(
    name: "ask", summary: "", details: "",
    operands: [
      Operand(name: "KIND", arity: .one, summary: "", choices: ["loudness", "keys"]),
      Operand(name: "EXPR", arity: .any, summary: "", isExpression: true),
    ],
    options: [count.declaration]
  ) { _, _ in .done }

  private func invocation(_ words: [Word]) throws(UsageError) -> Invocation {
    try ArgumentParser(commands: [Self.plain, Self.asking]).parse(words)
  }

  private func arguments(_ line: String) throws -> Arguments {
    let words = line.split(separator: " ").map { Word(String($0)) }
    guard case .run(_, let arguments) = try invocation(words) else {
      throw Failure("not a command to run")
    }
    return arguments
  }

  private func error(_ line: String) -> UsageError? {
    do {
      _ = try arguments(line)
      return nil
    } catch {
      return error as? UsageError
    }
  }

  @Test(arguments: [
    ("plain a", 7), ("plain --count 3 a", 3), ("plain --count=3 a", 3), ("plain -n 3 a", 3),
    ("plain -n3 a", 3), ("plain a -n3", 3), ("plain -wn3 a", 3), ("plain -n1 -n2 --count 4 a", 4),
  ])
  func `a value is taken in every spelling and the last one counts`(line: String, count: Int) throws
  {
    #expect(try arguments(line)[Self.count] == count)
  }

  @Test func `options and operands mix, and two dashes end the options`() throws {
    let arguments = try arguments("plain a -w b -- -w --count")
    #expect(arguments.operands.map(\.text) == ["a", "b", "-w", "--count"])
    #expect(arguments[Self.wide])
  }

  @Test func `a switch can be switched off again where that is declared`() throws {
    #expect(try arguments("plain -w --no-wide a")[Self.wide] == false)
    #expect(error("plain --no-count a")?.problem == .unknownOption("--no-count"))
  }

  @Test func `a negative number is a value`() throws {
    #expect(try arguments("plain --target -14 a")[Self.target] == -14)
    #expect(try arguments("plain --target=-14.5 a")[Self.target] == -14.5)
  }

  @Test func `common options may stand before the command`() throws {
    let arguments = try arguments("--catalog x.db --json plain a")
    #expect(arguments[CommonOptions.catalog] == FilePath("x.db"))
    #expect(arguments[CommonOptions.json])
    #expect(arguments.operands == ["a"])
  }

  @Test func `file names keep bytes that are not UTF-8`() throws {
    let name = Word(bytes: [0x61, 0xFF, 0x62])
    let attached = Word(bytes: Array("--file=".utf8) + name.bytes)
    guard case .run(_, let arguments) = try invocation(["plain", attached, name]) else {
      Issue.record("not run")
      return
    }
    #expect(arguments[Self.file] == FilePath(bytes: name.bytes))
    #expect(arguments.operands == [name])
  }

  @Test(arguments: ["-genre:x", "-bpm<100", "-key~8A", "-artist=x", "-album_artist:x"])
  func `an excluding expression is an operand where expressions are taken`(word: String) throws {
    #expect(try arguments("ask loudness \(word) -n3").operands.map(\.text) == ["loudness", word])
    #expect(error("plain \(word)")?.problem == .unknownOption(word))
  }

  @Test func `a bare word with a dash is not taken for an expression, but the way is told`() {
    let error = error("ask loudness -remix")
    #expect(error?.problem == .unknownOption("-remix"))
    #expect(error?.suggestion == "-- -remix")
  }

  static let mistakes:
    [(line: String, problem: UsageError.Problem, position: Int?, suggestion: String?)] = [
      ("plan a", .unknownCommand("plan"), 0, "plain"),
      ("plain --cuont 3 a", .unknownOption("--cuont"), 1, "--count"),
      ("plain --count", .missingValue(option: "--count", placeholder: "N"), 1, nil),
      ("plain --count --wide a", .missingValue(option: "--count", placeholder: "N"), 1, nil),
      (
        "plain --count x a",
        .invalidValue(subject: "--count", word: "x", reason: "is not a whole number"), 1, nil
      ),
      (
        "plain -n101 a", .invalidValue(subject: "-n", word: "101", reason: "is not from 0 to 100"),
        1, nil
      ),
      (
        "plain --mode tabel a",
        .invalidValue(
          subject: "--mode", word: "tabel", reason: "is not one of table, json, m3u8, csv, paths0"),
        1, "table"
      ),
      ("plain --wide=yes a", .unexpectedValue(option: "--wide"), 1, nil),
      ("plain", .missingOperand("FILE"), nil, nil),
      (
        "ask loudnes",
        .invalidValue(subject: "KIND", word: "loudnes", reason: "is not one of loudness, keys"), 1,
        "loudness"
      ),
      ("--jsno", .unknownOption("--jsno"), 0, "--json"),
      ("--json", .missingOperand("COMMAND"), nil, nil),
    ]

  @Test(arguments: mistakes)
  func `an error names the word, its place, and what was perhaps meant`(
    line: String, problem: UsageError.Problem, position: Int?, suggestion: String?
  ) {
    let error = error(line)
    #expect(error?.problem == problem)
    #expect(error?.position == position)
    #expect(error?.suggestion == suggestion)
  }

  @Test(arguments: ["nan", "inf", "1e999", "", "-71"])
  func `a level must be a finite number in its range`(word: String) {
    guard case .invalidValue = error("plain --target=\(word) a")?.problem else {
      Issue.record("'\(word)' was taken")
      return
    }
  }

  @Test(arguments: [
    "plain --help", "plain --bogus --help", "plain --count --help", "help plain",
    "plain a -- b --help",
  ])
  func `help wins over errors, unless it is behind two dashes`(line: String) throws {
    let words = line.split(separator: " ").map { Word(String($0)) }
    switch try invocation(words) {
    case .help(let command, .full): #expect(command?.name == "plain")
    case .run: #expect(line.contains("--"))
    default: Issue.record("neither help nor run")
    }
  }

  @Test func `no words ask for nothing, and version wins as help does`() throws {
    guard case .nothing = try invocation([]) else {
      Issue.record("something was asked for")
      return
    }
    guard case .version = try invocation(["plain", "--bogus", "--version"]) else {
      Issue.record("no version")
      return
    }
  }
}
