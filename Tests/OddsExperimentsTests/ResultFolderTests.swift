import Foundation
import OddsFixtures
import Testing

@testable import OddsExperiments

/// Where a result is kept, and what is said where it is not.
@Suite struct ResultFolderTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func results(below given: String? = nil) throws -> (url: URL?, notices: [String]) {
        var notices: [String] = []
        let results = try ResultFolder(
            below: given, command: "run", start: Date(timeIntervalSince1970: 0),
            current: folder.url.path
        ) { notices.append($0) }
        return (results.url, notices)
    }

    @Test func aFolderWithoutResultsIsSaidBeforehandWithHowToKeepThem() throws {
        let (url, notices) = try results()
        #expect(url == nil)
        #expect(notices.count == 1)
        #expect(notices[0].contains("no folder Results here"))
        #expect(notices[0].contains("--results FOLDER"))
    }

    @Test func whatIsKeptNeedsNoNotice() throws {
        #expect(try results(below: "kept").notices.isEmpty)
        try FileManager.default.createDirectory(
            at: folder.url.appending(path: "Results"), withIntermediateDirectories: true)
        let (url, notices) = try results()
        #expect(notices.isEmpty)
        #expect(url?.relativePath.hasSuffix("Results/runs/19700101T000000Z-run") == true)
    }
}
