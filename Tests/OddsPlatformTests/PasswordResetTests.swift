import SeededRandom
import Testing

@testable import OddsPlatform

/// Platform contract, sections 8.1 and 14: resets cannot be guessed, nor numbers told apart.
@Suite struct PasswordResetTests {
    private static let wrong = "400 GmErr_INVALID_CODE"
    private static let noToken = "400 GmErr_TOKEN_NOT_FOUND"
    private static let refused = "403 GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS"

    private func guess(_ test: TestPlatform, _ token: String) async throws -> String {
        try await code { _ = try await test.platform.validate(token: token, code: "000000") }
    }

    /// Enters a wrong code for one token after the other until there is none any more, and
    /// returns how many.
    private func guessUntilRefused(_ test: TestPlatform, _ number: String) async throws -> Int {
        for count in 0..<30 {
            var token = ""
            let answer = try await code { token = try await test.resetToken(number) }
            guard answer == "done" else {
                #expect(answer == Self.refused)
                return count
            }
            #expect(try await guess(test, token) == Self.wrong)
        }
        return 30
    }

    @Test func threeTokensOfAnAccountAreOpenAndTheOldestEnds() async throws {
        let test = try await TestPlatform()
        let (player, other) = (try await test.makePlayer(), try await test.makePlayer())
        for number in [player.username, "+351999999999"] {
            let kept = try await test.resetToken(other.username)
            var tokens: [String] = []
            for _ in 0..<5 { tokens.append(try await test.resetToken(number)) }
            for token in tokens.prefix(2) { #expect(try await guess(test, token) == Self.noToken) }
            for token in tokens.suffix(3) { #expect(try await guess(test, token) == Self.wrong) }
            #expect(try await guess(test, kept) == Self.wrong)
        }
    }

    @Test func tokenWhoseCodeWasRightIsStillOpen() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let key = try await test.resetKey(test.resetToken(player.username))
        for _ in 0..<3 { _ = try await test.resetToken(player.username) }
        #expect(try await code { try await test.setPassword(key) } == Self.noToken)
    }

    @Test func resetEndsAllOpenTokensOfTheAccount() async throws {
        let test = try await TestPlatform()
        let (player, other) = (try await test.makePlayer(), try await test.makePlayer())
        let older = try await test.resetToken(player.username)
        let key = try await test.resetKey(test.resetToken(player.username))
        let newest = try await test.resetToken(player.username)
        let others = try await test.resetKey(test.resetToken(other.username))
        let newestKey = try await test.resetKey(newest)
        try await test.setPassword(key)
        #expect(try await guess(test, older) == Self.noToken)
        #expect(try await code { try await test.setPassword(newestKey) } == Self.noToken)
        #expect(try await code { try await test.setPassword(key) } == Self.noToken)
        try await test.setPassword(others)
    }

    @Test func tenWrongCodesInADayRefuseThisAccountsResetsAlone() async throws {
        let test = try await TestPlatform()
        let (player, other) = (try await test.makePlayer(), try await test.makePlayer())
        #expect(try await guessUntilRefused(test, player.username) == 10)
        #expect(
            try await code { _ = try await test.resetToken(player.username) } == Self.refused)
        try await test.reset(other.username, to: "new password")
        // Logging in is another matter.
        _ = try await test.access(of: player)
        test.pass(milliseconds: 24 * 60 * 60_000 - 1)
        #expect(
            try await code { _ = try await test.resetToken(player.username) } == Self.refused)
        test.pass(milliseconds: 1)
        try await test.reset(player.username, to: "new password")
    }

    @Test func nothingOfAResetIsTakenAfterTenWrongCodes() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let key = try await test.resetKey(test.resetToken(player.username))
        let kept = try await test.resetToken(player.username)
        let sent = try await test.sentCode(kept)
        for wrongCount in [3, 3, 3, 1] {
            // The one before has ended, so that the first two stay open.
            let token = try await test.resetToken(player.username)
            for _ in 0..<wrongCount { #expect(try await guess(test, token) == Self.wrong) }
        }
        let enter = {
            try await code { _ = try await test.platform.validate(token: kept, code: sent) }
        }
        #expect(try await enter() == Self.refused)
        #expect(try await guess(test, kept) == Self.refused)
        #expect(try await enter() == Self.refused)
        #expect(try await code { try await test.setPassword(key) } == Self.refused)
    }

    /// Wrong codes of a day, counted anew from each: never eleven in any 24 h.
    @Test func dayOfWrongCodesRolls() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        for hour in 0..<10 {
            let token = try await test.resetToken(player.username)
            #expect(try await guess(test, token) == Self.wrong, "\(hour)")
            test.pass(minutes: 60)
        }
        let ask = { try await code { _ = try await test.resetToken(player.username) } }
        #expect(try await ask() == Self.refused)
        test.pass(minutes: 14 * 60)
        let token = try await test.resetToken(player.username)
        #expect(try await guess(test, token) == Self.wrong)
        #expect(try await ask() == Self.refused)
        test.pass(minutes: 60)
        #expect(try await ask() == "done")
    }

    /// As an attacker sees it: the answers to the same requests, step by step.
    @Test func unknownNumbersAreAnsweredAlike() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        func answers(_ number: String) async throws -> [String] {
            var (answers, token): ([String], String) = ([], "")
            for round in 0..<15 {
                answers.append(
                    try await code { token = try await test.resetToken(number) })
                for _ in 0..<(round.isMultiple(of: 2) ? 4 : 1) {
                    answers.append(try await guess(test, token))
                }
            }
            return answers
        }
        let known = try await answers(player.username)
        #expect(known.contains(Self.refused) && known.contains(Self.noToken))
        #expect(try await answers("+351999999999") == known)
        #expect(try await answers("+351not a number") == known)
    }

    /// What takes time is the same: so many hashes, so many transactions.
    @Test func unknownNumbersTakeTheSameSteps() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        func steps(_ number: String) async throws -> [Int] {
            let metrics = test.platform.metrics
            let before = (metrics.passwordHashCount, metrics.commits.transactionCount)
            let token = try await test.resetToken(number)
            _ = try await guess(test, token)
            _ = try await code { try await test.setPassword("no key") }
            return [
                metrics.passwordHashCount - before.0,
                metrics.commits.transactionCount - before.1,
            ]
        }
        #expect(try await steps(player.username) == [1, 3])
        #expect(try await steps("+351999999999") == [1, 3])
    }

    /// Wherever its prefix is said to end, it is one number with one set of limits.
    @Test func numberIsOneHoweverItIsDivided() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        _ = try await guessUntilRefused(test, player.username)
        let digits = player.username.dropFirst(3)
        #expect(
            try await code {
                _ = try await test.platform.resetPassword(
                    mobilePrefix: "+35", mobile: String(digits))
            } == Self.refused)
    }

    @Test func tokensAndCodesOfUnknownNumbersAreBounded() async throws {
        let test = try await TestPlatform()
        let count = Int(Transaction.unknownResetsMax) + 50
        let counts = try await test.platform.state.transact { transaction -> [Int64] in
            for index in 0..<count {
                let token = try transaction.beginPasswordReset(number: "+1 \(index)")
                _ = try transaction.validate(token: token, code: "000000")
            }
            return try ["passwordReset", "wrongCode"].map {
                try transaction.number("SELECT COUNT(*) FROM \($0)")
            }
        }
        #expect(counts == [Transaction.unknownResetsMax, Transaction.unknownWrongCodesMax])
    }

    /// Random requests of several attackers, held against a model. The seed is printed.
    @Test func randomGuessesNeverExceedTheLimits() async throws {
        let seed = UInt64.random(in: 0...UInt64.max)
        var random = SplitMix64(seed: seed)
        let test = try await TestPlatform()
        var numbers = ["+351999999999", "+351999999998"]
        for _ in 0..<2 { numbers.append(try await test.makePlayer().username) }
        var model: [String: ModelAccount] = [:]
        var now = TestPlatform.start
        for step in 0..<2_000 {
            let comment: Comment = "seed \(seed), step \(step)"
            let number = try #require(numbers.randomElement(using: &random))
            var account = model[number] ?? ModelAccount()
            switch Int.random(in: 0..<12, using: &random) {
            case 0:
                let pause = Int64.random(in: 0...4 * 60 * 60_000, using: &random)
                test.pass(milliseconds: pause)
                now += pause
            case 1...4:
                var token = ""
                let answer = try await code { token = try await test.resetToken(number) }
                #expect(answer == account.open(token, at: now), comment)
            default:
                guard let token = account.known.randomElement(using: &random) else { continue }
                #expect(try await guess(test, token) == account.guess(token, at: now), comment)
            }
            model[number] = account
        }
    }

    /// The rules, by lists that are searched.
    private struct ModelAccount {
        /// Tokens of whatever age, the newest last.
        var known: [String] = []
        private var tokens: [(token: String, created: Int64, wrongCount: Int)] = []
        private var wrong: [Int64] = []

        private func isRefused(at now: Int64) -> Bool {
            wrong.filter { now - $0 < 24 * 60 * 60_000 }.count >= 10
        }

        mutating func open(_ token: String, at now: Int64) -> String {
            guard !isRefused(at: now) else { return PasswordResetTests.refused }
            known = known.suffix(5) + [token]
            tokens.removeAll { now - $0.created > 15 * 60_000 }
            tokens = tokens.suffix(2) + [(token, now, 0)]
            return "done"
        }

        mutating func guess(_ token: String, at now: Int64) -> String {
            guard let index = tokens.firstIndex(where: { $0.token == token }),
                now - tokens[index].created <= 15 * 60_000
            else { return PasswordResetTests.noToken }
            guard !isRefused(at: now) else { return PasswordResetTests.refused }
            wrong.append(now)
            tokens[index].wrongCount += 1
            if tokens[index].wrongCount == 3 { tokens.remove(at: index) }
            return PasswordResetTests.wrong
        }
    }
}
