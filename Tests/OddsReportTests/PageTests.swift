import Foundation
import OddsResults
import Testing

@testable import OddsReport

@Suite struct PageTests {
    private static let hostile = [
        "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "</script><b>", "{{title}}",
        // Combining marks, behind and before, make other characters of these.
        "<\u{301}b>", "\"\u{301} onload=x", "\u{600}<i>", "a\u{0}b",
    ]

    @Test(arguments: Fixtures.paths)
    func everyKindMakesAPage(path: String) throws {
        let input = ReportInput(name: path, document: try Fixtures.document(path))
        let page = try Fixtures.page([input])
        #expect(page.hasPrefix("<!DOCTYPE html>"))
        #expect(page.contains("<canvas"))
        #expect(page.contains("<table>"))
        #expect(page.contains("To repeat it"))
        #expect(!page.contains("{{"), "every tag is filled in")
    }

    @Test func severalFilesMakeOnePage() throws {
        let inputs = try Fixtures.paths.map {
            ReportInput(name: $0, document: try Fixtures.document($0))
        }
        let page = try Fixtures.page(inputs)
        // One more, with what several of them have in common.
        #expect(page.components(separatedBy: "<section").count == inputs.count + 2)
        #expect(page.contains("the same strategies in"))
        #expect(page.contains("href=\"#result-\(inputs.count)\""))
    }

    @Test func withoutTheLibraryThePageHasItsTables() throws {
        let input = ReportInput(name: "r", document: .run(try Fixtures.run()))
        let page = try Fixtures.page([input], library: nil)
        #expect(page.contains("<code>bench doctor --install</code> installs it"))
        #expect(!page.contains("<canvas"))
        #expect(page.contains("<table>"))
    }

    /// Whatever a file holds is text, and can neither begin an element nor end
    /// one, nor leave an attribute.
    @Test(arguments: hostile)
    func textsOfFilesAreEscaped(text: String) throws {
        var result = try Fixtures.run()
        result.command = ["bench", "run", "--scenario", text, "--capture", text]
        result.environment.allocator = text
        result.environment.toolchain = text
        result.environment.missing = [text]
        result.trafficDigest = text
        for index in result.runs.indices {
            result.result.runs[index].strategy = text
            result.result.runs[index].reason = text
        }
        let tame = ReportInput(name: "name", document: .run(try Fixtures.run()))
        let wild = ReportInput(name: text, document: .run(result))
        let page = Array(try Fixtures.page([wild]).utf8)
        let expected = Array(try Fixtures.page([tame]).utf8)
        for mark in ["<script", "</script", "<img", "<b>", "<i>", "\" onload"] {
            // As bytes, which is how a browser reads them.
            #expect(page.count(of: mark) == expected.count(of: mark), "\(mark)")
        }
    }

    @Test(arguments: hostile)
    func safeTextsKeepWhatMeansSomethingApart(text: String) {
        for character in PageText.safe(text) where character.unicodeScalars.count > 1 {
            let hasSpecial = character.unicodeScalars.contains {
                "<>&\"'".unicodeScalars.contains($0)
            }
            #expect(!hasSpecial, "\(text)")
        }
        #expect(!PageText.safe(text).unicodeScalars.contains("\u{0}"))
    }

    @Test func templateHasTextsOnlyBetweenTags() {
        let template = String(decoding: PackageResources.page_mustache, as: UTF8.self)
        // What is set within tags is made here: numbers, the two policies, and marks.
        let own = ["number", "id", "tone", "policy", "startsGroup", "isNoise"]
        for tag in template.components(separatedBy: "<").dropFirst() {
            let inside = tag.prefix { $0 != ">" }
            for name in inside.components(separatedBy: "{{").dropFirst() {
                let key = name.drop { "{#/^".contains($0) }.prefix { $0.isLetter }
                #expect(own.contains(String(key)), "\(inside)")
            }
        }
    }

    @Test func scriptsAreAllowedByTheirDigests() throws {
        let input = ReportInput(name: "r", document: .run(try Fixtures.run()))
        let page = try Fixtures.page([input])
        let library = try #require(Fixtures.library)
        for script in [library.script, PageTemplate.script] {
            #expect(page.contains(PageTemplate.policySource(script)))
            #expect(page.contains("<script>\(script)</script>"))
        }
        // The SHA-256 of nothing.
        #expect(
            PageTemplate.policySource("")
                == "'sha256-47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU='")
    }

    @Test(arguments: [
        ("no library", nil), ("/* Chart.js v2.9.4 */", nil),
        ("/* Chart.js v3.9.1 */ '</SCRIPT>'", nil),
        ("/* Chart.js v3.9.1 */", "Chart.js v3.9.1"), ("/* Chart.js v4.4.0 */", "Chart.js v4.4.0"),
    ])
    func libraryIsChartJS(script: String, version: String?) {
        #expect(PlottingLibrary(script: script)?.version == version)
    }
}

extension [UInt8] {
    /// How often `part` occurs.
    fileprivate func count(of part: String) -> Int { ranges(of: Array(part.utf8)).count }
}
