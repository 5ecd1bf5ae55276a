// swift-tools-version: 6.1
import PackageDescription

// A separate package, so that libFuzzer's flags, which must reach every module,
// stay out of the libraries' manifest: `make fuzz` passes them.

let package = Package(
    name: "OddsBenchFuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "OddsBench", path: "../.."),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CFuzzer",
                .product(name: "OddsReconstruction", package: "OddsBench"),
                .product(name: "OddsWAMP", package: "OddsBench"),
                .product(name: "OddsWebSocket", package: "OddsBench"),
                .product(name: "NIOCore", package: "swift-nio"),
                .product(name: "NIOEmbedded", package: "swift-nio"),
                .product(name: "NIOWebSocket", package: "swift-nio"),
            ]),
        .executableTarget(name: "fuzz-parser", dependencies: ["FuzzTargets"]),
        .executableTarget(name: "fuzz-channels", dependencies: ["FuzzTargets"]),
        .executableTarget(name: "fuzz-wamp", dependencies: ["FuzzTargets"]),
        .executableTarget(name: "fuzz-websocket", dependencies: ["FuzzTargets"]),
        .executableTarget(
            name: "fuzz-seeds",
            dependencies: [
                "FuzzTargets",
                .product(name: "OddsTraffic", package: "OddsBench"),
            ]),
    ]
)
