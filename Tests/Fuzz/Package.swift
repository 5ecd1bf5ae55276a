// swift-tools-version: 6.1
import PackageDescription

// A package of its own, so that the flags of libFuzzer, which have to reach
// every module, stay out of the libraries' manifest: `make fuzz` gives them.

let package = Package(
    name: "OddsBenchFuzz",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "OddsBench", path: "../..")
    ],
    targets: [
        .systemLibrary(name: "CFuzzer"),
        .target(
            name: "FuzzTargets",
            dependencies: [
                "CFuzzer",
                .product(name: "OddsReconstruction", package: "OddsBench"),
            ]),
        .executableTarget(name: "fuzz-parser", dependencies: ["FuzzTargets"]),
        .executableTarget(name: "fuzz-channels", dependencies: ["FuzzTargets"]),
        .executableTarget(
            name: "fuzz-seeds",
            dependencies: [
                "FuzzTargets",
                .product(name: "OddsTraffic", package: "OddsBench"),
            ]),
    ]
)
