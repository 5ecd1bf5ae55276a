import SeededRandom
import Testing

@testable import OddsPlatform

/// Logins of many names at once whose steps meet in random orders, held against a model that
/// knows the rule and nothing of how it is kept. The seed is printed.
@Suite struct LoginLockRandomTests {
    /// The rule: five failures in a row lock for five minutes, in which nothing counts.
    private struct ModelLock {
        var failures = 0
        var end: Int64 = 0

        mutating func outcome(isRight: Bool, at now: Int64) -> String {
            if now < end { return "locked until \(end)" }
            failures = isRight ? 0 : failures + 1
            guard failures == 5 else { return isRight ? "in" : "wrong" }
            (failures, end) = (0, now + 300_000)
            return "locked until \(end)"
        }
    }

    /// A login between its two transactions.
    private struct Open {
        let name: String
        let account: (id: Int64, hash: PasswordHash)?
        let isRight: Bool
    }

    @Test func randomOrdersOfStepsKeepTheRule() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let test = try await TestPlatform()
        var names = ["nobody", "+351999999999", "x"]
        for _ in 0..<4 { names.append(try await test.makePlayer().username) }
        var locks: [String: ModelLock] = [:]
        var (open, now, lockedCount): ([Open], Int64, Int) = ([], TestPlatform.start, 0)
        for step in 0..<3_000 {
            let comment: Comment = "seed \(seed), step \(step)"
            switch Int.random(in: 0..<20, using: &random) {
            case 0:
                let pause = Int64.random(in: 0...400_000, using: &random)
                test.pass(milliseconds: pause)
                now += pause
            case 1...9:
                let name = try #require(names.randomElement(using: &random))
                let attempt = try await begin(test, name)
                let end = locks[name]?.end ?? 0
                #expect((attempt == nil) == (now < end), comment)
                guard let attempt else { continue }
                let isRight = attempt.player != nil && Int.random(in: 0..<4, using: &random) == 0
                open.append(Open(name: name, account: attempt.player, isRight: isRight))
            default:
                guard !open.isEmpty else { continue }
                let login = open.remove(at: Int.random(in: open.indices, using: &random))
                let expected = locks[login.name, default: ModelLock()]
                    .outcome(isRight: login.isRight, at: now)
                #expect(try await end(test, login) == expected, comment)
                lockedCount += expected.hasPrefix("locked") ? 1 : 0
            }
        }
        #expect(lockedCount > 50, "seed \(seed)")
    }

    private func begin(_ test: TestPlatform, _ name: String) async throws -> LoginAttempt? {
        do {
            return try await test.begin(name)
        } catch let refusal as Refusal where refusal.until != nil {
            return nil
        }
    }

    /// The second transaction of a login, and what comes of it.
    private func end(_ test: TestPlatform, _ login: Open) async throws -> String {
        let refused: Refusal?
        if login.isRight, let account = login.account {
            refused = try await refusal { _ = try await test.finish(account) }
        } else {
            refused = try await test.fail(login.name)
        }
        guard let refused else { return "in" }
        return refused.until.map { "locked until \($0)" } ?? "wrong"
    }

    /// Right and wrong passwords of one name, all at once, with every interleaving that comes of
    /// it: who gets in, gets in before the lock, and once it is locked nobody does.
    @Test func manyLoginsAtOnceNeverOutlastTheLock() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        for round in 0..<30 {
            let test = try await TestPlatform()
            let player = try await test.makePlayer()
            let passwords = (0..<40).map { _ in
                Int.random(in: 0..<20, using: &random) == 0 ? player.password : "wrong"
            }
            let codes = try await withThrowingTaskGroup(of: String.self) { group in
                for password in passwords {
                    group.addTask {
                        try await code {
                            _ = try await test.platform.login(
                                username: player.username, password: password)
                        }
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            let locked = codes.filter { $0.hasSuffix("TOO_MANY_ATTEMPTS") }
            let comment: Comment = "seed \(seed), round \(round)"
            let wrongCount = passwords.filter { $0 == "wrong" }.count
            // Five in a row lock; a right one between them begins the row anew.
            let rights = codes.filter { $0 == "done" }.count
            #expect(codes.count == 40 && rights <= passwords.count - wrongCount, comment)
            #expect(codes.filter { $0.hasSuffix("AUTH_FAILED") }.count <= 4 * (rights + 1), comment)
            guard !locked.isEmpty else { continue }
            #expect(
                try await code { _ = try await test.access(of: player) }
                    == "403 GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS", comment)
        }
    }
}
