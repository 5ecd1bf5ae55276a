import Foundation
import Testing

@testable import OddsReport

/// Any number of results against the first.
@Suite struct ComparisonsTests {
    private func inputs() throws -> [ReportInput] {
        try ["published/default-run.json", "published/changes-run.json",
            "published/million-run.json"].map {
            ReportInput(name: $0, document: try Fixtures.document($0))
        }
    }

    @Test func eachIsComparedWithTheFirst() throws {
        let inputs = try inputs()
        let comparisons = try Comparisons(inputs)
        #expect(comparisons.base == "published/default-run.json")
        #expect(comparisons.comparisons.map(\.name) == inputs.dropFirst().map(\.name))
        let alone = try Comparison(inputs[0].document, inputs[2].document)
        #expect(comparisons.comparisons[1].comparison.rows.map(\.ratio) == alone.rows.map(\.ratio))
    }

    @Test func tableKeepsToEightyColumns() throws {
        let inputs = try inputs()
        let lines = ComparisonsTable.lines(try Comparisons(inputs), inputs)
        let table = lines.filter { $0.contains("serviceTime.p50") || $0.hasPrefix("─") }
        #expect(!table.isEmpty && table.allSatisfy { $0.count <= 80 })
        for letter in ["A", "B", "C"] {
            #expect(lines.contains { $0.hasPrefix("\(letter): published/") })
        }
    }

    @Test func otherKindsAreRefusedByName() throws {
        let other = ReportInput(name: "m", document: try Fixtures.document("published/memory.json"))
        #expect {
            _ = try Comparisons(try inputs() + [other])
        } throws: { error in
            "\(error)".hasPrefix("published/default-run.json, m: the two are different kinds")
        }
    }

    @Test func pageLaysDistributionsOverEachOther() throws {
        let page = try Fixtures.page(Array(try inputs().prefix(2)))
        #expect(page.contains("graph: response time by percentile, one curve per result"))
        #expect(!(try Fixtures.page([try inputs()[0]])).contains("one curve per result"))
    }
}
