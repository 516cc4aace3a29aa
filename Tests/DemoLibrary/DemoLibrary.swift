@main
struct DemoLibrary {
  static func main() {}
}
