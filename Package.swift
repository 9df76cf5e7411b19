// swift-tools-version: 6.2
import PackageDescription

// Warnings are errors and every unsafe construct is marked, in all of our own Swift.
let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .treatAllWarnings(as: .error),
]

/// A library of the system: a module map and a shim, importable by one of our modules only.
/// `config` is the name of its pkg-config file where the headers do not lie where compilers look.
func system(_ name: String, apt: String, brew: String, config: String? = nil) -> Target {
  .systemLibrary(name: name, pkgConfig: config, providers: [.apt([apt]), .brew([brew])])
}

let package = Package(
  name: "replant",
  platforms: [.macOS(.v15)],
  products: [
    .executable(name: "replant", targets: ["replant"])
  ],
  targets: [
    system("CSQLite", apt: "libsqlite3-dev", brew: "sqlite"),
    system("CZlib", apt: "zlib1g-dev", brew: "zlib"),
    system("CXXHash", apt: "libxxhash-dev", brew: "xxhash"),
    system("CPCRE2", apt: "libpcre2-dev", brew: "pcre2"),
    system("CXML2", apt: "libxml2-dev", brew: "libxml2", config: "libxml-2.0"),
    system("CCrypto", apt: "libssl-dev", brew: "openssl@3", config: "libcrypto"),
    .target(name: "CScan"),
    .target(
      name: "CSimdJSON",
      cxxSettings: [.define("NDEBUG")],
      linkerSettings: [.linkedLibrary("simdjson")]
    ),

    .target(name: "JSONTree", dependencies: ["CSimdJSON", "CScan"], swiftSettings: strict),
    .target(
      name: "Interop",
      dependencies: ["CSQLite", "CZlib", "CXXHash", "CPCRE2", "CXML2", "CCrypto"],
      swiftSettings: strict),
    .target(name: "Pipeline", dependencies: ["JSONTree", "Interop"], swiftSettings: strict),
    .target(name: "Sinks", dependencies: ["Pipeline", "Interop"], swiftSettings: strict),
    .executableTarget(
      name: "replant", dependencies: ["Pipeline", "Sinks"], swiftSettings: strict),

    // What tests of several modules check with.
    .target(name: "SchemaCheck", path: "Tests/SchemaCheck", swiftSettings: strict),
    // For tests: libxml2 validates what replant writes by it.
    .target(
      name: "XMLCheck", dependencies: ["CXML2"], path: "Tests/XMLCheck", exclude: ["junit.xsd"],
      swiftSettings: strict),
    .testTarget(
      name: "JSONTreeTests", dependencies: ["JSONTree", "CScan"], swiftSettings: strict),
    .testTarget(
      name: "PipelineTests",
      dependencies: ["Pipeline", "JSONTree", "Interop", "SchemaCheck", "XMLCheck"],
      swiftSettings: strict),
    .testTarget(
      name: "SinksTests", dependencies: ["Sinks", "Pipeline", "Interop"], swiftSettings: strict),
    .testTarget(
      name: "CommandTests", dependencies: ["replant", "Pipeline", "Sinks", "SchemaCheck"],
      swiftSettings: strict),
  ],
  swiftLanguageModes: [.v6],
  cLanguageStandard: .c11,
  cxxLanguageStandard: .cxx17
)
