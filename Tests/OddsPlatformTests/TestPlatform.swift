import Foundation
import NIOPosix
import OddsJSON
import Synchronization

@testable import OddsPlatform

/// A platform on a clock that only moves when a test moves it.
struct TestPlatform {
    /// 2026-10-02T16:12:15.648Z.
    static let start: Int64 = 1_790_957_535_648

    let platform: Platform
    private let time: Time

    private final class Time: Sendable {
        let milliseconds = Atomic(TestPlatform.start)
    }

    init(
        _ settings: PlatformSettings = TestPlatform.settings,
        world: any BettingWorld = EmptyWorld()
    ) async throws {
        let time = Time()
        self.time = time
        let clock = PlatformClock { time.milliseconds.load(ordering: .relaxed) }
        platform = try await Platform(
            settings, clock: clock, world: world, hashing: .singleton)
    }

    /// Passwords at the lowest cost.
    static var settings: PlatformSettings {
        var settings = PlatformSettings()
        settings.passwordCost = .lowest
        return settings
    }

    func pass(milliseconds: Int64) {
        time.milliseconds.add(milliseconds, ordering: .relaxed)
    }

    func pass(minutes: Int64) { pass(milliseconds: minutes * 60_000) }

    func pass(days: Int64) { pass(minutes: days * 24 * 60) }

    func makePlayer(
        balance: String = "0.00", bonus: String = "0.00", freebet: String = "0.00"
    ) async throws -> TestPlayer {
        let answer = try await platform.makePlayers(
            reader(
                #"{"count":1,"balance":"\#(balance)","bonus":"\#(bonus)","freebet":"\#(freebet)"}"#)
        )
        guard case .array(let players) = answer["players"], let player = players.first else {
            throw UnexpectedAnswer(answer: answer)
        }
        return TestPlayer(
            id: try player.text("userId"), username: try player.text("username"),
            password: try player.text("password"))
    }

    /// Logs in.
    func access(of player: TestPlayer) async throws -> Access {
        let answer = try await platform.login(
            username: player.username, password: player.password)
        return Access(session: try answer.text("sessionId"), player: player.id)
    }

    /// A player who is logged in.
    func makeAccess(
        balance: String = "0.00", bonus: String = "0.00", freebet: String = "0.00",
        isVerified: Bool = false
    ) async throws -> Access {
        let player = try await makePlayer(balance: balance, bonus: bonus, freebet: freebet)
        if isVerified { try await verify(player.id) }
        return try await access(of: player)
    }

    func verify(_ player: String) async throws {
        for status in ["PENDING", "APPROVED"] {
            _ = try await platform.verify(player, reader(#"{"status":"\#(status)"}"#))
        }
    }

    /// Begins a session at the cashier.
    func cashier(_ access: Access, _ type: String) async throws -> String {
        let answer = try await platform.paymentSession(
            access, reader(paymentRequest(type)), key: nil, url: { $0 },
            render: { Answer(status: $0.status, body: Array("\($0.code ?? "")".utf8)) })
        guard answer.status == 200 else {
            throw Refusal(answer.status, String(decoding: answer.body, as: UTF8.self), "")
        }
        let body = try parse(String(decoding: answer.body, as: UTF8.self))
        return try (body["CashierInfo"] ?? .null).text("Url")
    }

    /// Pays, and returns the transaction.
    @discardableResult
    func pay(
        _ access: Access, _ type: String, _ amount: String, _ outcome: String = "complete"
    ) async throws -> String {
        let session = try await cashier(access, type)
        let answer = try await platform.pay(
            atCashier: session, reader(#"{"amount":"\#(amount)","outcome":"\#(outcome)"}"#))
        return try answer.text("transactionId")
    }

    func status(_ access: Access, _ transaction: String) async throws -> String {
        try await platform.paymentStatus(access, transaction: transaction).text("Status")
    }

    /// Real money, as the wire has it.
    func real(_ access: Access) async throws -> String {
        try await amount("totalRealAmount", access)
    }

    func amount(_ member: String, _ access: Access) async throws -> String {
        let balance = try await platform.balance(access)
        guard case .number(let text) = balance[member]?["EUR"] else {
            throw UnexpectedAnswer(answer: balance)
        }
        return text
    }
}

struct TestPlayer {
    let id: String
    let username: String
    let password: String
}

extension Access {
    var player: String { players[0] }
}

struct UnexpectedAnswer: Error {
    let answer: JSONValue
}

/// Settings of a state in a file, which is there for as long as the body takes.
func withStateFile(_ body: (PlatformSettings) async throws -> Void) async throws {
    let directory = FileManager.default.temporaryDirectory
        .appending(path: "state-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    var settings = TestPlatform.settings
    settings.path = directory.appending(path: "state.sqlite").path(percentEncoded: false)
    try await body(settings)
}

func parse(_ json: String) throws -> JSONValue {
    try Array(json.utf8).withUnsafeBytes { try JSONValue(json: $0) }
}

func reader(_ json: String) throws -> JSONReader { try JSONReader(try parse(json)) }

func paymentRequest(_ type: String, currency: String = "EUR") -> String {
    """
    {"Channel":"mobile","Type":"\(type)","SuccessUrl":"https://app.example/s",\
    "CancelUrl":"https://app.example/c","FailUrl":"https://app.example/f","Language":"en",\
    "productType":"Sports","currency":"\(currency)","isShortCashier":false,"bonusCode":null,\
    "showBonusSelectionInput":true}
    """
}

extension JSONValue {
    func text(_ name: String) throws -> String {
        guard case .string(let text) = self[name] else { throw UnexpectedAnswer(answer: self) }
        return text
    }

    func list(_ name: String) throws -> [JSONValue] {
        guard case .array(let list) = self[name] else { throw UnexpectedAnswer(answer: self) }
        return list
    }
}

/// The refusal of something that must be refused; `nil` if it is not.
func refusal(_ body: () async throws -> Void) async throws -> Refusal? {
    do {
        try await body()
        return nil
    } catch let refusal as Refusal {
        return refusal
    }
}

/// Status and code of a refusal.
func code(_ body: () async throws -> Void) async throws -> String {
    guard let refusal = try await refusal(body) else { return "done" }
    return "\(refusal.status) \(refusal.code ?? "-")"
}
