import GRDB
import Testing

@testable import OddsPlatform

/// Platform contract, section 9.6.
@Suite struct IdempotencyTests {
    private func ask(
        _ test: TestPlatform, _ access: Access, _ key: String, type: String = "Deposit",
        digest: [UInt8] = [1]
    ) async throws -> Answer {
        try await test.platform.paymentSession(
            access, reader(paymentRequest(type)),
            key: IdempotencyKey(key, path: "/p", digest: digest), url: { $0 },
            render: { Answer(status: $0.status, body: Array("\($0.code ?? "")".utf8)) })
    }

    @Test func sameRequestGetsItsFirstAnswer() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let first = try await ask(test, access, "k")
        #expect(first.status == 200)
        #expect(try await ask(test, access, "k") == first)
        #expect(try await ask(test, access, "l") != first)
        // The key is the player's.
        #expect(try await ask(test, test.makeAccess(), "k") != first)
    }

    @Test func anotherBodyIsRefused() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        _ = try await ask(test, access, "k")
        #expect(try await code { _ = try await ask(test, access, "k", digest: [2]) } == "422 920")
    }

    @Test func refusalIsKeptButOneOfTheSessionIsNot() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        // 403: worked out anew.
        #expect(try await ask(test, access, "w", type: "Withdraw").status == 403)
        try await test.verify(access.player)
        #expect(try await ask(test, access, "w", type: "Withdraw").status == 200)
        // 400: kept.
        let refused = try await ask(test, access, "n", type: "Nothing")
        #expect(refused.status == 400)
        #expect(try await ask(test, access, "n", type: "Deposit") == refused)
    }

    @Test func answersAreKeptForADay() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let first = try await ask(test, test.access(of: player), "k")
        test.pass(minutes: 24 * 60 - 1)
        #expect(try await ask(test, test.access(of: player), "k") == first)
        test.pass(minutes: 1)
        #expect(try await ask(test, test.access(of: player), "k") != first)
    }

    @Test func atMostTenThousandAnswersAreKeptTheOldestGoFirst() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let id = try #require(Int64(player.id))
        let other = try #require(Int64(try await test.makePlayer().id))
        @Sendable func key(_ number: Int) throws(Refusal) -> IdempotencyKey {
            try IdempotencyKey("k\(number)", path: "/p", digest: [1])
        }
        try await test.platform.state.transact { transaction in
            let answer = { (n: Int) in Answer(status: 200, body: Array("\(n)".utf8)) }
            try transaction.keep(answer(0), of: other, key(0))
            for number in 0...10_000 { try transaction.keep(answer(number), of: id, key(number)) }
            #expect(try transaction.keptAnswer(of: id, key(0)) == nil)
            #expect(try transaction.keptAnswer(of: id, key(1)) == answer(1))
            #expect(try transaction.keptAnswer(of: id, key(10_000)) == answer(10_000))
            #expect(try transaction.keptAnswer(of: other, key(0)) == answer(0))
            // A key that is not kept any more is a new one.
            try transaction.keep(answer(-1), of: id, key(0))
            #expect(try transaction.keptAnswer(of: id, key(0)) == answer(-1))
            #expect(try transaction.keptAnswer(of: id, key(1)) == nil)
        }
    }

    @Test func answersOfAnOlderStateAreCounted() async throws {
        try await withStateFile { settings in
            let old = try DatabaseQueue(path: try #require(settings.path))
            try PlatformSchema.migrator.migrate(old, upTo: "3: settlement in several transactions")
            try await old.write { db in
                for player in [1, 2] {
                    try db.execute(
                        sql: """
                            INSERT INTO player (id, username, password, currency)
                            VALUES (?, ?, '', 'EUR')
                            """, arguments: [player, "\(player)"])
                }
                for (player, key) in [(1, "a"), (2, "a"), (1, "b")] {
                    try db.execute(
                        sql: """
                            INSERT INTO answer (player, path, key, digest, status, body, created)
                            VALUES (?, '/p', ?, x'01', 200, x'', ?)
                            """, arguments: [player, key, TestPlatform.start])
                }
            }
            try old.close()
            let test = try await TestPlatform(settings)
            let numbers = try await test.platform.state.transact { transaction in
                let key = { try IdempotencyKey($0, path: "/p", digest: [1]) }
                #expect(try transaction.keptAnswer(of: 1, key("a"))?.status == 200)
                try transaction.keep(Answer(status: 200, body: []), of: 1, key("c"))
                return try transaction.rows("SELECT number FROM answer ORDER BY player, id")
                    .map { $0[0] as Int64 }
            }
            #expect(numbers == [1, 2, 3, 1])
        }
    }

    @Test func answersThatAreNotKeptAreRemoved() async throws {
        let test = try await TestPlatform()
        let id = try #require(Int64(try await test.makePlayer().id))
        func keep(_ numbers: Range<Int>) async throws -> Int64 {
            try await test.platform.state.transact { transaction in
                for number in numbers {
                    try transaction.keep(
                        Answer(status: 200, body: []), of: id,
                        IdempotencyKey("k\(number)", path: "/p", digest: [1]))
                }
                return try transaction.number("SELECT COUNT(*) FROM answer")
            }
        }
        // Those beyond the greatest number are removed by the thousand.
        #expect(try await keep(0..<10_999) == 10_999)
        #expect(try await keep(10_999..<11_000) == 10_000)
        test.pass(minutes: 24 * 60)
        try await test.platform.doWhatIsDue()
        #expect(try await keep(0..<0) == 5_000)
        try await test.platform.doWhatIsDue()
        #expect(try await keep(0..<0) == 0)
    }

    @Test(arguments: ["", " ", "é", "a b", "k\n", String(repeating: "k", count: 65)])
    func keyOfAnotherFormIsRefused(_ key: String) async throws {
        #expect(try await code { _ = try IdempotencyKey(key, path: "/p", digest: []) } == "400 901")
    }
}
