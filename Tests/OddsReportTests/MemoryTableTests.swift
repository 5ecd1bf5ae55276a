import OddsFixtures
import OddsReport
import OddsResults
import Testing

@Suite struct MemoryTableTests {
    @Test func publishedProfilesAreShown() throws {
        guard case .memory(let result) = try Fixtures.document("published/memory.json") else {
            Issue.record("no memory result")
            return
        }
        let lines = MemoryTable.lines(result)
        #expect(lines.contains { $0.hasPrefix("graph, end of phase") })
        #expect(lines.contains { $0.hasPrefix("BETTING_OFFER") })
    }

    @Test func bytesByFunctionHaveTheirShares() {
        let stacks = FoldedStacks("main;grow() 400\nmain;load() 500\n")
        let lines = FoldedStacksTable.text(stacks).split(separator: "\n").dropFirst(2)
            .map { $0.split(separator: " ").joined(separator: " ") }
        #expect(lines == ["all 900", "load() 500 55.6%", "grow() 400 44.4%"])
    }

    @Test("One function with a long name makes no table that is too wide to read")
    func longNamesAreShortened() {
        let name = String(repeating: "generic", count: 40)
        let lines = FoldedStacksTable.text(FoldedStacks("main;\(name) 400\n"))
            .split(separator: "\n")
        #expect(lines.allSatisfy { $0.count < 100 })
        #expect(lines.last?.hasPrefix("genericgeneric") == true)
    }
}
