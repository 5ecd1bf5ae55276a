import GRDB
import Testing

@testable import OddsPlatform

/// The loss that commits survive: platform contract, section 14, amendment of section 1. That
/// an answer waits for the disk is shown from outside the process, in `Tests/Interop`.
@Suite struct DurabilityTests {
    /// The values of SQLite's `synchronous`, and the commits that waited for the disk.
    @Test(arguments: [(true, 2), (false, 1)])
    func commitsWaitForTheDiskIfAskedTo(_ waits: Bool, _ synchronous: Int64) async throws {
        try await withStateFile { settings in
            var settings = settings
            settings.waitsForDisk = waits
            let test = try await TestPlatform(settings)
            let value = try await test.platform.state.transact {
                try $0.number("PRAGMA synchronous")
            }
            #expect(value == synchronous)
            // That of the question has changed nothing.
            let before = test.platform.metrics.commits.syncedCount
            _ = try await test.makePlayer()
            let after = test.platform.metrics.commits.syncedCount
            #expect(before == 0 && (waits ? after > 0 : after == 0))
        }
    }

    @Test func stateInMemoryWaitsForNoDisk() async throws {
        var settings = TestPlatform.settings
        settings.waitsForDisk = true
        let test = try await TestPlatform(settings)
        #expect(test.platform.metrics.commits.syncedCount == 0)
    }

    /// As GRDB sets it by itself.
    @Test func connectionWhoseCommitsWouldSurviveLessIsRefused() async throws {
        try await withStateFile { settings in
            var configuration = Configuration()
            configuration.prepareDatabase { try $0.execute(sql: "PRAGMA synchronous = FULL") }
            configuration.journalMode = .wal
            let queue = try DatabaseQueue(
                path: #require(settings.path), configuration: configuration)
            try queue.read(Durability.processEnd.check)
            #expect(
                throws: PlatformStateError(
                    description: "commits do not wait for the disk as asked: SQLite's "
                        + "synchronous is 1, not 2")
            ) { try queue.read(Durability.powerLoss.check) }
        }
    }
}
