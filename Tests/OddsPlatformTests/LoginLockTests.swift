import Testing

@testable import OddsPlatform

/// Platform contract, sections 8.1 and 14: while an account is locked nothing changes the lock
/// and nobody gets in, and names that nobody has are locked alike.
@Suite struct LoginLockTests {
    private static let minute: Int64 = 60_000
    private static let wrong = "403 GmErr_USER_AUTH_FAILED"
    private static let locked = "403 GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS"

    private func fail(_ test: TestPlatform, _ name: String, times: Int) async throws -> [String] {
        var codes: [String] = []
        for _ in 0..<times {
            codes.append(
                try await code {
                    _ = try await test.platform.login(username: name, password: "wrong")
                })
        }
        return codes
    }

    // MARK: Steps in the bad order

    @Test func sixthFailureOfSixAtOnceLeavesTheLockAsItIs() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        for _ in 0..<6 { _ = try await test.begin(player.username) }
        var ends: [Int64?] = []
        for _ in 0..<6 {
            ends.append(try await test.fail(player.username).until)
            test.pass(milliseconds: 1_000)
        }
        let end = TestPlatform.start + 4_000 + 5 * Self.minute
        #expect(ends == [nil, nil, nil, nil, end, end])
        #expect(try await code { _ = try await test.access(of: player) } == Self.locked)
        test.pass(milliseconds: end - TestPlatform.start - 6_001)
        #expect(try await code { _ = try await test.access(of: player) } == Self.locked)
        test.pass(milliseconds: 1)
        _ = try await test.access(of: player)
    }

    @Test func rightPasswordWhoseCheckOutlastsTheBeginningOfTheLockIsRefused() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let begun = try #require(try await test.begin(player.username).player)
        _ = try await fail(test, player.username, times: 5)
        let finish = {
            try await code { _ = try await test.finish(begun) }
        }
        #expect(try await finish() == Self.locked)
        // Nor has it changed the lock.
        test.pass(milliseconds: 5 * Self.minute - 1)
        #expect(try await finish() == Self.locked)
        test.pass(milliseconds: 1)
        #expect(try await finish() == "done")
    }

    @Test func failureOfBeforeTheLockCountsAfterItAsTheFirst() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        _ = try await test.begin(player.username)
        _ = try await fail(test, player.username, times: 5)
        test.pass(minutes: 5)
        #expect(try await test.fail(player.username) == .wrongPassword)
        #expect(
            try await fail(test, player.username, times: 4) == [
                Self.wrong, Self.wrong, Self.wrong, Self.locked,
            ])
    }

    @Test func passwordThatWasReplacedMeanwhileIsRefused() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let begun = try #require(try await test.begin(player.username).player)
        let hash = try await test.platform.hash("another one").text
        try await test.platform.state.transact { try $0.setPassword(of: begun.id, hash) }
        #expect(try await code { _ = try await test.finish(begun) } == Self.wrong)
    }

    /// Whoever has the code of a reset sets a password, and waits for the end of the lock.
    @Test func resetLeavesTheLockAsItIs() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        _ = try await fail(test, player.username, times: 5)
        try await test.reset(player.username, to: "new password")
        let login = {
            try await code {
                _ = try await test.platform.login(
                    username: player.username, password: "new password")
            }
        }
        #expect(try await login() == Self.locked)
        test.pass(minutes: 5)
        #expect(try await login() == "done")
    }

    // MARK: At once

    @Test func nobodyGetsInAfterWrongPasswordsAtOnce() async throws {
        for count in 5...12 {
            let test = try await TestPlatform()
            let player = try await test.makePlayer()
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for _ in 0..<count {
                    group.addTask {
                        try await code {
                            _ = try await test.platform.login(
                                username: player.username, password: "wrong")
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(codes.filter { $0 == Self.wrong }.count == 4)
            #expect(codes.filter { $0 == Self.locked }.count == count - 4)
            for _ in 0..<3 {
                #expect(try await code { _ = try await test.access(of: player) } == Self.locked)
            }
            test.pass(minutes: 5)
            _ = try await test.access(of: player)
        }
    }

    // MARK: Names that nobody has

    @Test func unknownNamesAreLockedAlikeAndForAsLong() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        for name in [player.username, "nobody", "+351999999999", ""] {
            #expect(
                try await fail(test, name, times: 7) == [
                    Self.wrong, Self.wrong, Self.wrong, Self.wrong, Self.locked, Self.locked,
                    Self.locked,
                ], "\(name)")
        }
        let ends = [player.username, "nobody"].map { name in
            { try await refusal { _ = try await test.begin(name) }?.until }
        }
        #expect(try await ends[0]() == TestPlatform.start + 5 * Self.minute)
        #expect(try await ends[1]() == TestPlatform.start + 5 * Self.minute)
        test.pass(milliseconds: 5 * Self.minute - 1)
        for name in [player.username, "nobody"] {
            #expect(try await fail(test, name, times: 1) == [Self.locked])
        }
        test.pass(milliseconds: 1)
        for name in [player.username, "nobody"] {
            #expect(try await fail(test, name, times: 5).last == Self.locked)
        }
    }

    /// What takes time is the same: so many hashes of one cost, so many transactions.
    @Test func unknownNamesTakeTheSameSteps() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let registered = try await test.register(mobile: "912345678")
        func steps(_ name: String, _ password: String) async throws -> [Int] {
            let metrics = test.platform.metrics
            let before = (metrics.passwordHashCount, metrics.commits.transactionCount)
            _ = try await refusal {
                _ = try await test.platform.login(username: name, password: password)
            }
            return [
                metrics.passwordHashCount - before.0,
                metrics.commits.transactionCount - before.1,
            ]
        }
        for attempt in 1...7 {
            // What unknown names are compared with is the hash of an empty password.
            let password = attempt.isMultiple(of: 2) ? "" : "wrong"
            for name in [player.username, registered, "nobody"] {
                #expect(
                    try await steps(name, password) == (attempt <= 5 ? [1, 2] : [0, 1]),
                    "\(name), attempt \(attempt)")
            }
        }
    }

    @Test func allPasswordsHaveOneCost() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let registered = try await test.register(mobile: "912345678")
        try await test.reset(player.username, to: "new password")
        for name in [player.username, registered] {
            let hash = try #require(try await test.begin(name).player).hash
            #expect(hash.text.hasPrefix("$scrypt$ln=1,"))
        }
    }

    @Test func tableOfUnknownNamesIsBoundedAndTheOldestLeaves() async throws {
        let test = try await TestPlatform()
        let max = Int(Transaction.unknownNamesMax)
        func count() async throws -> Int64 {
            try await test.platform.state.transact {
                try $0.number("SELECT COUNT(*) FROM unknownName")
            }
        }
        for _ in 0..<4 { _ = try await test.fail("first") }
        for _ in 0..<4 { _ = try await test.fail("second") }
        try await test.platform.state.transact { transaction in
            for index in 0..<max - 1 { _ = try transaction.failLogin("name \(index)") }
        }
        // The last but the greatest number: "second" is still there, "first" is not.
        #expect(try await count() == Int64(max))
        #expect(try await test.fail("first") == .wrongPassword)
        #expect(try await count() == Int64(max))
        #expect(try await test.fail("second") == .wrongPassword)
    }

    @Test func newAccountBeginsWithoutTheLockOfItsName() async throws {
        let test = try await TestPlatform()
        let name = "+351912345678"
        _ = try await fail(test, name, times: 5)
        #expect(try await test.register(mobile: "912345678") == name)
        _ = try await test.platform.login(username: name, password: "password")
    }

    @Test func nameLongerThanAnyAccountsIsABadShape() async throws {
        let test = try await TestPlatform()
        let name = String(repeating: "x", count: 201)
        #expect(try await fail(test, name, times: 1) == ["400 -"])
    }
}
