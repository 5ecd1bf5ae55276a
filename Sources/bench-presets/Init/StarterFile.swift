import Foundation
import OddsOptions

/// A file that `bench init` writes.
struct StarterFile: Equatable {
    /// Relative to the folder.
    let path: String
    let content: Data

    /// The folder of the example.
    static let exampleFolder = "OwnStrategy"

    /// All files.
    ///
    /// - Parameter package: The folder of OddsBench, whose example becomes the user's.
    /// - Throws: What reading it throws.
    static func all(package: URL) throws -> [StarterFile] {
        [
            StarterFile(path: ".bench.toml", content: Data(PackageResources.bench_toml)),
            StarterFile(
                path: ".github/workflows/bench.yml", content: Data(PackageResources.bench_yml)),
        ] + (try example(package))
    }

    /// The beginning of a program: what is the author's, and what complete programs have in
    /// common with it.
    ///
    /// - Throws: What reading them throws.
    static func skeleton(
        _ language: SkeletonLanguage, package: URL
    ) throws -> [StarterFile] {
        let folder = package.appending(path: "Benchmarks/External")
        let (own, shared) =
            switch language {
            case .python: ("strategy.py", ["oddsbench.py"])
            case .javascript: ("strategy.mjs", ["oddsbench.mjs"])
            case .cpp: ("strategy.cpp", ["oddsbench.h", "json.h", "Makefile"])
            }
        let sources =
            [(own, folder.appending(path: "skeletons"))]
            + shared.map { ($0, folder.appending(path: language.rawValue)) }
        return try sources.map { name, folder in
            StarterFile(path: name, content: try Data(contentsOf: folder.appending(path: name)))
        }
    }

    /// The example package of OddsBench's tests, with a manifest that finds OddsBench
    /// from where it is written to.
    private static func example(_ package: URL) throws -> [StarterFile] {
        let folder = package.appending(path: "Tests/ExamplePackage")
        let sources = try FileManager.default.subpathsOfDirectory(
            atPath: folder.appending(path: "Sources").path)
        let paths = sources.filter { $0.hasSuffix(".swift") }.sorted().map { "Sources/\($0)" }
        return try (["Package.swift"] + paths).map { path in
            var text = try String(contentsOf: folder.appending(path: path), encoding: .utf8)
            if path == "Package.swift" {
                text = text.replacing(pathOfTests, with: dependency(on: package))
            }
            return StarterFile(path: "\(exampleFolder)/\(path)", content: Data(text.utf8))
        }
    }

    /// Where OddsBench is for the example within its tests.
    static let pathOfTests = #".package(name: "OddsBench", path: "../..")"#

    private static func dependency(on package: URL) -> String {
        """
        // Elsewhere: .package(url: "…", from: "0.2.0"), with the address of OddsBench.
                .package(name: "OddsBench", path: "\(package.path)")
        """
    }
}
