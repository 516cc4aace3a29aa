/// The command line of mucat: parse, call, print.
@main
struct Mucat {
  nonisolated static func main() async {
    let program = Program(environment: .ofProcess())
    await program.run(Word.ofProcess()).exit()
  }
}
