// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that nothing heavy reaches users of the libraries.
// The products under test are built as any user of them would build them.

/// simdjson's On-Demand code is compiled into its user, and on x86-64 it needs
/// to be told of a processor newer than 2004 to be any good.
#if arch(x86_64)
    let processorFlags = ["-march=haswell"]
#else
    let processorFlags: [String] = []
#endif

let package = Package(
    name: "OddsBenchPeers",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "OddsBench", path: ".."),
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/groue/GRDB.swift", from: "7.10.0"),
        .package(
            url: "https://github.com/swiftlang/swift-subprocess", from: "1.0.2", traits: []),
    ],
    targets: [
        .target(
            name: "SimdjsonPeer",
            cxxSettings: [.unsafeFlags(["-O3"] + processorFlags)],
            linkerSettings: [.linkedLibrary("simdjson")]),
        .target(
            name: "PeerBenchmarks",
            dependencies: [
                "SimdjsonPeer",
                .product(name: "OddsReconstruction", package: "OddsBench"),
                .product(name: "OddsTraffic", package: "OddsBench"),
                .product(name: "OddsMeasurement", package: "OddsBench"),
                .product(name: "GRDB", package: "GRDB.swift"),
                .product(name: "Subprocess", package: "swift-subprocess"),
            ]),
        .executableTarget(
            name: "peers",
            dependencies: [
                "PeerBenchmarks",
                .product(name: "OddsTraffic", package: "OddsBench"),
                .product(name: "ArgumentParser", package: "swift-argument-parser"),
            ]),
        .testTarget(
            name: "PeerBenchmarksTests",
            dependencies: [
                "PeerBenchmarks",
                .product(name: "OddsTraffic", package: "OddsBench"),
            ]),
    ],
    cxxLanguageStandard: .cxx20
)
