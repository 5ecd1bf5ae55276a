import OddsJSON
import PlatformFixture
import Testing

/// A player who is logged in, at the port of bets.
struct Bettor {
    let running: RunningPlatform
    let player: RunningPlatform.Player
    let session: String

    /// A player with money.
    init(_ running: RunningPlatform, balance: String = "50.00") async throws {
        self.running = running
        (player, session) = try await running.makeSession(balance: balance)
    }

    /// A player of the second provider, who logs in here as well.
    init(_ other: SportRadarPlayer) async throws {
        running = other.running
        player = other.player
        session = try await running.login(player)
    }

    /// How the header fields of a family of routes are spelled.
    enum Family: CaseIterable {
        case placing, lists, cashouts

        var names: (session: String, user: String, operator: String) {
            switch self {
            case .placing: ("x-sessionid", "userid", "x-operatorid")
            case .lists: ("x-session-id", "x-user-id", "x-operator-id")
            case .cashouts: ("X-SessionId", "userId", "X-OperatorId")
            }
        }

        /// That of a path.
        init(path: String) {
            self =
                if path.hasPrefix("/bets-api/") {
                    .lists
                } else {
                    path.hasPrefix("/cashout/") ? .cashouts : .placing
                }
        }
    }

    /// The header fields of a family; some of them changed.
    func headers(
        _ family: Family, session: String? = nil, user: String? = nil, operator: String = "7001"
    ) -> [(String, String)] {
        let names = family.names
        return [
            (names.session, session ?? self.session), (names.user, user ?? player.id),
            (names.operator, `operator`),
        ]
    }

    static let placing = "/place-bet/7001/v2/bets"
    static let cashout = "/cashout/v1/cashout"

    /// Sends a request with the header fields that its path asks for.
    func ask(
        _ method: String, _ path: String, _ body: String? = nil, key: String? = nil,
        type: String = "application/json", headers: [(String, String)]? = nil
    ) async throws -> TestAnswer {
        try await ask(
            method, path, bytes: body.map { Array($0.utf8) }, key: key, type: type,
            headers: headers)
    }

    /// The same, with a body that need not be text.
    func ask(
        _ method: String, _ path: String, bytes: [UInt8]?, key: String? = nil,
        type: String = "application/json", headers: [(String, String)]? = nil
    ) async throws -> TestAnswer {
        let fields = headers ?? self.headers(Family(path: path))
        return try await RunningPlatform.ask(
            method, running.oddsURL + path, bytes, type: type,
            headers: fields + (key.map { [("Idempotency-Key", $0)] } ?? []))
    }

    /// The body of a ticket for one selection.
    static func ticket(
        _ place: ScriptedWorld.Place, price: String = "1.85", amount: String = "10.00",
        _ members: String = ""
    ) -> String {
        """
        {"ucsOperatorId":7001,"currency":"EUR","type":"SINGLE","systemBetType":null,\
        "amount":"\(amount)","freeBet":null,"selections":[\(place.selection(price))]\(members)}
        """
    }

    /// Places a bet, and returns its name.
    func place(_ place: ScriptedWorld.Place) async throws -> String {
        let answer = try await ask("POST", Self.placing, Self.ticket(place))
        guard case .string(let bet) = try answer.json()["betId"] else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return bet
    }

    /// The names of the open bets.
    func openBets() async throws -> [JSONValue] {
        let answer = try await ask("GET", "/bets-api/v1/7001/open-bets")
        guard case .array(let bets) = try answer.json() else {
            throw UnexpectedAnswer(text: answer.text)
        }
        return bets.compactMap { $0["id"] }
    }

    /// Settles an outcome, as control does.
    func settle(_ place: ScriptedWorld.Place, _ result: String) async throws {
        _ = try await running.platform.settle(
            running.reader(#"{"outcomes":{"\#(place.outcomeID)":"\#(result)"}}"#))
    }

    /// Moves the platform's clock forward.
    func pass(seconds: Int) async throws {
        _ = try await running.platform.advanceClock(
            running.reader(#"{"advanceSeconds":\#(seconds)}"#))
    }
}

extension TestAnswer {
    /// The code of a refusal of a bet or a list.
    func betCode() throws -> JSONValue? { try json()["response"]?["errorCode"] }
}
