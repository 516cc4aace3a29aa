// swift-tools-version: 6.2
import PackageDescription

/// A Debian C library, wrapped by a module map in the folder of its only user.
func library(_ name: String, in folder: String, pkgConfig: String, package: String) -> Target {
  .systemLibrary(
    name: name, path: "Sources/\(folder)/Libraries/\(name)", pkgConfig: pkgConfig,
    providers: [.apt([package])])
}

/// Signal processing without the optimiser is 200 to 300 times slower: debug builds optimise it too.
let optimised: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

let package = Package(
  name: "mucat",
  products: [
    .library(name: "Analysis", targets: ["Analysis"]),
    .library(name: "Catalog", targets: ["Catalog"]),
    .library(name: "Decoders", targets: ["Decoders"]),
    .executable(name: "mucat", targets: ["mucat"]),
  ],
  targets: [
    // Decoders: files -> PCM blocks, tags, payload hash.
    library("CMpg123", in: "Decoders", pkgConfig: "libmpg123", package: "libmpg123-dev"),
    library("CFLAC", in: "Decoders", pkgConfig: "flac", package: "libflac-dev"),
    library("CVorbis", in: "Decoders", pkgConfig: "vorbis", package: "libvorbis-dev"),
    library("COpus", in: "Decoders", pkgConfig: "opus", package: "libopus-dev"),
    library("CSndfile", in: "Decoders", pkgConfig: "sndfile", package: "libsndfile1-dev"),
    library(
      "CSampleRate", in: "Decoders", pkgConfig: "samplerate", package: "libsamplerate0-dev"),
    library("CXXHash", in: "Decoders", pkgConfig: "libxxhash", package: "libxxhash-dev"),
    .target(
      name: "CTagLib", path: "Sources/Decoders/Libraries/CTagLib",
      cxxSettings: [.unsafeFlags(["-O2"])], linkerSettings: [.linkedLibrary("tag")]),
    .target(name: "CSpawn", path: "Sources/Decoders/Libraries/CSpawn"),
    .target(
      name: "Decoders",
      dependencies: [
        "CMpg123", "CFLAC", "CVorbis", "COpus", "CSndfile", "CSampleRate", "CXXHash", "CTagLib",
        "CSpawn",
      ],
      exclude: ["Libraries"], swiftSettings: optimised),

    // Analysis: PCM blocks -> SessionResult.
    .target(
      name: "CWeights", path: "Sources/Analysis/Libraries/CWeights",
      cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    .target(name: "CChromaprint", path: "Sources/Analysis/Libraries/CChromaprint"),
    .target(
      name: "CKernels", path: "Sources/Analysis/Libraries/CKernels",
      cSettings: [.unsafeFlags(["-O2"])]),
    .target(
      name: "Analysis", dependencies: ["Decoders", "CWeights", "CChromaprint", "CKernels"],
      exclude: ["Libraries", "Weights"],
      swiftSettings: optimised),

    // Catalog: SessionResult and tags <-> SQLite.
    library("CSQLite", in: "Catalog", pkgConfig: "sqlite3", package: "libsqlite3-dev"),
    library("CPCRE2", in: "Catalog", pkgConfig: "libpcre2-8", package: "libpcre2-dev"),
    .target(
      name: "CMigrations", path: "Sources/Catalog/Libraries/CMigrations",
      cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    .target(
      name: "Catalog", dependencies: ["Analysis", "Decoders", "CSQLite", "CPCRE2", "CMigrations"],
      exclude: ["Libraries"]),

    .target(
      name: "CLabPages", path: "Sources/mucat/Libraries/CLabPages",
      cSettings: [.unsafeFlags(["-Wno-c23-extensions"])]),
    .executableTarget(
      name: "mucat", dependencies: ["Catalog", "Analysis", "Decoders", "CLabPages"],
      exclude: ["Libraries", "Lab/Page"]),

    // Tests, and what they share.
    .target(
      name: "TestSupport", dependencies: ["Decoders", "CSndfile"], path: "Tests/TestSupport",
      swiftSettings: optimised),
    .executableTarget(
      name: "Fuzzing", dependencies: ["Decoders", "TestSupport"], path: "Tests/Fuzzing"),
    .testTarget(name: "DecodersTests", dependencies: ["Decoders", "TestSupport"]),
    .systemLibrary(
      name: "CEBUR128", path: "Tests/LoudnessReference/Libraries/CEBUR128", pkgConfig: "libebur128",
      providers: [.apt(["libebur128-dev"])]),
    .target(
      name: "LoudnessReference", dependencies: ["CEBUR128", "Decoders"],
      path: "Tests/LoudnessReference", exclude: ["Libraries"], swiftSettings: optimised),
    .testTarget(
      name: "AnalysisTests",
      dependencies: ["Analysis", "CChromaprint", "Decoders", "LoudnessReference", "TestSupport"]),
    .target(
      name: "CatalogGenerator", dependencies: ["Catalog", "CSQLite", "TestSupport"],
      path: "Tests/CatalogGenerator"),
    .testTarget(
      name: "CatalogTests", dependencies: ["Catalog", "CatalogGenerator", "CSQLite", "TestSupport"]),
    .testTarget(
      name: "mucatTests",
      dependencies: [
        "mucat", "Catalog", "CatalogGenerator", "Analysis", "Decoders", "TestSupport",
      ]),
    .executableTarget(
      name: "Benchmarks",
      dependencies: [
        "Catalog", "CatalogGenerator", "Analysis", "Decoders", "LoudnessReference", "TestSupport",
      ],
      path: "Tests/Benchmarks",
      exclude: [
        "beets_queries.py", "cp_sat.py", "form.py", "key_agreement.py", "measures.py", "phrases.py",
        "reliability.py",
      ]),
    .executableTarget(
      name: "DemoLibrary", dependencies: ["TestSupport", "Decoders"], path: "Tests/DemoLibrary"),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .gnu2x,
  cxxLanguageStandard: .cxx17
)
