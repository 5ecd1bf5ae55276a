import Foundation
import OddsExperiments
import OddsLauncher
import Testing

/// The versions that results record.
@Suite struct PackageVersionsTests {
    @Test func thoseOfThisPackageAreKnown() throws {
        let versions = try #require(
            PackageVersions.resolved(in: ReleaseBuild.packageFolder()))
        // One that this package names, and one that comes in through others.
        #expect(versions["swift-nio"]?.contains(".") == true)
        #expect(versions["swift-crypto"]?.contains(".") == true)
    }

    @Test func aCommitStandsForAMissingVersion() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(PackageVersions.resolved(in: folder) == nil)
        let file = folder.appending(path: PackageVersions.fileName)
        try Data("{}".utf8).write(to: file)
        #expect(PackageVersions.resolved(in: folder) == nil)
        try Data(
            """
            {"pins": [{"identity": "a", "state": {"revision": "abc", "version": "1.2.3"}},
            {"identity": "b", "state": {"branch": "main", "revision": "def"}}], "version": 3}
            """.utf8
        ).write(to: file)
        #expect(PackageVersions.resolved(in: folder) == ["a": "1.2.3", "b": "def"])
    }
}
