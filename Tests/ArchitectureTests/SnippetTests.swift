import Foundation
import Testing

/// The excerpts of the guides are those of the files that they name, and so are compiled;
/// the tests that they name are there.
@Suite struct SnippetTests {
    private static let articles = ["AddingAnEndpoint", "AddingAProvider"].map {
        PackageSources.read("Sources/ServicesProvider/ServicesProvider.docc/\($0).md")
    }

    private struct Snippet {
        let path: String
        let line: Int
        let code: [String]
    }

    private static func snippets(of article: SourceFile) -> [Snippet] {
        var snippets: [Snippet] = []
        var path = ""
        var code: [String]?
        for (index, line) in article.lines.enumerated() {
            if let found = line.wholeMatch(of: /`([^`]+\.swift)`:/) { path = String(found.1) }
            switch (line, code) {
            case ("```swift", _): code = []
            case ("```", .some(let lines)):
                snippets.append(Snippet(path: path, line: index + 1, code: lines))
                (path, code) = ("", nil)
            case (_, .some): code?.append(line.trimmed)
            default: break
            }
        }
        return snippets
    }

    @Test func excerptsAreThoseOfTheirFiles() {
        for article in Self.articles {
            let snippets = Self.snippets(of: article)
            #expect(snippets.count >= 9)
            for snippet in snippets {
                let lines = PackageSources.read(snippet.path).lines.map(\.trimmed)
                #expect(
                    lines.contains(snippet.code),
                    "\(article.path):\(snippet.line): not so in \(snippet.path)")
            }
        }
    }

    @Test func filesAndTestsThatAreNamedAreThere() {
        let tests = PackageSources.below("Tests/ServicesProviderTests")
        let code = tests.flatMap(\.lines).joined(separator: "\n")
        for article in Self.articles { check(article, tests, code) }
    }

    /// Each name that the article Names offers stands in a test that uses it.
    @Test func namesOfApplicationsAreUsedByTests() {
        let article = PackageSources.read("Sources/ServicesProvider/ServicesProvider.docc/Names.md")
        let code = PackageSources.below("Tests").filter { $0.path.contains("NamesTests") }
            .flatMap(\.lines).joined(separator: "\n")
        var count = 0
        for line in article.lines where line.hasPrefix("| `") {
            for name in line.split(separator: "|")[0].matches(of: /`([^`(]+)/) {
                count += 1
                let word = name.1.split(separator: ".init")[0]
                // Not in the expectation, which would print it all.
                let isUsed = code.contains(word)
                #expect(isUsed, "no test uses \(word)")
            }
        }
        #expect(count >= 20)
    }

    private func check(_ article: SourceFile, _ tests: [SourceFile], _ code: String) {
        var isTroubleshooting = false
        for (index, line) in article.lines.enumerated() {
            let place = "\(article.path):\(index + 1)"
            for match in line.matches(of: /`([A-Za-z]+\/[A-Za-z\/]+\.swift)`/) {
                let path = String(match.1)
                let known = tests.contains { $0.path == "Tests/ServicesProviderTests/\(path)" }
                #expect(known || !PackageSources.read(path).lines[0].isEmpty, "\(place): \(path)")
            }
            if line.hasPrefix("## ") { isTroubleshooting = line == "## Troubleshooting" }
            guard isTroubleshooting, line.hasPrefix("| `"),
                let name = line.matches(of: /`(\w+)`/).last?.1
            else { continue }
            #expect(code.contains("func \(name)("), "\(place): no test \(name)")
        }
    }
}
