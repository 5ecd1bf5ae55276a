import Foundation
import OddsResults
import Testing

@Suite struct MetricRegistryTests {
    private static let article = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/OddsHarness/OddsHarness.docc/ResultSchema.md")

    @Test func theArticleOnTheSchemaListsAllMetrics() throws {
        let text = try String(contentsOf: Self.article, encoding: .utf8)
        let parts = text.components(separatedBy: "\n## Metrics\n")
        try #require(parts.count == 2)
        let section = try #require(parts[1].components(separatedBy: "\n## ").first)
        let table = section.split(separator: "\n").filter { $0.hasPrefix("|") }
            .joined(separator: "\n")
        #expect(
            table == MetricRegistry.markdown,
            "the section Metrics must contain:\n\(MetricRegistry.markdown)")
    }

    @Test func pathsAreUnique() {
        #expect(Set(MetricRegistry.paths).count == MetricRegistry.paths.count)
    }
}
