// swift-tools-version: 6.2
import PackageDescription

/// The parsers of Decoders under libFuzzer: a package of its own, since all of it, Decoders
/// included, is built with the instruments of the fuzzer and of AddressSanitizer. `./run fuzz lib`
/// builds it with the flags that this needs.
let package = Package(
  name: "fuzzing",
  dependencies: [.package(name: "mucat", path: "..")],
  targets: [
    .systemLibrary(name: "CFuzzing"),
    .executableTarget(
      name: "LibFuzzer",
      dependencies: ["CFuzzing", .product(name: "Decoders", package: "mucat")]),
  ],
  swiftLanguageModes: [.v6]
)
