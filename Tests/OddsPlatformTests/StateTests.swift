import Foundation
import GRDB
import Testing

@testable import OddsPlatform

/// The state in a file.
@Suite struct StateTests {
    @Test func restartGoesOn() async throws {
        try await withStateFile { settings in
            var test = try await TestPlatform(settings)
            let player = try await test.makePlayer(balance: "50.00")
            try await test.verify(player.id)
            let access = try await test.access(of: player)
            let held = try await test.pay(access, "Withdraw", "20.00", "hold")
            _ = try await test.platform.advanceClock(reader(#"{"advanceSeconds":600}"#))
            test = try await TestPlatform(settings)
            // The session, the money and the clock are as they were.
            #expect(try await test.real(access) == "30")
            #expect(test.platform.clock.milliseconds == TestPlatform.start + 600_000)
            _ = try await test.platform.endPayment(held, reader(#"{"status":"Failed"}"#))
            #expect(try await test.real(access) == "50")
            let check = try await test.platform.checkLedger()
            #expect(check.isOK && check.postings == 3)
        }
    }

    /// Without this, the log would grow for as long as the service runs.
    @Test(.timeLimit(.minutes(5)))
    func logBeginsAnewWhileTransactionsGoOn() async throws {
        try await withStateFile { settings in
            let test = try await TestPlatform(settings)
            let log = try #require(settings.path) + "-wal"
            func logBytes() throws -> Int {
                try #require(FileManager.default.attributesOfItem(atPath: log)[.size] as? Int)
            }
            var before = 0
            repeat {
                before = try logBytes()
                try await test.platform.state.transact { transaction in
                    for _ in 0..<4_096 {
                        try transaction.run(
                            "INSERT INTO booking (code, selections, created) VALUES (?, '', 0)",
                            [UUID().uuidString])
                    }
                }
                // A log that has begun anew is written where it was.
            } while try logBytes() > before
            #expect(try await test.platform.checkLedger().isOK)
        }
    }

    @Test func fileOfANewerVersionIsRefusedAndLeftAlone() async throws {
        try await withStateFile { settings in
            _ = try await TestPlatform(settings)
            let path = try #require(settings.path)
            let queue = try DatabaseQueue(path: path)
            try await queue.write {
                try $0.execute(sql: "INSERT INTO grdb_migrations VALUES ('99: of the future')")
            }
            await #expect(throws: PlatformStateError(
                description: "\(path): was written by a newer version")
            ) { _ = try await TestPlatform(settings) }
        }
    }

    /// Its players and locks stay, as do the resets that lead anywhere; two players with one
    /// number, whom it may have, are nobody to reset a password by it.
    @Test func fileOfBeforeLocksOfAllNamesIsMigrated() async throws {
        try await withStateFile { settings in
            let queue = try DatabaseQueue(path: try #require(settings.path))
            try PlatformSchema.migrator.migrate(queue, upTo: "5: a second provider")
            let hash = PasswordHash(of: "password", cost: .lowest).text
            try await queue.write { db in
                for (id, name, mobile) in [
                    (70_501, "+351911111111", "911111111"), (70_502, "+351922222222", "922222222"),
                    (70_503, "thief", "922222222"),
                ] {
                    try db.execute(
                        sql: """
                            INSERT INTO player (id, username, password, currency,
                                mobilePhonePrefix, mobilePhone, failedLogins)
                            VALUES (?, ?, ?, 'EUR', '+351', ?, 4)
                            """, arguments: [id, name, hash, mobile])
                    try db.execute(
                        sql: "INSERT INTO consent VALUES (?, 11, 1)", arguments: [id])
                }
                for (token, player) in [("t1", 70_501 as Int?), ("t2", nil)] {
                    try db.execute(
                        sql: """
                            INSERT INTO passwordReset (token, player, code, created)
                            VALUES (?, ?, '123456', ?)
                            """, arguments: [token, player, TestPlatform.start])
                }
            }
            try queue.close()
            let test = try await TestPlatform(settings)
            #expect(try await test.fail("+351922222222").until != nil)
            try await test.setPassword(test.resetKey("t1"))
            _ = try await test.platform.login(username: "+351911111111", password: "new password")
            #expect(
                try await code { _ = try await test.platform.validationCode(of: "t2") } == "404 -")
            let key = try await test.resetKey(test.resetToken("+351922222222"))
            #expect(
                try await code { try await test.setPassword(key) } == "400 GmErr_TOKEN_NOT_FOUND")
        }
    }

    /// Locks and limits are as lasting as what they guard.
    @Test func restartForgetsNoLockAndNoWrongCode() async throws {
        try await withStateFile { settings in
            var test = try await TestPlatform(settings)
            let player = try await test.makePlayer()
            for name in [player.username, "nobody"] {
                for _ in 0..<5 { _ = try await test.fail(name) }
            }
            for number in [player.username, "+351999999999"] {
                for _ in 0..<10 {
                    let token = try await test.resetToken(number)
                    _ = try await refusal {
                        _ = try await test.platform.validate(token: token, code: "000000")
                    }
                }
            }
            test = try await TestPlatform(settings)
            let locked = "403 GmErr_USER_AUTH_FAILED_TOO_MANY_ATTEMPTS"
            for name in [player.username, "nobody"] {
                #expect(try await code { _ = try await test.begin(name) } == locked)
            }
            for number in [player.username, "+351999999999"] {
                #expect(try await code { _ = try await test.resetToken(number) } == locked)
            }
        }
    }

    @Test func fileOfAnotherWorldIsRefused() async throws {
        try await withStateFile { settings in
            var settings = settings
            settings.world = "seed 1"
            let player = try await TestPlatform(settings).makePlayer()
            let path = try #require(settings.path)
            settings.world = "seed 2"
            let other = settings
            await #expect(throws: PlatformStateError(
                description: "\(path): belongs to the world of seed 1, and not to that of seed 2")
            ) { _ = try await TestPlatform(other) }
            settings.world = "seed 1"
            _ = try await TestPlatform(settings).access(of: player)
        }
    }

    @Test func fileThatIsNoStateIsRefusedAndLeftAlone() async throws {
        try await withStateFile { settings in
            let path = try #require(settings.path)
            let text = Data(String(repeating: "not a database ", count: 100).utf8)
            try text.write(to: URL(filePath: path))
            await #expect(throws: PlatformStateError.self) {
                _ = try await TestPlatform(settings)
            }
            #expect(try Data(contentsOf: URL(filePath: path)) == text)
        }
    }

    @Test func directoryThatDoesNotExistIsNamed() async throws {
        var settings = TestPlatform.settings
        settings.path = "/nowhere/state.sqlite"
        do {
            _ = try await TestPlatform(settings)
            Issue.record("a state in a directory that does not exist")
        } catch let error as PlatformStateError {
            #expect(error.description.hasPrefix("/nowhere/state.sqlite"))
        }
    }

    @Test func whatThrowsInATransactionHasNotHappened() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00")
        _ = try await refusal {
            try await test.platform.state.transact { transaction in
                try transaction.run("UPDATE player SET email = 'x'")
                throw Refusal.notFound
            }
        }
        #expect(try await test.platform.details(access)["email"] == "")
    }
}
