import Foundation
import GRDB
import NIOConcurrencyHelpers
import PlatformFixture
import Testing

@testable import OddsPlatform

/// Platform contract, 9.6.1: a request at which the process has ended twice in a row is refused for
/// 24 hours.
@Suite(.timeLimit(.minutes(5))) struct UnfinishedRequestTests {
    private static let path = "/p"

    private static func note(
        _ key: String, player: Int64 = Platform.firstPlayer, path: String = path
    ) -> WorkNotes.Note {
        .init(owner: .player(player), path: path, key: key)
    }

    /// Leaves what an unclean end of a process leaves, in place of a clean one.
    private func end(_ settings: PlatformSettings, _ notes: [WorkNotes.Note]) throws {
        let path = try #require(settings.path)
        let file = try #require(WorkNotes(beside: path))
        #expect(file.begin())
        for note in notes { #expect(file.add(note) != nil) }
    }

    /// A life after the one before, which ends cleanly.
    private func life(
        _ settings: PlatformSettings, _ access: Access, minutes: Int64 = 0,
        _ body: (ServiceLife) async throws -> Void = { _ in }
    ) async throws {
        let test = try await TestPlatform(settings)
        test.pass(minutes: minutes)
        try await body(ServiceLife(test: test, access: access))
        test.platform.endCleanly()
    }

    /// Two unclean ends in a row, after each of which the process is started again.
    private func endTwice(
        _ settings: PlatformSettings, _ access: Access, _ notes: [WorkNotes.Note]
    ) async throws {
        for _ in 0..<2 {
            try end(settings, notes)
            try await life(settings, access)
        }
    }

    /// The first life, which makes two players.
    private func withState(
        _ body: (PlatformSettings, _ access: Access, _ other: Access) async throws -> Void
    ) async throws {
        try await withStateFile { settings in
            var settings = settings
            settings.sessionLifeMilliseconds = 7 * 24 * 60 * 60_000
            let test = try await TestPlatform(settings)
            let (first, second) = (try await test.makeAccess(), try await test.makeAccess())
            test.platform.endCleanly()
            try await body(settings, first, second)
        }
    }

    @Test func requestOfTwoEndsInARowIsRefusedForADay() async throws {
        try await withState { settings, access, other in
            try await endTwice(settings, access, [Self.note("k"), Self.note("l")])
            try await life(settings, access) { life in
                try await life.expect(500, for: "k")
                try await life.expect(500, for: "l")
                // Other keys, paths and players are served.
                try await life.expect(200, for: "m")
                try await life.expect(200, for: "k", path: "/q")
                try await ServiceLife(test: life.test, access: other).expect(200, for: "k")
            }
        }
    }

    @Test func requestOfOneEndIsWorkedOutAnew() async throws {
        try await withState { settings, access, _ in
            try end(settings, [Self.note("k")])
            try await life(settings, access) { life in
                try await life.expectSuspicions(1)
                try await life.expect(200, for: "k")
                // Its answer ends the counting.
                try await life.expectSuspicions(0)
            }
            try end(settings, [Self.note("k")])
            try await life(settings, access) { life in
                try await life.expectSuspicions(0)
                try await life.expect(200, for: "k")
            }
        }
    }

    @Test func refusalOutlivesCleanEndsAndEndsAfterADay() async throws {
        try await withState { settings, access, _ in
            try await endTwice(settings, access, [Self.note("k")])
            try await life(settings, access, minutes: 24 * 60 - 1) { life in
                try await life.expect(500, for: "k")
                life.test.pass(minutes: 1)
                try await life.expect(200, for: "k")
            }
        }
    }

    /// After its time a request is as good as any other: it takes two ends again.
    @Test func countingBeginsAnewAfterADay() async throws {
        try await withState { settings, access, _ in
            try await endTwice(settings, access, [Self.note("k")])
            try await life(settings, access) { life in
                _ = try await life.test.platform.advanceClock(
                    reader(#"{"advanceSeconds":86400}"#))
            }
            try end(settings, [Self.note("k")])
            try await life(settings, access) { life in
                try await life.expect(200, for: "k")
            }
        }
    }

    @Test func cleanEndBetweenLetsTheCountingBeginAnew() async throws {
        try await withState { settings, access, _ in
            for _ in 0..<2 {
                try end(settings, [Self.note("k")])
                try await life(settings, access)
                // One more life, to which the one before has left nothing.
                try await life(settings, access) { life in
                    try await life.expectSuspicions(0)
                }
            }
            try await life(settings, access) { try await $0.expect(200, for: "k") }
        }
    }

    @Test func endWithoutTheRequestLetsTheCountingBeginAnew() async throws {
        try await withState { settings, access, _ in
            for notes in [["k"], ["l"], ["k"]] {
                try end(settings, notes.map { Self.note($0) })
                try await life(settings, access)
            }
            try await life(settings, access) { try await $0.expect(200, for: "k") }
            // Of a life that worked on no request with a key, nothing is known.
            for notes in [["m"], [], ["m"]] {
                try end(settings, notes.map { Self.note($0) })
                try await life(settings, access)
            }
            try await life(settings, access) { try await $0.expect(500, for: "m") }
        }
    }

    /// Before its player has been looked up, a request is noted by its session.
    @Test func noteOfASessionIsThatOfItsPlayer() async throws {
        try await withState { settings, access, other in
            let session = try #require(access.session)
            var token = ""
            try await life(settings, access) { life in
                token = try await life.test.platform.state.transact {
                    try $0.launchToken(ofSession: other.session ?? "")
                }
            }
            try await endTwice(
                settings, access,
                [
                    .init(owner: .session(session), path: Self.path, key: "k"),
                    .init(owner: .launchToken(token), path: Self.path, key: "l"),
                    .init(owner: .session("unknown"), path: Self.path, key: "m"),
                    Self.note("n", player: 99),
                ])
            try await life(settings, access) { life in
                try await life.expectSuspicions(2)
                try await life.expect(500, for: "k")
                try await life.expect(200, for: "l")
                let second = ServiceLife(test: life.test, access: other)
                try await second.expect(500, for: "l")
                try await second.expect(200, for: "k")
                // Who has no session learns of nothing else.
                let nobody = ServiceLife(
                    test: life.test, access: Access(session: "x", player: access.player))
                try await nobody.expect(403, for: "k")
            }
        }
    }

    @Test func answeredRequestIsNoReasonOfAnEnd() async throws {
        try await withState { settings, access, _ in
            try await life(settings, access) { try await $0.expect(200, for: "k") }
            for _ in 0..<2 {
                try end(settings, [Self.note("k")])
                try await life(settings, access) { try await $0.expect(200, for: "k") }
            }
        }
    }

    /// What is in the file at each moment: what a process that ends then leaves.
    @Test func requestIsNotedWhileItIsWorkedOn() async throws {
        try await withState { settings, access, _ in
            let found = NIOLockedValueBox<[WorkNotes.Remains]>([])
            let look = { @Sendable () -> Void in
                let now = remains(beside: settings.path ?? "")
                found.withLockedValue { $0.append(now ?? .nothing) }
            }
            try await life(settings, access) { life in
                look()
                let status = try await life.ask(
                    "k",
                    url: { session in
                        look()
                        return session
                    })
                #expect(status == 200)
                look()
                let key = try IdempotencyKey("l", path: Self.path, digest: [1])
                try await life.test.platform.reading(access, key) { look() }
                #expect(life.test.platform.metrics.unnotedRequestCount == 0)
            }
            let session = WorkNotes.Note(
                owner: .session(access.session ?? ""), path: Self.path, key: "l")
            #expect(
                found.withLockedValue(\.self) == [
                    .blank, .notes([Self.note("k")]), .notes([]), .notes([session]),
                ])
        }
    }

    /// A ticket that is held waits, and is not worked on.
    @Test func heldTicketIsNotNoted() async throws {
        try await withStateFile { settings in
            let table = try await BettingTable(liveDelay: 5_000, settings)
            table.world.set(Place(1), odds: 185, isLive: true)
            let access = try await table.test.makeAccess(balance: "50.00")
            async let answer = table.answer(access, .init(), key: "k")
            while table.platform.held.count == 0 { await Task.yield() }
            let path = try #require(settings.path)
            #expect(remains(beside: path) == .notes([]))
            table.test.pass(milliseconds: 5_000)
            table.platform.releaseTickets()
            #expect(try await answer.status == 200)
        }
    }

    /// A platform that cannot note its work serves all the same, and says so.
    @Test func workThatCannotBeNotedIsCounted() async throws {
        try await withState { settings, access, _ in
            let path = try #require(settings.path)
            try FileManager.default.createDirectory(
                atPath: path + "-work", withIntermediateDirectories: false)
            try await life(settings, access) { life in
                try await life.expect(200, for: "k")
                #expect(life.test.platform.metrics.unnotedRequestCount > 0)
            }
        }
    }

    @Test func olderStateGoesOn() async throws {
        try await withStateFile { settings in
            let old = try DatabaseQueue(path: try #require(settings.path))
            try PlatformSchema.migrator.migrate(old, upTo: "5: a second provider")
            try old.close()
            let test = try await TestPlatform(settings)
            let access = try await test.makeAccess(balance: "50.00")
            try await ServiceLife(test: test, access: access).expect(200, for: "k")
            #expect(try await test.platform.checkLedger().isOK)
        }
    }
}

/// What a process finds that is started now: the file is copied, as its lock is held.
private func remains(beside path: String) -> WorkNotes.Remains? {
    let copy = "\(path)-\(UUID().uuidString)"
    try? FileManager.default.copyItem(atPath: path + "-work", toPath: copy + "-work")
    return WorkNotes(beside: copy)?.remains
}

/// One life of the process: a platform on a state in a file, until a clean end of it.
private struct ServiceLife {
    let test: TestPlatform
    let access: Access

    /// Asks as a server does, and returns the status of the answer.
    func ask(
        _ key: String, path: String = "/p",
        url: @escaping @Sendable (String) -> String = { $0 }
    ) async throws -> Int {
        let key = try IdempotencyKey(key, path: path, digest: [1])
        let body = try reader(paymentRequest("Deposit"))
        do throws(Refusal) {
            let read = try await test.platform.reading(access, key) { body }
            return try await test.platform.paymentSession(
                access, read, key: key, url: url,
                render: { Answer(status: $0.status, body: []) }
            ).status
        } catch {
            return error.status
        }
    }

    /// Expects a status of the answer.
    func expect(
        _ status: Int, for key: String, path: String = "/p",
        sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let answered = try await ask(key, path: path)
        #expect(answered == status, sourceLocation: sourceLocation)
    }

    /// Expects so many requests that are suspected.
    func expectSuspicions(
        _ count: Int64, sourceLocation: SourceLocation = #_sourceLocation
    ) async throws {
        let found = try await test.platform.state.transact {
            try $0.number("SELECT COUNT(*) FROM unfinishedRequest")
        }
        #expect(found == count, sourceLocation: sourceLocation)
    }
}
