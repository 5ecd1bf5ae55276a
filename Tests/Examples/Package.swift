// swift-tools-version: 6.1
import PackageDescription

let odds = { (product: String) in
    Target.Dependency.product(name: product, package: "OddsBench")
}

let package = Package(
    name: "Examples",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "OddsBench", path: "../..")],
    targets: [
        .executableTarget(
            name: "own-strategy",
            dependencies: [odds("OddsHarness"), odds("OddsReconstruction")],
            path: "Sources/OwnStrategy"),
        .executableTarget(
            name: "board", dependencies: [odds("OddsClient")], path: "Sources/Board"),
    ]
)
