import Foundation
import OddsHarness

@testable import OddsReport

/// The project's own published results.
enum Fixtures {
    private static let results = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Results")

    static func json(_ path: String) throws -> Data {
        try Data(contentsOf: results.appending(path: path))
    }

    static func document(_ path: String) throws -> ResultDocument {
        try ResultDocument(json: json(path))
    }

    static func run(_ path: String = "published/default-run.json") throws -> BenchmarkResult {
        try BenchmarkResult(json: json(path))
    }

    /// Published results of all kinds.
    static let paths = [
        "published/default-run.json", "published/changes-run.json", "published/saturation.json",
        "published/growth.json", "published/memory.json", "published/selftest.json",
        "peers/peers.json",
    ]

    /// A stand-in for the library, which the page only carries.
    static let library = PlottingLibrary(script: "/*! Chart.js v3.9.1 */ var Chart;")

    static func page(
        _ inputs: [ReportInput], library: PlottingLibrary? = library
    ) throws -> String {
        try ReportPage(inputs, library: library).html()
    }
}
