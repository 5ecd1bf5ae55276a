import Foundation
import Testing

/// Comments cite the rules of the two contracts by name: EM's are those of the feed
/// contract, SR's those of the SportRadar contract. A citation must lead somewhere, and
/// a rule that no test cites is a rule that nobody checks.
@Suite struct FeedContractTests {
    static let folder = "Sources/OddsReconstruction/OddsReconstruction.docc"

    /// The names that the contracts define: `- **EM-F1**: …`, in order.
    static let rules = rules(of: "FeedContract.md", "EM") + rules(of: "SportRadarContract.md", "SR")

    private static func rules(of file: String, _ prefix: String) -> [String] {
        let data = FileManager.default.contents(
            atPath: PackageSources.root.appendingPathComponent("\(folder)/\(file)").path)
        let lines = String(decoding: data ?? Data(), as: UTF8.self).split(separator: "\n")
        return lines.compactMap { line in
            guard line.hasPrefix("- **\(prefix)-") else { return nil }
            return citations(in: String(line)).first
        }
    }

    /// The rules named in a text.
    static func citations(in text: String) -> [String] {
        guard text.contains("EM-") || text.contains("SR-") else { return [] }
        return text.matches(of: /(?:EM|SR)-[A-Z][0-9]+/).map { String($0.output) }
    }

    @Test func everyRuleHasANameOfItsOwn() {
        #expect(Self.rules.count { $0.hasPrefix("EM") } > 30)
        #expect(Self.rules.count { $0.hasPrefix("SR") } > 40)
        #expect(Set(Self.rules).count == Self.rules.count)
    }

    @Test func everyCitationNamesARule() {
        let rules = Set(Self.rules)
        var citationCount = 0
        for file in PackageSources.all {
            for (index, line) in file.lines.enumerated() {
                for name in Self.citations(in: line) {
                    citationCount += 1
                    guard !rules.contains(name) else { continue }
                    Issue.record("\(file.path):\(index + 1): no contract has \(name)")
                }
            }
        }
        #expect(citationCount >= rules.count)
    }

    @Test func everyRuleIsCitedByATest() {
        let tests = PackageSources.below("Tests").filter { $0.target.hasSuffix("Tests") }
        let cited = Set(tests.flatMap(\.lines).flatMap(Self.citations))
        for rule in Self.rules where !cited.contains(rule) {
            Issue.record("no test cites \(rule)")
        }
    }

    /// A number is not a name: it says neither which text nor which rule.
    @Test func rulesAreNotCitedByNumber() {
        for file in PackageSources.all {
            for (index, line) in file.lines.enumerated() {
                guard line.contains("//"), line.contains("ule") else { continue }
                if line.contains(/\/\/.*\b[Rr]ules? [0-9]/) {
                    Issue.record("\(file.path):\(index + 1): cites a rule by number")
                }
            }
        }
    }

    @Test func citationsAreFound() {
        #expect(Self.citations(in: "/// `nil` (EM-V1, SR-V10).") == ["EM-V1", "SR-V10"])
        #expect(Self.citations(in: "EM-topics and SR-V") == [])
    }
}
