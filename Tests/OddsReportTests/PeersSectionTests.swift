import Foundation
import Testing

@testable import OddsReport

/// A comparison with other libraries, of version 2.
@Suite struct PeersSectionTests {
    private static let json = """
        {"schema": "oddsbench.peers/2", "command": "peers", "date": "2026-11-22T10:00:45Z",
         "commit": "c0ffee", "objections": ["partial: tree: broke"],
         "machine": {"cores": 2, "memoryBytes": 1024, "system": "Linux", "compiler": "Swift",
            "simdjson": "haswell", "simdjsonOnDemand": "haswell", "simdjsonVersion": "3.0.1"},
         "comparisons": [
            {"task": "tree", "workload": "odds", "implementation": "simdjson", "ratio": 0.57,
             "ratioLow": 0.5, "ratioHigh": 0.65, "ours": "slower", "goal": 1,
             "outcome": "missed"},
            {"task": "apply", "workload": "odds", "implementation": "simdjson", "ratio": 1.36,
             "ratioLow": 1.2, "ratioHigh": 1.5, "ours": "faster", "goal": 3,
             "outcome": "missed"}],
         "identical": [
            {"task": "apply", "workload": "odds", "implementation": "ours (again)",
             "ratio": 1.01, "ratioLow": 0.98, "ratioHigh": 1.04, "ours": "not told apart"}],
         "goals": [
            {"name": "a", "measured": 3.1, "measuredLow": 2.9, "measuredHigh": 3.3,
             "unit": "times", "atLeast": 3, "outcome": "open"},
            {"name": "b", "measured": 2, "unit": "ms", "atMost": 3, "isMet": true}],
         "tasks": [
            {"task": "apply", "workload": "odds", "implementation": "ours",
             "nanosecondsPerRecord": 240, "nanosecondsPerRecordMin": 202,
             "nanosecondsPerRecordMax": 344, "bytesPerSecond": 8e8, "ratioToOurs": 1}]}
        """

    private func section() throws -> ReportSection {
        let document = try ResultDocument(json: Data(Self.json.utf8))
        guard case .peers(let result) = document else {
            Issue.record("not a comparison")
            throw CocoaError(.fileReadCorruptFile)
        }
        return PeersSection.section(result)
    }

    private func table(_ title: String) throws -> ReportTable? {
        try section().blocks.lazy.compactMap { block -> ReportTable? in
            if case .table(let table) = block, table.title == title { table } else { nil }
        }.first
    }

    @Test("Every row is shown with its interval and goal, and the worst is the first finding")
    func comparisons() throws {
        let table = try #require(try table("The fastest other of each task, worst first"))
        #expect(
            table.rows.map { $0?.suffix(4) } == [
                ["×0.570 [0.500, 0.650]", "slower", "≥ 1.00", "missed"],
                ["×1.36 [1.20, 1.50]", "faster", "≥ 3.00", "missed"],
            ])
        #expect(try section().findings.first?.value == "×0.570 [0.500, 0.650]")
    }

    @Test("A goal has its interval and outcome; those of version 1 had neither")
    func goals() throws {
        #expect(
            try table("Goals")?.rows == [
                ["a", "3.10 [2.90, 3.30]", "3.00", "", "times", "open"],
                ["b", "2.00", "", "3.00", "ms", "met"],
            ])
    }

    @Test("What must not be published says so")
    func objections() throws {
        #expect(try table("Not to be published")?.rows == [["partial: tree: broke"]])
    }

    @Test("Versions and kernels of the libraries are shown")
    func versions() throws {
        let facts = try #require(try section().provenance).facts.map { "\($0.0): \($0.1)" }
        #expect(facts.contains("simdjson: 3.0.1, haswell kernels, On-Demand for haswell"))
        #expect(facts.contains("commit: c0ffee"))
    }
}
