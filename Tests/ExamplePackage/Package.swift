// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "OwnStrategy",
    platforms: [.macOS(.v15)],
    dependencies: [
        .package(name: "OddsBench", path: "../..")
    ],
    targets: [
        .executableTarget(
            name: "own-strategy",
            dependencies: [
                .product(name: "OddsHarness", package: "OddsBench"),
                .product(name: "OddsReconstruction", package: "OddsBench"),
            ],
            path: "Sources/OwnStrategy")
    ]
)
