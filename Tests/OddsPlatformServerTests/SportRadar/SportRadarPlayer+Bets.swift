import Foundation
import OddsJSON
import PlatformFixture
import Testing

/// Bets of a player at the second provider.
extension SportRadarPlayer {
    static let betslip = "/api/betting/fo/betslip"
    static let cashouts = "/api/cashout/fo/cashout"
    static let customBets = "/api/custom-bet/v1"

    /// Sends a request with the launch token.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil,
        type: String = "application/json", token: String? = nil
    ) async throws -> TestAnswer {
        try await running.askSportRadar(
            method, path, body, key: key, type: type, token: token ?? launchToken)
    }

    /// The body of a slip of one bet: by default a single of 10.00 at 1.85.
    static func slip(
        _ legs: [String], type: String = "S", stake: String = "10.0", takesOffers: Bool = true,
        free: String = "false"
    ) -> String {
        """
        {"bets":[{"betLegs":[\(legs.joined(separator: ","))],"idFOBetType":"\(type)",\
        "pool":false,"winStake":\(stake)}],"useAutoAcceptance":\(takesOffers),"free":\(free)}
        """
    }

    static func slip(_ place: ScriptedWorld.Place, stake: String = "10.0") -> String {
        slip([place.leg("17", "20")], stake: stake)
    }

    /// Places a bet at 1.85, and returns the text of its id on the wire.
    func place(_ place: ScriptedWorld.Place, stake: String = "10.0") async throws -> String {
        let answer = try await ask("POST", Self.betslip, Self.slip(place, stake: stake))
        guard case .number(let id) = try answer.json()["bets"]?[0]?["idFoBet"] else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return id
    }

    /// The legs of a history.
    func history(_ query: String = "") async throws -> [JSONValue] {
        let answer = try await ask("GET", "/api/betting/fo/bets" + query)
        #expect(answer.status == 200)
        guard case .array(let legs) = try answer.json() else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return legs
    }

    /// The ids of a history's bets, each once.
    func historyIDs(_ query: String = "") async throws -> [String] {
        var ids: [String] = []
        for leg in try await history(query) {
            guard case .number(let id) = leg["idFOBet"], id != ids.last else { continue }
            ids.append(id)
        }
        return ids
    }

    /// Confirms a slip, and returns the answer's body.
    func confirm(_ slip: JSONValue?) async throws -> TestAnswer {
        guard case .number(let id) = slip else { throw UnexpectedAnswer(text: "no slip") }
        return try await ask(
            "PUT", "\(Self.betslip)/\(id)/confirm",
            """
            {"betStatus":{"state":1,"detailedState":66,"statusCode":null,"statusText":null},\
            "securityCode":""}
            """)
    }

    func reject(_ slip: JSONValue?) async throws -> TestAnswer {
        guard case .number(let id) = slip else { throw UnexpectedAnswer(text: "no slip") }
        return try await ask("POST", "\(Self.betslip)/\(id)/reject", "{}")
    }

    /// Settles an outcome, as control does.
    func settle(_ place: ScriptedWorld.Place, _ result: String) async throws {
        _ = try await running.platform.settle(
            running.reader(#"{"outcomes":{"\#(place.outcomeID)":"\#(result)"}}"#))
    }

    /// Whether the ledger adds up, and how many postings it has.
    func postings() async throws -> Int64 {
        let check = try await running.platform.checkLedger()
        #expect(check.isOK)
        return check.postings
    }
}

extension RunningPlatform {
    /// Sends a request to the second provider's betting API.
    func askSportRadar(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil,
        type: String = "application/json", token: String? = nil
    ) async throws -> TestAnswer {
        try await Self.ask(
            method, sportRadarURL + path, body.map { Array($0.utf8) }, type: type,
            headers: (token.map { [("Authorization", $0)] } ?? [])
                + (key.map { [("Idempotency-Key", $0)] } ?? []))
    }
}

extension TestAnswer {
    /// State and detailed state of a slip's status: `2/0`.
    func slipState() throws -> String {
        let body = try json()
        let status = body["status"] ?? body
        return ["state", "detailedState"].map { name in
            if case .number(let text) = status[name] { text } else { "-" }
        }.joined(separator: "/")
    }
}
