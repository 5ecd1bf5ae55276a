import Foundation
import OddsResults

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

    static func run(
        _ path: String = "published/default-run.json"
    ) throws -> ResultEnvelope<RunResults> {
        try ResultEnvelope<RunResults>(json: json(path))
    }

    /// Published results, what kind each is of, and a plot that it has.
    static let published = [
        ("published/default-run.json", "run", "Response time by percentile"),
        ("published/changes-run.json", "run", "Response time by percentile"),
        ("published/live-chaos.json", "run", "Stages of the response time"),
        ("published/saturation.json", "saturation", "Saturation: response time by rate"),
        ("published/live-saturation.json", "saturation", "Throughput by rate"),
        ("published/growth.json", "growth", "Growth: service time p50"),
        ("published/memory.json", "memory", "graph, jemalloc 5.3.0: memory over time"),
        ("published/selftest.json", "self-test", "real clock: reported against analytic"),
        ("peers/peers.json", "peers", "apply: time per record"),
    ]

    static var paths: [String] { published.map(\.0) }

    /// A stand-in for the library, which the page only carries.
    static let library = PlottingLibrary(script: "/*! Chart.js v3.9.1 */ var Chart;")

    static func page(
        _ inputs: [ReportInput], library: PlottingLibrary? = library
    ) throws -> String {
        try ReportPage(inputs, library: library).html()
    }
}
