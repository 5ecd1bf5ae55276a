import OddsJSON
import Testing

@testable import OddsPlatform

/// Platform contract, section 8.2.
@Suite(.timeLimit(.minutes(5))) struct PushTests {
    /// The messages of a player's stream, in the order of their sending.
    private func messages(
        _ test: TestPlatform, _ access: Access, _ body: () async throws -> Void
    ) async throws -> [JSONValue] {
        let stream = try await test.platform.events(access, endsAfter: nil)
        try await body()
        test.platform.endAllStreams()
        var messages: [JSONValue] = []
        for await push in stream {
            for message in push.messages {
                messages.append(try parse(String(decoding: message, as: UTF8.self)))
            }
        }
        return messages
    }

    @Test func eachPostingIsPushedInOrderWithTheNextSequence() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "50.00", isVerified: true)
        let pushed = try await messages(test, access) {
            try await test.pay(access, "Withdraw", "10.00", "fail")
            try await test.pay(access, "Deposit", "5.00")
        }
        let once = pushed.filter { $0["type"] == "BALANCE_UPDATE" }
        #expect(once.map { $0["body"]?["sequence"] } == [2, 3, 4])
        #expect(once.map { $0["body"]?["operationType"] } == [2, 3, 1])
        let real = once.map { $0["body"]?["balanceChange"]?["Real"] }
        #expect(real.map { $0?["affectedAmount"] } == [-10, 10, 5])
        #expect(real.map { $0?["afterAmount"] } == [40, 50, 55])
        #expect(once[0]["body"]?["streamingDate"] == "2026-10-02T16:12:15.648Z")
        #expect(Set(once.compactMap { $0["body"]?["postingId"] }).count == 3)
    }

    @Test func someComeTwiceInTheSecondForm() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "50.00", isVerified: true)
        let pushed = try await messages(test, access) {
            for _ in 0..<2 { try await test.pay(access, "Withdraw", "1.00") }
        }
        #expect(
            pushed.map { $0["type"] } == [
                "BALANCE_UPDATE", "BALANCE_UPDATE_V2", "BALANCE_UPDATE",
            ])
        #expect(pushed[0]["body"] == pushed[1]["body"])
    }

    @Test func freeBetsAreNotPushed() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(freebet: "5.00")
        let balance = try await test.platform.balance(access)
        #expect(balance["sequence"] == 0)
    }

    @Test func refusedPaymentPushesNothing() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00", isVerified: true)
        let pushed = try await messages(test, access) {
            let code = try await code { try await test.pay(access, "Withdraw", "6.00") }
            #expect(code == "409 106")
        }
        #expect(pushed.isEmpty)
    }

    @Test func playersSeeTheirOwnEventsOnly() async throws {
        let test = try await TestPlatform()
        let (access, other) = (
            try await test.makeAccess(balance: "5.00", isVerified: true),
            try await test.makeAccess(balance: "5.00", isVerified: true)
        )
        let pushed = try await messages(test, access) {
            try await test.pay(other, "Withdraw", "1.00")
        }
        #expect(pushed.isEmpty)
    }

    @Test func endOfASessionIsPushedWithItsReason() async throws {
        let test = try await TestPlatform()
        let player = try await test.makePlayer()
        let reader = try await test.access(of: player)
        let ended = try await test.access(of: player)
        let pushed = try await messages(test, reader) {
            try await test.platform.logout(ended)
            try await test.platform.expire(session: reader.session ?? "")
        }
        let once = pushed.filter { $0["type"] == "SESSION_EXPIRATION" }.map { $0["body"] }
        #expect(once.map { $0?["exitReasonCode"] } == [2, 1])
        #expect(once.map { $0?["exitReason"] } == ["Logout", "Expired"])
        #expect(once.map { $0?["sessionId"] } == [.text(ended.session), .text(reader.session)])
    }

    @Test func idleSessionEndsByItself() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let pushed = try await messages(test, access) {
            test.pass(minutes: 30)
            try await test.platform.doWhatIsDue()
        }
        #expect(pushed.first?["body"]?["exitReasonCode"] == 1)
    }

    @Test func streamEndsAfterThirtySecondsOfSilence() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess(balance: "5.00", isVerified: true)
        let stream = try await test.platform.events(access, endsAfter: nil)
        test.pass(milliseconds: 29_999)
        test.platform.endStreams()
        try await test.pay(access, "Withdraw", "1.00")
        test.pass(milliseconds: 29_999)
        test.platform.endStreams()
        #expect(test.platform.streamCount == 1)
        test.pass(milliseconds: 1)
        test.platform.endStreams()
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 1)
        #expect(test.platform.streamCount == 0)
    }

    /// A server that stops waits for its streams, those that clients open meanwhile included.
    @Test func streamThatBeginsAfterTheEndOfAllEndsAtOnce() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let before = try await test.platform.events(access, endsAfter: nil)
        test.platform.endAllStreams()
        for await _ in before {}
        for await _ in try await test.platform.events(access, endsAfter: nil) {}
        #expect(test.platform.streamCount == 0)
    }

    @Test func faultEndsAStreamWhenItsTimeHasCome() async throws {
        let test = try await TestPlatform()
        let access = try await test.makeAccess()
        let stream = try await test.platform.events(access, endsAfter: 500)
        test.pass(milliseconds: 500)
        test.platform.endStreams()
        for await _ in stream { Issue.record("an event of a quiet stream") }
    }

    @Test func streamOfAReaderWhoDoesNotReadIsClosed() async throws {
        let center = PushCenter()
        let stream = center.stream(of: 1, now: 0, end: nil)
        let push = Push(player: 1, event: .sessionEnd(id: "s", .expired), milliseconds: 0)
        center.send(Array(repeating: push, count: 1_024))
        #expect(center.streamCount == 1)
        center.send([push])
        #expect(center.streamCount == 0)
        var count = 0
        for await _ in stream { count += 1 }
        #expect(count == 1_024)
    }
}
