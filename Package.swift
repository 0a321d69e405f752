// swift-tools-version: 6.2
import PackageDescription

/// Every target is compiled with the same strictness; `docs/decisions/0001-targets.md` says why.
let strict: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("ExistentialAny"),
  .treatAllWarnings(as: .error),
  .strictMemorySafety(),
]

/// Flags of release builds, for a root package only.
///
/// `-cross-module-optimization` resolves calls between targets when they are compiled: `GET /health` takes a third less of
/// its own CPU time. Without `-enforce-exclusivity` checks, which debug builds make, it takes another tenth less.
/// Fuzzing entries are release builds too, but keep the checks and need coverage of each module.
let optimized: [SwiftSetting] =
  Context.environment["HEARTH_FUZZ"] == nil
  ? [.unsafeFlags(["-cross-module-optimization", "-enforce-exclusivity=unchecked"], .when(configuration: .release))]
  : []

/// Targets whose code runs when a server starts, for one user at a time, or beside a write to the database: release builds
/// optimize their size. That makes the program 0.8 MB smaller (docs/decisions/0027).
let small: Set<String> = [
  "API", "Accounts", "Administration", "App", "Audit", "Chat", "Cluster", "Coach", "Console", "Consultations", "Crypto",
  "Demo", "Development", "Documentation", "Evaluation", "Foods", "HealthModels", "Jobs", "LanguageModel", "Meals",
  "Modules", "Nutrition", "Pages", "Realtime", "Storage", "StoragePostgres", "Sync", "TLS", "Templates", "TextModels",
]

/// The files of other projects in the pages of the server: those in the folder HEARTH_ASSETS, which `scripts/build-release`
/// sets. A build without them has simpler pages of its own.
let assets: [CSetting] =
  (Context.environment["HEARTH_ASSETS"]).map {
    [.define("HEARTH_ASSETS"), .unsafeFlags(["-I", $0])]
  } ?? []

/// Flags of a target that embeds tables: the folder of its files. `scripts/build-release` compresses them into the folder
/// HEARTH_TABLES; other builds embed the files themselves.
func embeds(_ folder: String, from resources: String) -> [CSetting] {
  let files =
    Context.environment["HEARTH_TABLES"].map { "\($0)/\(folder)" } ?? "\(Context.packageDirectory)/\(resources)"
  return [.unsafeFlags(["--embed-dir=\(files)"])]
}

/// Flags of targets in debug builds: those whose tables every server reads when it starts, and the codecs of every message.
///
/// Without them each start takes 0.4 s more CPU time, and the tests start more than 200 servers and send each message through
/// several codecs.
let optimizedForTests: [SwiftSetting] = [.unsafeFlags(["-O"], .when(configuration: .debug))]

/// Flags of targets whose size matters more than their speed.
let optimizedForSize: [SwiftSetting] = [.unsafeFlags(["-Osize"], .when(configuration: .release))]

let log = Target.Dependency.product(name: "Logging", package: "swift-log")

/// The folder below `Sources`, and below `Tests` for its tests, of each target that is grouped with others.
let folders: [String: String] = [
  "Platform": [
    "CLinux", "CSQLite", "CPostgres", "CZlib", "COpenSSL", "CCurl", "Bytes", "Crypto", "TLS", "Runtime", "Net",
    "Metrics",
  ],
  "Protocols": ["JSONCodec", "HTTPCodec", "WebSocketCodec", "JWT"],
  "Server": ["HTTPServer", "API"],
  "Data": ["Storage", "StoragePostgres", "Cluster", "Jobs", "Realtime", "Modules", "Audit"],
  "Domain": ["Accounts", "Meals", "Foods", "Templates", "Consultations", "Chat", "Sync", "Administration"],
].reduce(into: [:]) { folders, group in
  for target in group.value { folders[target] = group.key + "/" }
}

/// Returns the path of a target's sources.
func sources(_ name: String) -> String { "Sources/\(folders[name] ?? "")\(name)" }

/// Declares a target of the product, compiled with ``strict``.
func module(
  _ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = [], resources: [Resource]? = nil,
  settings: [SwiftSetting] = []
) -> Target {
  .target(
    name: name, dependencies: dependencies, path: sources(name), exclude: exclude, resources: resources,
    swiftSettings: strict + optimized + (small.contains(name) ? optimizedForSize : []) + settings)
}

/// Declares the wrapper of a system library.
func library(_ name: String, _ pkgConfig: String, _ package: String) -> Target {
  .systemLibrary(name: name, path: sources(name), pkgConfig: pkgConfig, providers: [.apt([package])])
}

/// Declares the tests of a target, in the folder of `Tests` that mirrors the target's own.
func tests(_ name: String, _ dependencies: [Target.Dependency] = [], exclude: [String] = []) -> Target {
  .testTarget(
    name: name + "Tests", dependencies: [.target(name: name)] + dependencies,
    path: "Tests/\(folders[name] ?? "")\(name)Tests", exclude: exclude, swiftSettings: strict)
}

/// Declares a target that only tests use.
func support(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
  .target(name: name, dependencies: dependencies, path: "Tests/Support/" + name, swiftSettings: strict)
}

let package = Package(
  name: "hearth",
  products: [.executable(name: "hearth", targets: ["hearth"])],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
  ],
  targets: [
    .target(name: "CLinux", path: sources("CLinux")),
    library("CSQLite", "sqlite3", "libsqlite3-dev"),
    // Declarations only: the library is loaded at run time, if the configuration asks for PostgreSQL.
    .systemLibrary(name: "CPostgres", path: sources("CPostgres")),
    library("CZlib", "zlib", "zlib1g-dev"),
    library("COpenSSL", "openssl", "libssl-dev"),
    library("CCurl", "libcurl", "libcurl4-openssl-dev"),

    .target(
      name: "Migrations", path: "Migrations", resources: [.embedInCode("sqlite"), .embedInCode("postgres")],
      swiftSettings: strict + optimized),

    module("Bytes", settings: optimizedForTests),
    module("JSONCodec", ["Bytes"], settings: optimizedForTests),
    module("HTTPCodec", ["Bytes"], settings: optimizedForTests),
    module("WebSocketCodec", ["Bytes", "HTTPCodec", "CZlib"], settings: optimizedForTests),
    module("Crypto", ["COpenSSL", "Bytes"], settings: optimizedForTests),
    module("JWT", ["Bytes", "JSONCodec", "Crypto"], settings: optimizedForTests),
    module("Runtime", ["CLinux"]),
    module("TLS", ["COpenSSL", "Bytes"]),
    module("Net", ["Runtime", "Bytes", "CLinux", "TLS"]),
    module("Storage", ["CSQLite", "Runtime", "Bytes", "Crypto", "Migrations"]),
    module("StoragePostgres", ["CPostgres", "Storage", "Cluster", "Migrations", "Runtime", "Bytes", "Crypto", log]),
    module("Metrics", ["Runtime"], settings: optimizedForTests),
    module("HTTPServer", ["HTTPCodec", "WebSocketCodec", "Net", "TLS", "Runtime", "Crypto", "Bytes", log]),
    module("API", ["HTTPServer", "HTTPCodec", "Net", "Runtime", "Crypto", "Bytes", "JSONCodec", log]),
    module("Cluster", ["Runtime", "Bytes", "Crypto", "TLS", log]),
    module("Jobs", ["Storage", "Cluster", "Metrics", "Runtime", "Bytes", "JSONCodec", log]),
    module(
      "Realtime",
      ["HTTPServer", "API", "Storage", "Cluster", "Metrics", "Net", "Runtime", "Bytes", "JSONCodec", log]),
    module(
      "Modules",
      ["HTTPServer", "API", "Storage", "Cluster", "Jobs", "Realtime", "Metrics", "Runtime", "Bytes", "JSONCodec", log]),
    module("Audit", ["HTTPServer", "API", "Storage", "Bytes", "JSONCodec"]),
    module("Documentation", ["HTTPServer", "API", "Realtime", "Runtime", "JSONCodec"]),
    .target(name: "CAssets", path: "Sources/Pages/CAssets", cSettings: assets),
    module(
      "Pages", ["CAssets", "HTTPServer", "API", "Runtime", "Crypto", "Bytes", "JSONCodec"], exclude: ["CAssets"],
      resources: [.embedInCode("Resources")]),
    .target(name: "CConsole", path: "Sources/Console/CConsole"),
    module(
      "Console", ["CConsole", "Pages", "HTTPServer", "API"], exclude: ["CConsole", "Resources"]),
    .target(
      name: "CFoods", path: "Sources/Nutrition/CFoods",
      cSettings: embeds("nutrition", from: "Sources/Nutrition/Resources")),
    module("HealthModels", ["Bytes"]),
    module("TextModels", ["CZlib"], settings: optimizedForTests),
    module(
      "Nutrition", ["CFoods", "Bytes", "HealthModels", "TextModels"], exclude: ["CFoods", "Resources"],
      settings: optimizedForTests),
    module("Evaluation", ["HealthModels", "Nutrition", "TextModels", "Coach", "JSONCodec"]),
    .target(name: "CCoach", path: "Sources/Coach/CCoach", cSettings: embeds("coach", from: "Sources/Coach/Resources")),
    module(
      "Coach", ["CCoach", "HealthModels", "Nutrition", "TextModels", "Bytes"],
      exclude: ["CCoach", "Resources"], settings: optimizedForTests),
    module("LanguageModel", ["CCurl", "Runtime", "Bytes", "JSONCodec", log]),
    module(
      "Accounts",
      [
        "HealthModels", "HTTPServer", "API", "Storage", "Cluster", "Audit", "Modules", "JWT", "Crypto", "Net",
        "Runtime",
        "Bytes", "JSONCodec", "Metrics", log,
      ]),
    module(
      "Meals",
      [
        "HTTPServer", "API", "Storage", "Modules", "Jobs", "Realtime", "HealthModels", "Nutrition", "TextModels",
        "LanguageModel", "Crypto",
        "Runtime", "Bytes",
        "JSONCodec", "Metrics", log,
      ]),
    module("Templates", ["HealthModels", "HTTPServer", "API", "Storage", "Modules", "Bytes", "JSONCodec"]),
    module(
      "Foods",
      [
        "HTTPServer", "API", "Storage", "Modules", "HealthModels", "Nutrition", "TextModels", "Runtime", "Bytes",
        "JSONCodec", "CZlib",
      ]),
    module(
      "Consultations",
      [
        "HTTPServer", "API", "Storage", "Cluster", "Modules", "Jobs", "Realtime", "HealthModels", "Coach",
        "LanguageModel",
        "Nutrition",
        "Runtime", "Bytes",
        "JSONCodec", log,
      ]),
    module("Sync", ["HTTPServer", "API", "Storage", "Modules", "Realtime", "Net", "Crypto", "Bytes", "JSONCodec"]),
    module(
      "Chat",
      [
        "HTTPServer", "API", "Storage", "Cluster", "Modules", "Realtime", "Metrics", "Runtime", "Bytes", "JSONCodec",
        log,
      ]),
    module(
      "Development",
      [
        "HTTPServer", "HTTPCodec", "WebSocketCodec", "API", "Modules", "Realtime", "Jobs", "Storage", "Net", "Runtime",
        "Crypto", "Bytes", "JSONCodec", "LanguageModel", log,
      ]),
    module(
      "Administration",
      [
        "HTTPServer", "API", "Storage", "Cluster", "Audit", "Modules", "Jobs", "Realtime", "Metrics", "Runtime",
        "Bytes",
        "JSONCodec",
      ]),
    module(
      "Demo",
      [
        "Accounts", "Meals", "Chat", "Consultations", "Templates", "Sync", "Coach", "Nutrition", "HealthModels",
        "Realtime",
        "Storage", "Crypto", "Runtime", "Bytes", "JSONCodec",
      ], resources: [.embedInCode("Resources")]),
    module(
      "App",
      [
        "Administration",
        "Bytes", "JSONCodec", "HTTPCodec", "WebSocketCodec", "Crypto", "JWT", "Runtime", "Net", "TLS", "Storage",
        "StoragePostgres", "Cluster",
        "Metrics", "HTTPServer", "API", "Jobs", "Realtime", "Audit", "Modules", "Documentation", "Pages", "Console",
        "Development", "Demo", "HealthModels", "Nutrition", "TextModels",
        "Coach", "Accounts",
        "Meals",
        "Templates",
        "Consultations", "Chat", "Sync", "LanguageModel", "Evaluation", "Foods", "CLinux", log,
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ]),
    .executableTarget(
      name: "hearth",
      dependencies: ["App"],
      swiftSettings: strict + optimized),
    support(
      "TestSupport",
      [
        "COpenSSL", "Bytes", "JSONCodec", "WebSocketCodec", "Runtime", "TLS", "Net", "Storage", "StoragePostgres",
        "Cluster", "HTTPServer", "API", "Realtime", "CLinux", log,
      ]),

    // What a client's guide prints, by the compiler's defaults.
    .target(name: "GuideModels", path: "Tests/Support/GuideModels"),
    .target(name: "ChatGuideModels", path: "Tests/Support/ChatGuideModels"),
    tests("Bytes", ["TestSupport"]),
    tests("JSONCodec"),
    tests("HTTPCodec", ["Bytes", "TestSupport"]),
    tests("WebSocketCodec", ["Bytes", "HTTPCodec", "TestSupport"]),
    tests("Crypto", ["Bytes", "JSONCodec", "TestSupport"]),
    tests("JWT", ["Bytes", "Crypto", "JSONCodec", "TestSupport"]),
    tests("Runtime", ["CLinux", "TestSupport"]),
    tests("TLS", ["TestSupport"]),
    tests("Net", ["Runtime", "TLS", "CLinux", "TestSupport"]),
    tests("Storage", ["TestSupport", "Runtime", "Migrations", "CSQLite", "Bytes"]),
    tests("StoragePostgres", ["TestSupport", "Storage", "Runtime", "Migrations"]),
    tests("Metrics"),
    tests(
      "HTTPServer",
      ["TestSupport", "API", "Bytes", "JSONCodec", "HTTPCodec", "WebSocketCodec", "Runtime", "Net", "TLS", log]),
    tests("API", ["TestSupport", "HTTPServer", "JSONCodec", "HTTPCodec", "Runtime", "Bytes", log]),
    tests("Cluster", ["TestSupport", "Storage", "StoragePostgres", "TLS", "Runtime", "Bytes", log]),
    tests("Jobs", ["TestSupport", "Storage", "Cluster", "Bytes", "JSONCodec", "Runtime", log]),
    tests(
      "Realtime",
      [
        "TestSupport", "Storage", "Cluster", "Bytes", "JSONCodec", "HTTPServer", "API", "Runtime", "HTTPCodec", log,
      ]),
    tests(
      "Nutrition", ["HealthModels", "TextModels", "JSONCodec"],
      exclude: [
        "Golden/meals.jsonl", "Golden/lines.jsonl", "Diaries/diaries.jsonl", "Diaries/languages.jsonl",
        "Diaries/languages-second.jsonl", "Diaries/mentions.jsonl", "Diaries/untouched.jsonl", "Diaries/plain.jsonl",
        "Diaries/plain-second.jsonl",
      ]),
    tests("TextModels"),
    tests("Evaluation", ["Nutrition", "TextModels", "Coach", "JSONCodec"]),
    tests(
      "Coach", ["HealthModels", "Nutrition", "TextModels", "Evaluation", "JSONCodec"],
      exclude: ["Cases"]),
    tests("LanguageModel", ["TestSupport", "Runtime", "Bytes", "JSONCodec", "TLS", "HTTPServer", "API", log]),
    tests(
      "Accounts",
      [
        "TestSupport", "Storage", "Cluster", "Audit", "Modules", "HTTPServer", "API", "HTTPCodec", "JWT", "Net",
        "Runtime",
        "Bytes", "JSONCodec", "Crypto", log,
      ]),
    tests(
      "Meals",
      [
        "TestSupport", "Storage", "Cluster", "HTTPServer", "API", "Jobs", "Realtime", "HealthModels", "Nutrition",
        "LanguageModel", "Bytes", "JSONCodec", "Runtime", log,
      ]),
    tests(
      "Sync",
      ["TestSupport", "Storage", "Cluster", "HTTPServer", "API", "Realtime", "Runtime", "Bytes", "JSONCodec", log]),
    tests("Templates", ["TestSupport", "Storage", "HTTPServer", "API", "Runtime", "JSONCodec"]),
    tests(
      "Foods",
      [
        "TestSupport", "Storage", "HTTPServer", "API", "HealthModels", "Nutrition", "Runtime", "Bytes", "JSONCodec",
        "CZlib",
      ]),
    tests(
      "Consultations",
      [
        "TestSupport", "Storage", "Cluster", "HTTPServer", "API", "Jobs", "Realtime", "HealthModels", "Meals", "Coach",
        "LanguageModel",
        "Runtime",
        "Bytes", "JSONCodec", log,
      ]),
    tests(
      "Chat",
      [
        "TestSupport", "Storage", "Cluster", "HTTPServer", "API", "Realtime", "Runtime", "Bytes", "JSONCodec",
        "WebSocketCodec", log,
      ]),
    tests("Administration", ["TestSupport", "API", "Storage", "Metrics", "Modules", "Jobs", "Runtime", "Bytes"]),
    tests("Pages", ["API", "HTTPServer", "HTTPCodec", "JSONCodec"]),
    tests(
      "Development",
      [
        "TestSupport", "API", "HTTPServer", "HTTPCodec", "Modules", "Realtime", "Jobs", "Net", "Runtime", "Bytes",
        "JSONCodec", "LanguageModel", "Storage", "WebSocketCodec", log,
      ]),
    tests("Console", ["API", "HTTPServer", "HTTPCodec"]),
    tests(
      "Demo",
      [
        "TestSupport", "Storage", "Accounts", "Meals", "Chat", "Consultations", "HealthModels", "Nutrition", "Coach",
        "Sync", "Bytes",
      ]),
    tests("Documentation", ["API", "HTTPServer", "HTTPCodec", "Realtime", "JSONCodec"]),
    tests(
      "App",
      [
        "TestSupport", "GuideModels", "ChatGuideModels", "Bytes", "JSONCodec", "Storage", "HTTPServer", "API",
        "HTTPCodec",
        "WebSocketCodec", "Accounts",
        "Runtime",
        "Cluster", "Jobs", "Meals", "Nutrition", "Modules", "Realtime", "Sync", "Documentation", log,
      ]),
  ]
)

// Fuzzing entries need compiler flags of their own: only `scripts/fuzz` asks for them.
if Context.environment["HEARTH_FUZZ"] != nil {
  func fuzz(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    .executableTarget(
      name: "Fuzz" + name, dependencies: ["FuzzSupport"] + dependencies, path: "Tests/Fuzz/" + name,
      swiftSettings: strict)
  }
  package.targets += [
    .target(
      name: "FuzzSupport", dependencies: ["Storage", "Migrations"], path: "Tests/Fuzz/Support",
      swiftSettings: strict),
    fuzz("Request", ["HTTPCodec", "HTTPServer", "Net"]),
    fuzz("Chunks", ["HTTPCodec"]),
    fuzz("WebSocket", ["WebSocketCodec", "HTTPCodec", "Bytes"]),
    fuzz("Token", ["JWT", "JSONCodec", "Crypto", "Bytes", "TestSupport"]),
    fuzz(
      "JSON", ["JSONCodec", "Accounts", "HealthModels", "Meals", "Realtime", "HTTPServer", "API", "HTTPCodec", "Bytes"]),
    fuzz("Configuration", ["App", "JSONCodec", .product(name: "ArgumentParser", package: "swift-argument-parser")]),
    fuzz("Meal", ["HealthModels", "Nutrition"]),
    fuzz("Model", ["LanguageModel", "Consultations", "HealthModels", "Bytes"]),
    fuzz("Chat", ["Chat", "Storage", "Runtime", "HTTPServer", "API", "HTTPCodec", "JSONCodec", "Bytes", log]),
    fuzz("Sync", ["Sync", "Storage", "JSONCodec", "Bytes"]),
  ]
}
