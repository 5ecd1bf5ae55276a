import Foundation
import Testing

@testable import OddsPlatform

/// Transactions that wait for one another share a commit.
@Suite(.timeLimit(.minutes(5))) struct GroupCommitTests {
    /// Runs transactions that were all waiting while another one ran, so that they share a
    /// commit; returns what became of them, in their order.
    private func together<Value: Sendable>(
        _ state: PlatformState, _ bodies: [@Sendable (Transaction) throws -> Value]
    ) async throws -> [Result<Value, Refusal>] {
        let gate = DispatchSemaphore(value: 0)
        let (running, continuation) = AsyncStream.makeStream(of: Void.self)
        async let first: Void = state.transact { _ in
            continuation.finish()
            gate.wait()
        }
        for await _ in running {}
        var tasks: [Task<Result<Value, Refusal>, Never>] = []
        for (index, body) in bodies.enumerated() {
            tasks.append(
                Task {
                    do throws(Refusal) {
                        return .success(try await state.transact(body))
                    } catch {
                        return .failure(error)
                    }
                })
            while state.waitingCount <= index { await Task.yield() }
        }
        gate.signal()
        try await first
        var results: [Result<Value, Refusal>] = []
        for task in tasks { results.append(await task.value) }
        return results
    }

    private func note(_ name: String) -> @Sendable (Transaction) throws -> Int64 {
        { transaction in
            try transaction.run("INSERT INTO setting (name, value) VALUES (?, 1)", [name])
            return try transaction.number("SELECT COUNT(*) FROM setting")
        }
    }

    private func names(_ test: TestPlatform) async throws -> [String] {
        try await test.platform.state.transact { transaction in
            try transaction.rows("SELECT name FROM setting ORDER BY name").map { $0[0] }
        }
    }

    @Test func transactionThatFailsHasNoEffectOnOthers() async throws {
        let test = try await TestPlatform()
        let results = try await together(
            test.platform.state,
            [
                note("a"),
                { @Sendable transaction in
                    try transaction.run("INSERT INTO setting (name, value) VALUES ('refused', 1)")
                    throw Refusal.notFound
                },
                note("b"),
                // Breaks a rule of the database.
                { @Sendable transaction in
                    try transaction.run("INSERT INTO setting (name, value) VALUES ('wrong', 1)")
                    try transaction.run("INSERT INTO setting (name, value) VALUES ('a', 1)")
                    return 0
                },
                note("c"),
            ])
        #expect(try await names(test) == ["a", "b", "c"])
        #expect(results.map { try? $0.get() } == [1, nil, 2, nil, 3])
        #expect(results.compactMap { result in
            if case .failure(let refusal) = result { refusal.status } else { nil }
        } == [404, 500])
    }

    @Test func partThatIsRefusedIsUndoneAndItsPushesWithIt() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        let id = try #require(Int64(access.player))
        let stream = try await test.platform.events(access, endsAfter: nil)
        @Sendable func take(_ units: Int64, _ transaction: Transaction) throws {
            let player = try #require(try transaction.player(id))
            try transaction.post(
                .control, of: player, reference: "", source: "Control", .debit,
                [
                    Move(
                        source: Account(.real, of: id),
                        target: Account(.house, in: player.currency),
                        amount: .init(minorUnits: units))
                ])
        }
        let results = try await together(
            test.platform.state,
            [
                { @Sendable in try take(100, $0) },
                { @Sendable transaction in
                    try take(50, transaction)
                    throw Refusal.notFound
                },
                { @Sendable transaction in
                    _ = try transaction.attempt {
                        try take(20, transaction)
                        throw Refusal.notFound
                    }
                    try take(10, transaction)
                },
            ])
        #expect(results.map { (try? $0.get()) != nil } == [true, false, true])
        test.platform.endAllStreams()
        var after: [String] = []
        for await push in stream {
            if case .balance(let change) = push.event {
                after.append("\(change.sequence): \(change.wallets[0].after.text)")
            }
        }
        #expect(after == ["2: 4.00", "3: 3.90"])
        #expect(try await test.platform.checkLedger().isOK)
    }

    @Test func pushesComeInTheOrderOfTheirPostings() async throws {
        let table = try await BettingTable()
        table.world.set(Place(1), odds: 185)
        let access = try await table.test.makeAccess(balance: "100.00")
        let stream = try await table.platform.events(access, endsAfter: nil)
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            for _ in 0..<100 {
                tasks.addTask { _ = try await table.bet(access, table.slip("1.00")) }
            }
            try await tasks.waitForAll()
        }
        table.platform.endAllStreams()
        var sequences: [Int64] = []
        for await push in stream {
            if case .balance(let change) = push.event { sequences.append(change.sequence) }
        }
        #expect(sequences == Array(2...101))
    }

    /// SQLite rolls a whole transaction back when there is no room left.
    @Test func fullDiskFailsAllThatShareTheCommit() async throws {
        let test = try await TestPlatform()
        let state = test.platform.state
        let pages = try await state.transact { try $0.number("PRAGMA page_count") }
        try await state.transact { _ = try $0.row("PRAGMA max_page_count = \(pages + 10)") }
        let results = try await together(
            state,
            [
                note("a"),
                { @Sendable transaction in
                    try transaction.run(
                        "INSERT INTO setting (name, value) VALUES ('big', zeroblob(10000000))")
                    return 0
                },
                note("b"),
            ])
        let statuses = results.map { result in
            if case .failure(let refusal) = result { refusal.status } else { 200 }
        }
        #expect(statuses == [500, 500, 500])
        #expect(try await names(test).isEmpty)
        // What comes later, and has room, is done.
        #expect(try await together(state, [note("c")]).map { try? $0.get() } == [1])
        #expect(try await names(test) == ["c"])
    }
}
