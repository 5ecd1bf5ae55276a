// swift-tools-version: 6.1
import PackageDescription

let package = Package(
    name: "Board",
    platforms: [.macOS(.v15)],
    dependencies: [.package(name: "OddsBench", path: "../..")],
    targets: [
        .executableTarget(
            name: "board",
            dependencies: [.product(name: "OddsClient", package: "OddsBench")],
            path: "Sources/Board")
    ]
)
