import Foundation
import Testing

/// The excerpts of the guide are those of the files that they name, and so are compiled;
/// the tests that it names are there.
@Suite struct SnippetTests {
    private static let article = PackageSources.read(
        "Sources/ServicesProvider/ServicesProvider.docc/AddingAnEndpoint.md")

    private struct Snippet {
        let path: String
        let line: Int
        let code: [String]
    }

    private static let snippets: [Snippet] = {
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
    }()

    @Test func excerptsAreThoseOfTheirFiles() {
        #expect(Self.snippets.count >= 10)
        for snippet in Self.snippets {
            let lines = PackageSources.read(snippet.path).lines.map(\.trimmed)
            #expect(
                lines.contains(snippet.code),
                "\(Self.article.path):\(snippet.line): not so in \(snippet.path)")
        }
    }

    @Test func filesAndTestsThatAreNamedAreThere() {
        let tests = PackageSources.below("Tests/ServicesProviderTests")
        let code = tests.flatMap(\.lines).joined(separator: "\n")
        var isTroubleshooting = false
        for (index, line) in Self.article.lines.enumerated() {
            let place = "\(Self.article.path):\(index + 1)"
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
