import Testing

@testable import mucat

/// Walks the registry: what must hold for every command and option, present and future.
struct CommandsTests {
  @Test(arguments: Commands.all.map(\.name))
  func `every command keeps to the rules of the registry`(name: String) throws {
    let command = try #require(Commands.all.first { $0.name == name })
    #expect(command.name.allSatisfy { $0.isLowercase && $0.isASCII })
    #expect(!command.summary.isEmpty && command.summary.count <= 60)
    #expect(command.summary.last != ".")
    #expect(!command.details.isEmpty)
    #expect(!command.examples.isEmpty)
    for example in command.examples { #expect(example.words.contains("mucat \(name)")) }

    let options = command.allOptions
    #expect(Set(options.map(\.name)).count == options.count, "two options of one name")
    let shorts = options.compactMap(\.short)
    #expect(Set(shorts).count == shorts.count, "two options of one letter")
    #expect(!shorts.contains("h"), "-h is help")
    for option in options {
      #expect(!option.summary.isEmpty && option.summary.count <= 50, "\(option.name)")
      #expect(option.summary.last != ".")
    }
    // Behind an operand that takes many, or may be absent, nothing can follow.
    for operand in command.operands.dropLast() { #expect(operand.arity == .one) }
    for operand in command.operands { #expect(operand.summary.count <= 60) }
  }

  @Test func `no two commands have one name`() {
    #expect(Set(Commands.all.map(\.name)).count == Commands.all.count)
  }

  @Test(arguments: ShellCompletion.Shell.allCases)
  func `every command and option occurs in every completion script`(
    shell: ShellCompletion.Shell
  ) {
    let script = ShellCompletion(commands: Commands.all).script(for: shell)
    for command in Commands.all {
      #expect(script.contains(command.name))
      for option in command.allOptions {
        let spelling = shell == .fish ? "-l \(option.name)" : "--\(option.name)"
        #expect(script.contains(spelling), "\(command.name) \(option.name)")
      }
    }
  }
}
