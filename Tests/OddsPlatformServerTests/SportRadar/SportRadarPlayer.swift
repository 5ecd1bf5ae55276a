import Foundation
import Logging
import OddsJSON
import OddsPlatform
import OddsPlatformServer
import PlatformFixture
import Testing

/// A player who is logged in at the second provider.
struct SportRadarPlayer {
    let running: RunningPlatform
    let player: RunningPlatform.Player
    /// The account API's session.
    let session: String
    /// The token that bets carry.
    let launchToken: String

    /// A player with money.
    init(
        _ running: RunningPlatform, balance: String = "50.00", freebet: String = "0.00"
    ) async throws {
        let players = try await running.makePlayers(1, balance: balance, freebet: freebet)
        try await self.init(running, of: try #require(players.first))
    }

    /// A player whom control has made.
    init(_ running: RunningPlatform, of player: RunningPlatform.Player) async throws {
        self.running = running
        self.player = player
        session = try await running.pamLogin(player).text("sessionKey")
        let game = try await running.pam("GET", "openGameSession", Self.game, session: session)
        launchToken = try game.json().text("launchToken")
    }

    /// The arguments of `openGameSession`.
    static let game = [("productCode", "SPORT_RADAR"), ("gameId", "SPORTSBOOK")]

    /// Sends a request to the account API.
    func pam(
        _ method: String, _ name: String, _ items: [(String, String)] = [], key: String? = nil
    ) async throws -> JSONValue {
        let answer = try await running.pam(method, name, items, session: session, key: key)
        #expect(answer.status == 200, "\(name)")
        return try answer.json()
    }

    /// The status of the answer to a request.
    func status(
        _ method: String, _ name: String, _ items: [(String, String)] = []
    ) async throws -> JSONValue? {
        try await pam(method, name, items)["status"]
    }

    /// The balance of an amount's name.
    func balance(_ name: String = "totalWithdrawableBalance") async throws -> String {
        try await pam("GET", "getBalance").text(name)
    }
}

extension RunningPlatform {
    /// Sends a request to the account API of the second provider.
    func pam(
        _ method: String, _ name: String, _ items: [(String, String)] = [],
        session: String? = nil, key: String? = nil
    ) async throws -> TestAnswer {
        let all = items + (session.map { [("sessionKey", $0)] } ?? [])
        return try await Self.ask(
            method, sportRadarURL + "/ps/ips/\(name)" + Self.query(all), nil,
            headers: key.map { [("Idempotency-Key", $0)] } ?? [])
    }

    /// Sends a form of `multipart/form-data` to the account API; a file is a PDF.
    func pamForm(
        _ name: String, _ fields: [(String, String)], files: [String] = [],
        session: String? = nil
    ) async throws -> TestAnswer {
        var form = ""
        for (name, value) in fields {
            form += "--x\r\nContent-Disposition: form-data; name=\"\(name)\"\r\n\r\n\(value)\r\n"
        }
        for file in files {
            form += "--x\r\nContent-Disposition: form-data; name=\"file\"; filename=\"\(file)\""
            form += "\r\n\r\n%PDF-1.7 \(file)\r\n"
        }
        form += "--x--\r\n"
        return try await Self.ask(
            "POST",
            sportRadarURL + "/ps/ips/\(name)"
                + Self.query(session.map { [("sessionKey", $0)] } ?? []),
            Array(form.utf8), type: "multipart/form-data; boundary=x", headers: [])
    }

    /// Logs in at the account API, and returns the answer.
    func pamLogin(_ player: Player) async throws -> JSONValue {
        try await pamLogin(player.username, player.password)
    }

    func pamLogin(_ username: String, _ password: String) async throws -> JSONValue {
        let answer = try await pamForm(
            "login", [("username", username), ("password", password)])
        #expect(answer.status == 200)
        return try answer.json()
    }

    private static func query(_ items: [(String, String)]) -> String {
        guard !items.isEmpty else { return "" }
        let safe = CharacterSet(
            charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        let pairs = items.map { name, value in
            "\(name)=\(value.addingPercentEncoding(withAllowedCharacters: safe) ?? "")"
        }
        return "?" + pairs.joined(separator: "&")
    }
}

extension JSONValue {
    func text(_ name: String) throws -> String {
        guard case .string(let text) = self[name] else {
            throw UnexpectedAnswer(text: String(decoding: json, as: UTF8.self))
        }
        return text
    }
}

/// Serves the second provider as well.
func withSportRadar(
    _ configure: (inout PlatformConfiguration) -> Void = { _ in },
    world: any BettingWorld = EmptyWorld(), logger: Logger? = nil,
    _ body: (RunningPlatform) async throws -> Void
) async throws {
    let all = { (configuration: inout PlatformConfiguration) in
        configuration.sportRadarPort = 0
        configure(&configuration)
    }
    try await withPlatform(all, world: world, logger: logger, body)
}
