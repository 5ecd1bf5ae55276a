// swift-tools-version: 6.1
import PackageDescription

/// `BENCH_NO_JEMALLOC=1` builds on the C library's allocator, as the sanitizers need it.
let usesJemalloc = Context.environment["BENCH_NO_JEMALLOC"] != "1"
let jemalloc = Target.systemLibrary(
    name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])])

/// True if an app builds this package: SwiftPM reads a dependency's manifest without its folder, at
/// `/`, and again in its own folder of checkouts. Apps that name a folder set `BENCH_RANGES=1`.
let isDependency = Context.environment["BENCH_RANGES"] == "1"
    || Context.packageDirectory == "/" || Context.packageDirectory.contains("/checkouts/")

/// All results are made with one version of each package; apps may have newer ones.
func dependency(
    _ repository: String, _ version: Version, traits: Set<Package.Dependency.Trait> = [.defaults]
) -> Package.Dependency {
    let url = "https://github.com/" + repository
    return isDependency
        ? .package(url: url, from: version, traits: traits)
        : .package(url: url, exact: version, traits: traits)
}

func product(_ name: String, of package: String) -> Target.Dependency {
    .product(name: name, package: package)
}

let argumentParser = product("ArgumentParser", of: "swift-argument-parser")
let histogram = product("Histogram", of: "hdrhistogram-swift")
let nioCore = product("NIOCore", of: "swift-nio")
let nioPosix = product("NIOPosix", of: "swift-nio")
let nioLocks = product("NIOConcurrencyHelpers", of: "swift-nio")
let nioHTTP1 = product("NIOHTTP1", of: "swift-nio")
let nioWebSocket = product("NIOWebSocket", of: "swift-nio")
let nioEmbedded = product("NIOEmbedded", of: "swift-nio")
let nioSSL = product("NIOSSL", of: "swift-nio-ssl")
let logging = product("Logging", of: "swift-log")
let lifecycle = product("ServiceLifecycle", of: "swift-service-lifecycle")
// Apple's systems have Combine.
let openCombine = Target.Dependency.product(
    name: "OpenCombine", package: "OpenCombine", condition: .when(platforms: [.linux]))
let asyncHTTPClient = product("AsyncHTTPClient", of: "async-http-client")
let bigInt = product("BigInt", of: "BigInt")
let deque = product("DequeModule", of: "swift-collections")
let hummingbird = product("Hummingbird", of: "hummingbird")
let httpTypesHTTP1 = product("NIOHTTPTypesHTTP1", of: "swift-nio-extras")
let hummingbirdCore = product("HummingbirdCore", of: "hummingbird")
let mustache = product("Mustache", of: "swift-mustache")
let grdb = product("GRDB", of: "GRDB.swift")
// iOS has no child processes, and the package refuses to be built for it.
let subprocess = Target.Dependency.product(
    name: "Subprocess", package: "swift-subprocess",
    condition: .when(platforms: [.linux, .macOS]))

/// For what puts measurements into words and pictures, where nobody would see a difference.
let unoptimized = [SwiftSetting.unsafeFlags(["-Onone"], .when(configuration: .release))]

/// Checks of whole data structures, for tests in debug builds; the fuzzer's
/// release build defines it as well.
let checksInvariants = [SwiftSetting.define("ODDS_INVARIANTS", .when(configuration: .debug))]

// What apps import: the way from a frame's bytes to the tree.
let reconstruction: [Target] = [
    .target(name: "OddsModel", swiftSettings: checksInvariants),
    .target(name: "CWire"),
    .target(name: "OddsWire", dependencies: ["CWire", "OddsModel"]),
    .target(name: "OddsStore", dependencies: ["OddsModel", "OddsWire"],
        swiftSettings: checksInvariants),
    .target(name: "OddsReconstruction", dependencies: ["OddsModel", "OddsWire", "OddsStore"],
        swiftSettings: checksInvariants),
]

// The client: a feed over connections that break.
let client: [Target] = [
    .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
    .target(name: "OddsJSON"),
    .target(name: "OddsEntities", dependencies: ["OddsJSON", "OddsModel"]),
    .target(name: "OddsTopics"),
    .target(name: "OddsBetting", dependencies: ["OddsJSON", bigInt]),
    .target(name: "OddsWAMP", dependencies: ["OddsJSON"]),
    .target(name: "OddsWebSocket", dependencies: ["CZlib", nioCore, nioHTTP1, nioWebSocket]),
    .target(name: "OddsClient", dependencies: [
        "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsJSON", "OddsTopics",
        "OddsWAMP", "OddsWebSocket", nioCore, nioPosix, nioLocks, nioSSL,
        .product(name: "AsyncAlgorithms", package: "swift-async-algorithms")]),
    .target(name: "ServicesProvider", dependencies: [
        "OddsBetting", "OddsClient", "OddsJSON", "OddsModel", "OddsTopics", "OddsWAMP", logging,
        nioCore, nioLocks, nioHTTP1, nioPosix, asyncHTTPClient]),
    .target(name: "ServicesProviderCombine", dependencies: [
        "ServicesProvider", "OddsBetting", "OddsClient", "OddsModel", nioLocks, openCombine]),
    .target(name: "OddsClientTesting", dependencies: ["OddsClient", "OddsWAMP", nioLocks]),
]

// The harness: measured runs of a strategy, and what every result is made of.
let harness: [Target] = [
    .systemLibrary(name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
    .target(name: "CLinux"),
    .target(name: "SeededRandom"),
    .target(name: "OddsCapture", dependencies: ["CZlib", "OddsJSON"]),
    .target(name: "OddsMeasurement", dependencies: [
        "SeededRandom", "CLinux", "CZlib", histogram,
        .target(name: "COpenSSL", condition: .when(platforms: [.linux]))]),
    .target(name: "OddsLedger", dependencies: ["OddsMeasurement"]),
    .target(name: "OddsResults", dependencies: ["OddsMeasurement"], exclude: ["Schemas"]),
    .target(name: "COffers"),
    .target(name: "OddsHarness", dependencies: [
        "COffers", "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsCapture",
        "OddsMeasurement", "OddsResults"]),
]

// The traffic: what a feed sends, and a server that sends it.
let traffic: [Target] = [
    .target(name: "OddsTraffic", dependencies: ["OddsModel", "OddsCapture", "SeededRandom"],
        path: "Generators/OddsTraffic", exclude: ["PROFILE.md"]),
    .target(name: "OddsSimulator", dependencies: [
        "OddsTraffic", "OddsTopics", "OddsWAMP", "OddsWire", "OddsReconstruction", "OddsBetting",
        "OddsCapture", "OddsJSON", deque], path: "Generators/OddsSimulator"),
    .target(name: "OddsPlatform", dependencies: [
        "COpenSSL", "OddsBetting", "OddsJSON", "OddsModel", "OddsSimulator", "OddsTraffic",
        nioLocks, nioPosix, grdb, deque], path: "Generators/OddsPlatform"),
    .target(name: "OddsPlatformServer", dependencies: [
        "OddsBetting", "OddsJSON", "OddsMeasurement", "OddsPlatform", "OddsServer", "OddsSimulator",
        "OddsTraffic", logging, nioCore, nioLocks, lifecycle, hummingbird, hummingbirdCore,
        mustache,
    ], path: "Generators/OddsPlatformServer",
        resources: [
            "cashier.mustache", "cashier.js", "cashier.css", "openapi.yaml", "openapi-schemas.yaml",
            "openapi-sportradar.yaml", "openapi-sportradar-schemas.yaml",
        ].map { .embedInCode("Resources/" + $0) }),
    .target(name: "OddsFleetFeed", dependencies: ["OddsJSON"]),
    .target(name: "OddsServer", dependencies: [
        "OddsCapture", "OddsConsole", "OddsJSON", "OddsLedger", "OddsSimulator", "OddsTopics",
        "OddsTraffic", "OddsWAMP", "OddsWebSocket", logging, nioCore, nioPosix, nioHTTP1,
        nioWebSocket, nioLocks, nioSSL, hummingbird, hummingbirdCore, httpTypesHTTP1, lifecycle,
    ], path: "Generators/OddsServer"),
    .target(name: "GameServer", dependencies: [
        "OddsClient", "OddsJSON", "OddsMeasurement", "OddsModel", "OddsServer", "OddsWebSocket",
        "SeededRandom", "ServicesProvider", logging, nioCore, nioPosix, nioHTTP1, nioWebSocket,
        nioLocks, lifecycle, hummingbird, hummingbirdCore, httpTypesHTTP1,
    ], path: "Generators/GameServer", resources: [.embedInCode("Resources")]),
    .executableTarget(name: "game", dependencies: [
        "GameServer", "OddsMeasurement", "OddsOptions", "OddsResults", "OddsServer", argumentParser,
        logging, lifecycle], path: "Generators/game"),
    .target(name: "OddsSimulatorProgram", dependencies: [
        "OddsMeasurement", "OddsServer", "OddsSimulator", "OddsTraffic", "OddsOptions",
        "OddsResults", "OddsPlatform", "OddsPlatformServer", "OddsWebSocket", argumentParser,
        logging, lifecycle, nioCore, nioPosix] + (usesJemalloc ? ["CJemalloc"] : []),
        path: "Generators/OddsSimulatorProgram",
        swiftSettings: usesJemalloc ? [.define("BENCH_JEMALLOC")] : []),
    .executableTarget(name: "emsim", dependencies: [
        "OddsSimulatorProgram", "OddsOptions", "OddsLauncher", argumentParser],
        path: "Generators/emsim"),
    .target(name: "OddsLoadClients", dependencies: [
        "OddsTopics", "OddsWAMP", "OddsWebSocket", histogram, nioCore, nioPosix,
    ], path: "Generators/OddsLoadClients"),
    .executableTarget(name: "emload", dependencies: [
        "OddsConsole", "OddsLoadClients", "OddsOptions", "OddsResults", "OddsWebSocket",
        argumentParser, nioCore, nioPosix], path: "Generators/emload"),
]

// The command line: `bench` starts the program that has the command, so that
// only those who measure over sockets build what sockets take.
let commandLine: [Target] = [
    .target(name: "OddsReference"),
    .target(name: "OddsVerification", dependencies: [
        "OddsModel", "OddsWire", "OddsReconstruction", "OddsReference",
    ], swiftSettings: checksInvariants),
    .target(name: "OddsExternal", dependencies: [
        "OddsConsole", "OddsModel", "OddsReconstruction", "OddsMeasurement", "CLinux", "CZlib"]),
    .target(name: "OddsConformance", dependencies: [
        "OddsCapture", "OddsExternal", "OddsReference", "OddsResults", "OddsTraffic",
        "SeededRandom",
    ], resources: [.embedInCode("Resources/rules.txt")]),
    .target(name: "OddsExperiments", dependencies: [
        "OddsModel", "OddsWire", "OddsReconstruction", "OddsCapture", "OddsMeasurement",
        "OddsResults", "OddsHarness", "OddsLedger", "OddsTraffic", "OddsVerification",
        "OddsConformance", "OddsExternal", "OddsConsole", "OddsLauncher", "CLinux", subprocess,
    ] + (usesJemalloc ? ["CJemalloc"] : []),
        swiftSettings: usesJemalloc ? [.define("BENCH_JEMALLOC")] : []),
    .target(name: "OddsReport", dependencies: [
        "OddsConsole", "OddsMeasurement", "OddsResults", mustache],
        resources: ["page.mustache", "page.css", "page.js", "junit.mustache"].map {
            .embedInCode("Resources/" + $0)
        },
        swiftSettings: unoptimized),
    .target(name: "OddsFleetPlan", dependencies: ["OddsMeasurement", "OddsResults"]),
    .target(name: "OddsOptions", dependencies: [
        "OddsCapture", "OddsConsole", "OddsExternal", "OddsReconstruction", "OddsResults",
        "OddsTraffic", "OddsWire", argumentParser], swiftSettings: unoptimized),
    .target(name: "OddsLive", dependencies: [
        "OddsReconstruction", "OddsCapture", "OddsMeasurement", "OddsResults", "OddsHarness",
        "OddsLedger", "OddsExperiments", "OddsTraffic", "OddsSimulator", "OddsTopics", "OddsWAMP",
        "OddsClient", "OddsJSON", "OddsWebSocket", "OddsWire", "OddsLauncher", "ServicesProvider",
        nioCore, nioPosix, subprocess]),
    .target(name: "OddsFleetRun", dependencies: [
        "OddsJSON", "OddsMeasurement", "OddsResults", "OddsLedger", "OddsExperiments",
        "OddsReconstruction"]),
    .target(name: "OddsPlatformLoad", dependencies: [
        "OddsMeasurement", "OddsResults", "OddsHarness", "OddsExperiments", "OddsLauncher",
        "OddsClient", "OddsLedger", "OddsLive", "OddsModel", "OddsPlatform", "OddsReconstruction",
        "SeededRandom", "ServicesProvider", nioLocks]),
    .target(name: "OddsConsole"),
    .target(name: "OddsLauncher", dependencies: ["OddsConsole"],
        swiftSettings: usesJemalloc ? [.define("BENCH_JEMALLOC")] : []),
    .executableTarget(name: "bench", dependencies: ["OddsConsole", "OddsLauncher"]),
    .executableTarget(name: "bench-metrics", dependencies: [
        "OddsResults", "OddsMeasurement", "OddsConsole", "OddsOptions", "OddsWebSocket",
        argumentParser, logging, lifecycle, nioCore, hummingbird, hummingbirdCore,
    ], swiftSettings: unoptimized),
    .executableTarget(name: "bench-core", dependencies: [
        "OddsReconstruction", "OddsCapture", "OddsMeasurement", "OddsResults", "OddsHarness",
        "OddsConformance", "OddsExternal", "OddsExperiments", "OddsReport", "OddsOptions",
        "OddsTraffic", "OddsConsole", "OddsLauncher", argumentParser], swiftSettings: unoptimized),
    .executableTarget(name: "bench-presets", dependencies: [
        "OddsOptions", "OddsResults", "OddsConsole", "OddsLauncher", "OddsMeasurement",
        argumentParser, .product(name: "TOMLKit", package: "TOMLKit"),
    ], resources: ["bench.toml", "bench.yml"].map { .embedInCode("Resources/" + $0) },
        swiftSettings: unoptimized),
    .executableTarget(name: "bench-platform", dependencies: [
        "OddsMeasurement", "OddsResults", "OddsExperiments", "OddsLive", "OddsPlatformLoad",
        "OddsReport", "OddsOptions", "OddsConsole", "OddsSimulator", "ServicesProvider",
        "OddsClient", "OddsReconstruction", argumentParser], swiftSettings: unoptimized),
    .executableTarget(name: "bench-live", dependencies: [
        "OddsMeasurement", "OddsResults", "OddsExperiments", "OddsLive", "OddsReport",
        "OddsOptions", "OddsConsole", "OddsLauncher", "OddsClient", "OddsSimulator",
        "OddsWebSocket", argumentParser, nioPosix, nioSSL], swiftSettings: unoptimized),
]

// An example, and a program that tests start.
let examples: [Target] = [
    .executableTarget(name: "board", dependencies: ["OddsModel", "ServicesProvider"],
        path: "Tests/ExampleBoard", exclude: ["run", "place.py"]),
    .executableTarget(name: "cashier", dependencies: ["ServicesProvider"],
        path: "Tests/ExampleCashier", exclude: ["run"]),
    .executableTarget(name: "bet-formula", dependencies: [
        "OddsBetting", "SeededRandom", argumentParser, bigInt,
    ], path: "Tests/BetFormula", exclude: ["returns.py"]),
    .executableTarget(name: "echo-client", dependencies: [
        "OddsConsole", "OddsWebSocket", argumentParser, nioCore, nioPosix,
    ], path: "Tests/Autobahn", exclude: [
        "autobahn.py", "python2", "requirements.in", "requirements.txt", "tools.in", "tools.txt"]),
]

// What runs on more than one machine, over NATS. Only these programs need its client.
let fleet: [Target] = [
    .systemLibrary(name: "CNATS", pkgConfig: "libnats", providers: [.apt(["libnats-dev"])]),
    .target(name: "OddsNATS", dependencies: ["CNATS"]),
    .target(name: "OddsFleetServer", dependencies: [
        "OddsFleetFeed", "OddsMeasurement", "OddsNATS", "OddsServer", "OddsSimulator",
        "OddsTraffic", logging, deque, nioCore, nioLocks, nioPosix,
    ], path: "Generators/OddsFleetServer", exclude: ["Deployment"]),
    .target(name: "OddsFleetLoad", dependencies: [
        "OddsClient", "OddsExperiments", "OddsFleetFeed", "OddsFleetRun", "OddsJSON",
        "OddsLauncher", "OddsLedger", "OddsLive", "OddsMeasurement", "OddsNATS",
        "OddsReconstruction", "OddsResults", "OddsTopics", "OddsWebSocket", "SeededRandom"]),
    .target(name: "OddsFleetCalibration", dependencies: [
        "OddsClient", "OddsExperiments", "OddsFleetFeed", "OddsFleetLoad", "OddsLauncher",
        "OddsLive", "OddsLoadClients", "OddsMeasurement", "OddsNATS", "OddsResults", nioPosix]),
    .executableTarget(name: "bench-fleet", dependencies: [
        "OddsExperiments", "OddsFleetCalibration", "OddsFleetLoad", "OddsFleetPlan", "OddsFleetRun",
        "OddsConsole", "OddsLauncher", "OddsMeasurement", "OddsNATS", "OddsOptions", "OddsReport",
        "OddsResults", argumentParser], swiftSettings: unoptimized),
    .executableTarget(name: "emsim-fleet", dependencies: [
        "OddsFleetFeed", "OddsFleetServer", "OddsNATS", "OddsOptions", "OddsServer",
        "OddsSimulatorProgram", argumentParser, logging, lifecycle,
    ], path: "Generators/emsim-fleet"),
]

let tests: [Target] = [
    .target(name: "OddsTestInputs", dependencies: ["OddsConformance", "OddsReference"],
        path: "Tests/OddsTestInputs"),
    .target(name: "OddsFixtures", dependencies: ["OddsCapture", "OddsMeasurement", "OddsResults"],
        path: "Tests/OddsFixtures"),
    .testTarget(name: "ArchitectureTests", dependencies: ["OddsLauncher"]),
    .testTarget(name: "OddsModelTests", dependencies: ["OddsModel", "OddsTestInputs"],
        swiftSettings: checksInvariants),
    .testTarget(name: "OddsWireTests", dependencies: [
        "CWire", "OddsWire", "OddsReference", "OddsVerification", "OddsTestInputs"]),
    .testTarget(name: "OddsReconstructionTests", dependencies: [
        "OddsModel", "OddsWire", "OddsStore", "OddsReconstruction", "OddsCapture", "OddsReference",
        "OddsVerification", "OddsMeasurement", "OddsTestInputs"], swiftSettings: checksInvariants),
    .testTarget(name: "OddsEntitiesTests", dependencies: [
        "OddsEntities", "OddsModel", "OddsReconstruction", "OddsCapture", "OddsTraffic",
        "OddsTestInputs"]),
    .testTarget(name: "OddsReferenceTests", dependencies: ["OddsReference", "OddsTestInputs"]),
    .testTarget(name: "OddsConsoleTests", dependencies: ["OddsConsole"]),
    .testTarget(name: "OddsJSONTests", dependencies: ["OddsJSON"]),
    .testTarget(name: "OddsBettingTests", dependencies: ["OddsBetting", "SeededRandom", bigInt]),
    .testTarget(name: "OddsWAMPTests", dependencies: ["OddsWAMP", "OddsTestInputs"]),
    .testTarget(name: "OddsTopicsTests", dependencies: ["OddsTopics", "OddsTestInputs"]),
    .testTarget(name: "OddsCaptureTests", dependencies: ["OddsCapture", "OddsFixtures"]),
    .testTarget(name: "OddsTrafficTests", dependencies: [
        "OddsTraffic", "OddsCapture", "OddsJSON", "OddsModel", "OddsReconstruction",
        "OddsReference", "OddsVerification", "OddsMeasurement", "OddsFixtures", "OddsTestInputs"]),
    .testTarget(name: "OddsMeasurementTests", dependencies: [
        "OddsMeasurement", "SeededRandom", histogram]),
    .testTarget(name: "OddsResultsTests", dependencies: [
        "OddsResults", "OddsMeasurement", "OddsFixtures"]),
    .testTarget(name: "OddsHarnessTests", dependencies: [
        "OddsHarness", "OddsResults", "OddsMeasurement", "OddsModel", "OddsReconstruction",
        "OddsCapture", "OddsTraffic", "OddsFixtures", "OddsWire"]),
    .testTarget(name: "OddsLedgerTests", dependencies: ["OddsLedger"]),
    .testTarget(name: "OddsLiveTests", dependencies: [
        "OddsLive", "OddsCapture", "OddsExperiments", "OddsClient", "OddsClientTesting",
        "OddsHarness", "OddsLedger", "OddsModel", "OddsServer", "OddsSimulator", "OddsTopics",
        "OddsTraffic", "OddsResults", "OddsMeasurement", "OddsWAMP", "PlatformFixture", logging,
        "OddsReconstruction", nioCore, nioPosix]),
    .testTarget(name: "OddsFleetRunTests", dependencies: [
        "OddsFleetRun", "OddsJSON", "OddsLedger", "OddsMeasurement", "OddsResults", "OddsFixtures",
        "SeededRandom"]),
    .testTarget(name: "OddsPlatformLoadTests", dependencies: [
        "OddsPlatformLoad", "PlatformFixture", "OddsClient", "OddsExperiments", "OddsLive",
        "OddsMeasurement", "OddsModel", "OddsReconstruction", "OddsResults", "OddsServer",
        "OddsSimulator", "OddsTraffic", "ServicesProvider", lifecycle]),
    .testTarget(name: "OddsExperimentsTests", dependencies: [
        "OddsExperiments", "OddsHarness", "OddsLedger", "OddsResults", "OddsMeasurement",
        "OddsCapture", "OddsModel", "OddsWire", "OddsReconstruction", "OddsTraffic", "OddsFixtures",
        "OddsLauncher", "bench-core"]),
    // Optimized: what it simulates would take a minute otherwise.
    .target(name: "OddsFleetSimulation", dependencies: ["OddsClient", "SeededRandom"],
        path: "Tests/OddsFleetSimulation", swiftSettings: [
            .unsafeFlags(["-O", "-wmo", "-num-threads", "2"], .when(configuration: .debug))]),
    .testTarget(name: "OddsFleetPlanTests", dependencies: [
        "OddsFleetPlan", "OddsFleetSimulation", "OddsClient", "OddsFixtures", "OddsResults",
        "SeededRandom"]),
    .testTarget(name: "OddsFleetCalibrationTests", dependencies: [
        "OddsFleetCalibration", "OddsExperiments", "OddsFixtures", "OddsResults", "bench-fleet"]),
    .testTarget(name: "OddsReportTests", dependencies: [
        "OddsReport", "OddsExperiments", "OddsFleetPlan", "OddsResults", "OddsMeasurement",
        "OddsFixtures"]),
    .testTarget(name: "OddsSimulatorTests", dependencies: [
        "OddsSimulator", "OddsTraffic", "OddsWAMP", "OddsCapture", "OddsReconstruction"]),
    .testTarget(name: "OddsFleetFeedTests", dependencies: ["OddsFleetFeed", "OddsTestInputs"]),
    .testTarget(name: "GameServerTests", dependencies: [
        "GameServer", "OddsClient", "OddsJSON", "OddsMeasurement", "OddsModel",
        "OddsReconstruction", "OddsServer", "OddsSimulator", "OddsTraffic", "OddsWebSocket",
        "PlatformFixture", "SeededRandom", logging, lifecycle, hummingbirdCore, asyncHTTPClient,
        nioCore, nioLocks, nioEmbedded, nioPosix, nioWebSocket, hummingbird]),
    .testTarget(name: "OddsPlatformTests", dependencies: [
        "OddsPlatform", "OddsBetting", "OddsJSON", "OddsTraffic", "PlatformFixture", "SeededRandom",
        nioLocks, nioPosix, grdb]),
    .target(name: "PlatformFixture", dependencies: [
        "OddsPlatform", "OddsPlatformServer", "OddsServer", "OddsSimulator", "OddsTraffic", logging,
        "OddsJSON", lifecycle, nioCore, nioPosix, nioLocks], path: "Tests/PlatformFixture"),
    .testTarget(name: "OddsPlatformServerTests", dependencies: [
        "PlatformFixture", "OddsPlatform", "OddsPlatformServer", "OddsServer", "OddsSimulator",
        "OddsJSON", "OddsMeasurement", "OddsTopics", "OddsTraffic", "OddsWAMP", "SeededRandom",
        logging, nioCore, nioEmbedded, asyncHTTPClient, hummingbird, hummingbirdCore]),
    .testTarget(name: "OddsWebSocketTests", dependencies: [
        "OddsWebSocket", nioCore, nioEmbedded, nioHTTP1, nioWebSocket]),
    .target(name: "NATSFixture", path: "Tests/NATSFixture"),
    .testTarget(name: "OddsNATSTests", dependencies: ["NATSFixture", "OddsNATS"]),
    .target(name: "FleetFixture", dependencies: [
        "NATSFixture", "OddsFleetFeed", "OddsFleetServer", "OddsNATS", "OddsServer",
        "OddsSimulator", "OddsTraffic", logging], path: "Tests/FleetFixture"),
    .testTarget(name: "OddsFleetServerTests", dependencies: [
        "FleetFixture", "OddsClient", "OddsFleetFeed", "OddsFleetServer", "OddsNATS",
        "OddsReconstruction", "OddsServer", "OddsSimulator", "OddsWAMP"]),
    .testTarget(name: "OddsFleetLoadTests", dependencies: [
        "FleetFixture", "OddsClient", "OddsExperiments", "OddsFixtures", "OddsFleetLoad",
        "OddsFleetRun", "OddsMeasurement", "OddsNATS", "OddsResults"]),
    .testTarget(name: "OddsServerTests", dependencies: [
        "OddsServer", "OddsSimulator", "OddsLedger", "OddsTraffic", "OddsWAMP", "OddsWebSocket",
        "OddsReconstruction", "OddsTestInputs", logging, lifecycle, nioCore, nioEmbedded, nioPosix,
        nioWebSocket]),
    .testTarget(name: "OddsClientTests", dependencies: [
        "OddsClient", "OddsClientTesting", "OddsServer", "OddsSimulator", "OddsTraffic", "OddsJSON",
        "OddsTopics", "OddsWAMP", "OddsWebSocket", "OddsModel", "OddsReconstruction",
        "PlatformFixture", "SeededRandom", "ServicesProvider", logging, nioSSL, nioCore, nioPosix,
        nioHTTP1, nioWebSocket]),
    .target(name: "PublisherFixture", dependencies: ["ServicesProvider", openCombine, nioLocks],
        path: "Tests/PublisherFixture"),
    .testTarget(name: "OddsConformanceTests", dependencies: [
        "OddsConformance", "OddsExternal", "OddsReconstruction", "OddsResults"]),
    .testTarget(name: "ServicesProviderTests", dependencies: [
        "ServicesProvider", "ServicesProviderCombine", "OddsBetting", "OddsClient",
        "OddsClientTesting", "PlatformFixture", "PublisherFixture", "OddsSimulator", "OddsServer",
        "OddsTraffic", "OddsMeasurement", "OddsModel", "OddsPlatform", "SeededRandom", "cashier",
        logging, openCombine, nioLocks, nioCore, asyncHTTPClient]),
    .testTarget(name: "ServicesProviderEventsTests", dependencies: [
        "ServicesProvider", "ServicesProviderCombine", "PlatformFixture", "PublisherFixture",
        "OddsClient", "OddsClientTesting", "OddsModel", "OddsServer", "OddsSimulator",
        "OddsTraffic", "OddsWAMP", "SeededRandom", logging, openCombine, nioLocks, nioCore,
        nioPosix]),
    .testTarget(name: "BenchTests", dependencies: [
        "bench-core", "bench-live", "bench-metrics", "bench-platform", "bench-presets", "emsim",
        "emload", "OddsSimulatorProgram", "OddsModel", "OddsWire", "OddsExperiments", "OddsOptions",
        "OddsResults", "OddsReconstruction", "OddsReport", "OddsTraffic", "OddsLauncher",
        "OddsFixtures", "OddsFleetPlan", "OddsHarness", argumentParser,
    ], exclude: ["wrong-inputs.txt"]),
]

/// `BENCH_FUZZ=1` adds the fuzz targets, which link only with the flags that `make fuzz`
/// passes. `BENCH_FUZZ=compile` adds them as libraries, which need no linking.
let fuzzingMode = Context.environment["BENCH_FUZZ"]

let fuzzPrograms: [Target] = [
    fuzzProgram("fuzz-seeds", ["FuzzFrames", "FuzzTargets"]),
    .executableTarget(name: "fuzz-mutants", dependencies: [
        "FuzzFrames", "SeededRandom", argumentParser], path: "Tests/Fuzz/Sources/fuzz-mutants"),
] + ["parser", "channels", "socket", "wamp", "websocket", "fleet"].map {
    fuzzProgram("fuzz-\($0)", ["FuzzTargets"])
}

func fuzzProgram(_ name: String, _ dependencies: [Target.Dependency]) -> Target {
    let path = "Tests/Fuzz/Sources/" + name
    return fuzzingMode == "compile"
        ? .target(name: name, dependencies: dependencies, path: path)
        : .executableTarget(name: name, dependencies: dependencies, path: path)
}

let fuzzing: [Target] = [
    .systemLibrary(name: "CFuzzer", path: "Tests/Fuzz/Sources/CFuzzer"),
    .target(name: "FuzzFrames", dependencies: [
        "OddsModel", "OddsWire", "OddsTraffic", "SeededRandom",
    ], path: "Tests/Fuzz/Sources/FuzzFrames"),
    .target(name: "FuzzTargets", dependencies: [
        "CFuzzer", "FuzzFrames", "OddsFleetFeed", "OddsFleetRun", "OddsLedger", "OddsMeasurement",
        "OddsModel", "OddsWire", "OddsReconstruction", "OddsWAMP", "OddsWebSocket", nioCore,
        nioEmbedded, nioWebSocket], path: "Tests/Fuzz/Sources/FuzzTargets",
        swiftSettings: checksInvariants),
] + fuzzPrograms

/// `BENCH_PEERS=1` adds the comparisons, so that users of the libraries get
/// nothing of them.
let comparesPeers = Context.environment["BENCH_PEERS"] == "1"

/// simdjson's On-Demand code is compiled into its user: without NDEBUG it asserts what it assumes,
/// and on x86-64 it needs to be told of a processor newer than 2004 to be any good.
#if arch(x86_64)
    let processorFlags = ["-march=haswell"]
#else
    let processorFlags: [String] = []
#endif

let peers: [Target] = [
    .target(name: "SimdjsonPeer", path: "Benchmarks/SimdjsonPeer",
        cxxSettings: [.unsafeFlags(["-O3", "-DNDEBUG"] + processorFlags)],
        linkerSettings: [.linkedLibrary("simdjson")]),
    .target(name: "PeerBenchmarks", dependencies: [
        "SimdjsonPeer", "OddsModel", "OddsWire", "OddsReconstruction", "OddsCapture", "OddsTraffic",
        "OddsMeasurement", subprocess, grdb], path: "Benchmarks/PeerBenchmarks"),
    .executableTarget(name: "peers", dependencies: [
        "PeerBenchmarks", "OddsCapture", "OddsConsole", "OddsOptions", "OddsResults",
        argumentParser], path: "Benchmarks/peers"),
    .executableTarget(name: "swift-strategy", dependencies: [
        "OddsConsole", "OddsExternal", "OddsReconstruction"], path: "Benchmarks/External/swift"),
    .executableTarget(name: "deflate-cost", dependencies: [
        "OddsCapture", "OddsConsole", "OddsOptions", "OddsWebSocket", argumentParser,
        nioCore], path: "Benchmarks/deflate-cost"),
    .testTarget(name: "PeerBenchmarksTests", dependencies: [
        "PeerBenchmarks", "OddsCapture", "OddsMeasurement", "OddsTraffic"]),
]

let package = Package(
    name: "OddsBench",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(name: "OddsReconstruction", targets: [
            "OddsReconstruction", "OddsStore", "OddsWire", "OddsModel"]),
        .library(name: "OddsHarness", targets: ["OddsHarness", "OddsResults", "OddsMeasurement"]),
        .library(name: "OddsTraffic", targets: ["OddsTraffic", "OddsCapture"]),
        .library(name: "OddsClient", targets: [
            "OddsClient", "OddsTopics", "OddsReconstruction", "OddsModel"]),
        .library(name: "OddsEntities", targets: ["OddsEntities", "OddsModel"]),
        .library(name: "ServicesProvider", targets: ["ServicesProvider", "OddsBetting"]),
        .library(name: "OddsMeasurement", targets: ["OddsMeasurement"]),
        .library(name: "OddsWAMP", targets: ["OddsWAMP"]),
        .library(name: "OddsWebSocket", targets: ["OddsWebSocket"]),
        .library(name: "OddsClientTesting", targets: ["OddsClientTesting"]),
        .library(name: "ServicesProviderCombine", targets: ["ServicesProviderCombine"]),
    ] + [
        "bench", "bench-core", "bench-live", "bench-metrics", "bench-platform", "bench-presets",
        "emsim", "emsim-fleet", "bench-fleet",
    ].map { .executable(name: $0, targets: [$0]) },
    dependencies: [
        dependency("apple/swift-argument-parser", "1.8.2"),
        dependency("attaswift/BigInt", "6.0.1"),
        dependency("groue/GRDB.swift", "7.10.0"),
        dependency("HdrHistogram/hdrhistogram-swift", "0.2.0"),
        dependency("OpenCombine/OpenCombine", "0.14.0"),
        dependency("swift-server/async-http-client", "1.37.0"),
        dependency("apple/swift-async-algorithms", "1.1.4"),
        dependency("apple/swift-collections", "1.6.0"),
        dependency("apple/swift-nio", "2.101.2"),
        dependency("apple/swift-nio-extras", "1.35.2"),
        dependency("apple/swift-nio-ssl", "2.37.6"),
        dependency("apple/swift-log", "1.16.2"),
        dependency("hummingbird-project/hummingbird", "2.28.1", traits: []),
        dependency("hummingbird-project/swift-mustache", "2.1.1"),
        dependency("LebJe/TOMLKit", "0.6.0"),
        dependency("swift-server/swift-service-lifecycle", "2.13.0"),
        dependency("swiftlang/swift-docc-plugin", "1.5.0"),
        dependency("swiftlang/swift-subprocess", "1.0.2", traits: []),
    ],
    targets: reconstruction + client + harness + traffic + commandLine + fleet + examples + tests
        + (["1", "compile"].contains(fuzzingMode) ? fuzzing : [])
        + (comparesPeers ? peers : []) + (usesJemalloc ? [jemalloc] : []),
    cxxLanguageStandard: .cxx20
)
