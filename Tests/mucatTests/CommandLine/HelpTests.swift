import Catalog
import Testing

@testable import mucat

struct HelpTests {
  private func help(_ name: String?, _ level: HelpLevel, width: Int = 80) throws -> String {
    let command = try name.map { name in
      try #require(Commands.all.first { $0.name == name })
    }
    return Help(commands: Commands.all, width: width).text(for: command, level)
  }

  @Test(arguments: Commands.all.map(\.name))
  func `help shows every option, default and choice of a command`(name: String) throws {
    let command = try #require(Commands.all.first { $0.name == name })
    let brief = try help(name, .brief)
    // Laid out as prose, a phrase may be broken anywhere.
    let full = try help(name, .full).split { " \n".contains($0) }.joined(separator: " ")
    for option in command.allOptions {
      #expect(brief.contains("--" + (option.isNegatable ? "[no-]" : "") + option.name))
      #expect(brief.contains(option.summary))
      #expect(full.contains(option.summary))
    }
    for option in command.options {
      if let value = option.defaultText { #expect(full.contains("(default: \(value))")) }
      for choice in option.choices { #expect(full.contains(choice)) }
    }
    for operand in command.operands { #expect(full.contains(operand.name)) }
  }

  @Test(arguments: [nil] + Commands.all.map(\.name), [40, 80, 200])
  func `no line is wider than the terminal, but for examples`(name: String?, width: Int) throws {
    for level in [HelpLevel.brief, .full] {
      for line in try help(name, level, width: width).split(separator: "\n")
      where !line.hasPrefix("  mucat ") && !line.contains("| mucat ") && line.contains(" ") {
        let isUnbreakable = line.split(separator: " ").count == 1
        #expect(isUnbreakable || DisplayWidth.of(line) <= min(width, 98), "\(line)")
      }
    }
  }

  @Test func `the program's help shows every command and every exit status`() throws {
    let text = try help(nil, .full)
    for command in Commands.all { #expect(text.contains("  \(command.name) ")) }
    for status in ExitStatus.allCases { #expect(text.contains("\n  \(status.rawValue) ")) }
  }

  @Test func `the query's help shows every field and its examples`() throws {
    let text = try help("query", .full)
    let prose = text.split { " \n".contains($0) }.joined(separator: " ")
    for field in Query.Field.all {
      #expect(text.contains("\n  \(field.name)"))
      for example in field.example.split(separator: "  ") { #expect(prose.contains(example)) }
    }
  }
}
