// swift-tools-version: 6.1
import PackageDescription

/// `BENCH_NO_JEMALLOC=1` builds `bench` on the C library's allocator. The
/// sanitizers need that, and so does a machine without jemalloc.
let usesJemalloc = Context.environment["BENCH_NO_JEMALLOC"] != "1"

let argumentParser = Target.Dependency.product(
    name: "ArgumentParser", package: "swift-argument-parser")
let histogram = Target.Dependency.product(name: "Histogram", package: "hdrhistogram-swift")
let nio = { (module: String) in Target.Dependency.product(name: module, package: "swift-nio") }
let logging = Target.Dependency.product(name: "Logging", package: "swift-log")
let lifecycle = Target.Dependency.product(
    name: "ServiceLifecycle", package: "swift-service-lifecycle")
let crypto = Target.Dependency.product(name: "Crypto", package: "swift-crypto")

let package = Package(
    name: "OddsBench",
    platforms: [.macOS(.v15), .iOS(.v18)],
    products: [
        .library(
            name: "OddsReconstruction",
            targets: ["OddsReconstruction", "OddsStore", "OddsWire", "OddsModel"]),
        .library(name: "OddsHarness", targets: ["OddsHarness", "OddsMeasurement"]),
        .library(name: "OddsTraffic", targets: ["OddsTraffic", "OddsCapture"]),
        .library(name: "OddsMeasurement", targets: ["OddsMeasurement"]),
        .library(name: "OddsWAMP", targets: ["OddsWAMP"]),
        .library(name: "OddsWebSocket", targets: ["OddsWebSocket"]),
        .library(name: "OddsClient", targets: ["OddsClient", "OddsReconstruction", "OddsModel"]),
        .executable(name: "bench", targets: ["bench"]),
        .executable(name: "emsim", targets: ["emsim"]),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
        .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift", from: "0.2.0"),
        .package(url: "https://github.com/apple/swift-async-algorithms", from: "1.1.4"),
        .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
        .package(url: "https://github.com/apple/swift-crypto", from: "4.5.2"),
        .package(url: "https://github.com/apple/swift-nio", from: "2.101.2"),
        .package(url: "https://github.com/apple/swift-nio-ssl", from: "2.37.6"),
        .package(url: "https://github.com/apple/swift-log", from: "1.16.2"),
        .package(url: "https://github.com/hummingbird-project/hummingbird", from: "2.28.1"),
        .package(url: "https://github.com/hummingbird-project/swift-mustache", from: "2.1.1"),
        .package(url: "https://github.com/swift-server/swift-service-lifecycle", from: "2.13.0"),
    ],
    targets: [
        .target(name: "OddsModel"),
        .target(name: "OddsWire", dependencies: ["OddsModel"]),
        .target(name: "OddsStore", dependencies: ["OddsModel", "OddsWire"]),
        .target(
            name: "OddsReconstruction",
            dependencies: ["OddsModel", "OddsWire", "OddsStore"]),
        .systemLibrary(name: "CZlib", pkgConfig: "zlib", providers: [.apt(["zlib1g-dev"])]),
        .systemLibrary(
            name: "COpenSSL", pkgConfig: "libcrypto", providers: [.apt(["libssl-dev"])]),
        .target(name: "OddsJSON"),
        .target(name: "SeededRandom"),
        .target(name: "OddsWAMP", dependencies: ["OddsJSON"]),
        .target(name: "OddsCapture", dependencies: ["CZlib", "OddsJSON"]),
        .target(name: "CLinux"),
        .target(
            name: "OddsMeasurement",
            dependencies: [
                "SeededRandom", "CLinux", "CZlib", histogram,
                .target(name: "COpenSSL", condition: .when(platforms: [.linux])),
            ]),
        .target(
            name: "OddsTraffic",
            dependencies: ["OddsModel", "OddsCapture", "SeededRandom"],
            path: "Generators/OddsTraffic",
            exclude: ["PROFILE.md"]),
        .target(
            name: "OddsWebSocket", dependencies: [nio("NIOCore"), nio("NIOWebSocket")]),
        .target(
            name: "OddsClient",
            dependencies: [
                "OddsReconstruction", "OddsWAMP", "OddsWebSocket", nio("NIOCore"),
                nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                nio("NIOConcurrencyHelpers"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "AsyncAlgorithms", package: "swift-async-algorithms"),
            ]),
        .target(
            name: "OddsSimulator",
            dependencies: [
                "OddsTraffic", "OddsWAMP", "OddsWire", "OddsReconstruction", "OddsCapture",
                "OddsJSON", .product(name: "DequeModule", package: "swift-collections"),
            ],
            path: "Generators/OddsSimulator"),
        .target(
            name: "OddsServer",
            dependencies: [
                "OddsSimulator", "OddsTraffic", "OddsWAMP", "OddsWebSocket", logging,
                nio("NIOCore"), nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
                nio("NIOConcurrencyHelpers"),
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
                .product(name: "Hummingbird", package: "hummingbird"), lifecycle,
            ],
            path: "Generators/OddsServer"),
        .executableTarget(
            name: "emsim",
            dependencies: [
                "OddsServer", "OddsSimulator", "OddsTraffic", argumentParser, logging, lifecycle,
                nio("NIOCore"),
            ],
            path: "Generators/emsim"),
        .executableTarget(
            name: "emload",
            dependencies: [
                "OddsWAMP", "OddsWebSocket", argumentParser, histogram, nio("NIOCore"),
                nio("NIOPosix"), nio("NIOHTTP1"), nio("NIOWebSocket"),
            ],
            path: "Generators/emload"),
        .target(
            name: "OddsHarness",
            dependencies: ["OddsReconstruction", "OddsCapture", "OddsMeasurement", crypto]),
        .target(
            name: "OddsReport",
            dependencies: [
                "OddsHarness", "OddsMeasurement", crypto,
                .product(name: "Mustache", package: "swift-mustache"),
            ],
            resources: ["page.mustache", "page.css", "page.js"].map {
                .embedInCode("Resources/" + $0)
            }),
        .executableTarget(
            name: "bench",
            dependencies: [
                "OddsHarness", "OddsReport", "OddsTraffic", "OddsClient", "OddsWAMP", "CLinux",
                "OddsSimulator", argumentParser, crypto, nio("NIOCore"), nio("NIOPosix"),
            ]
                + (usesJemalloc ? ["CJemalloc"] : []),
            swiftSettings: usesJemalloc ? [.define("BENCH_JEMALLOC")] : []),
        .executableTarget(
            name: "board", dependencies: ["OddsClient", "OddsModel"], path: "Tests/ExampleBoard",
            exclude: ["run"]),
        .testTarget(name: "OddsModelTests", dependencies: ["OddsModel", "SeededRandom"]),
        .target(
            name: "OddsReference", dependencies: ["SeededRandom"], path: "Tests/OddsReference"),
        .testTarget(name: "OddsWireTests", dependencies: ["OddsWire", "OddsReference"]),
        .testTarget(
            name: "OddsReconstructionTests",
            dependencies: ["OddsReconstruction", "OddsCapture", "OddsReference", crypto]),
        .testTarget(name: "OddsJSONTests", dependencies: ["OddsJSON"]),
        .testTarget(name: "OddsWAMPTests", dependencies: ["OddsWAMP", "OddsReference"]),
        .testTarget(
            name: "OddsCaptureTests", dependencies: ["OddsCapture", "OddsReference"]),
        .testTarget(name: "OddsMeasurementTests", dependencies: ["OddsMeasurement"]),
        .testTarget(name: "ArchitectureTests"),
        .testTarget(
            name: "OddsTrafficTests",
            dependencies: [
                "OddsTraffic", "OddsCapture", "OddsJSON", "OddsReconstruction", "OddsReference",
                "OddsMeasurement",
            ]),
        .testTarget(
            name: "OddsHarnessTests",
            dependencies: [
                "OddsHarness", "OddsMeasurement", "OddsReconstruction", "OddsCapture", histogram,
            ]),
        .testTarget(
            name: "OddsSimulatorTests",
            dependencies: [
                "OddsSimulator", "OddsTraffic", "OddsWAMP", "OddsCapture", "OddsReconstruction",
                "OddsReference",
            ]),
        .testTarget(
            name: "OddsServerTests",
            dependencies: [
                "OddsServer", "OddsSimulator", "OddsTraffic", "OddsWAMP", "OddsWebSocket",
                "OddsReconstruction", "OddsCapture", "OddsReference", logging, lifecycle,
                nio("NIOCore"), nio("NIOEmbedded"), nio("NIOPosix"), nio("NIOWebSocket"),
            ]),
        .testTarget(
            name: "OddsReportTests",
            dependencies: ["OddsReport", "OddsHarness", "OddsMeasurement"]),
        .testTarget(
            name: "OddsClientTests",
            dependencies: [
                "OddsClient", "OddsServer", "OddsSimulator", "OddsTraffic", "OddsWAMP",
                "OddsReconstruction", logging,
                .product(name: "NIOSSL", package: "swift-nio-ssl"),
            ]),
        .testTarget(name: "BenchTests", dependencies: ["bench", "OddsHarness", argumentParser]),
    ]
)

if usesJemalloc {
    package.targets.append(
        .systemLibrary(
            name: "CJemalloc", pkgConfig: "jemalloc", providers: [.apt(["libjemalloc-dev"])]))
}
