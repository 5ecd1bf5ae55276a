import OddsBetting
import OddsJSON
import PlatformFixture

@testable import OddsPlatform

typealias Place = ScriptedWorld.Place

/// A platform that takes bets on a scripted world, and what tests do at it.
struct BettingTable {
    let test: TestPlatform
    let world: ScriptedWorld

    var platform: Platform { test.platform }

    /// - Parameter liveDelay: In milliseconds.
    init(
        liveDelay: Int64 = 0, _ settings: PlatformSettings = TestPlatform.settings,
        world: ScriptedWorld = ScriptedWorld()
    ) async throws {
        var settings = settings
        settings.liveDelayMilliseconds = liveDelay
        self.world = world
        test = try await TestPlatform(settings, world: world)
    }

    // MARK: Placing

    /// A ticket: by default a single of 10.00 on the first event at 1.85.
    struct Slip {
        var type = "SINGLE"
        var system: String?
        var amount = #""10.00""#
        var policy: String? = "ACCEPT_NONE"
        var isFree = false
        var currency = "EUR"
        var selections = [Place(1).selection("1.85")]

        var json: String {
            let system = system.map { #""\#($0)""# } ?? "null"
            let policy = policy.map { #","oddsValidationType":"\#($0)""# } ?? ""
            return """
                {"ucsOperatorId":7001,"currency":"\(currency)","type":"\(type)",\
                "systemBetType":\(system),"amount":\(amount)\(policy),"terminalType":"MOBILE",\
                "ubsWalletId":null,"freeBet":\(isFree),\
                "selections":[\(selections.joined(separator: ","))]}
                """
        }
    }

    func answer(_ access: Access, body: String, key: String? = nil) async throws -> Answer {
        try await platform.placeBet(
            access, Result { () throws(Refusal) in try read(body) },
            key: try idempotencyKey(key, body), render: render)
    }

    func answer(_ access: Access, _ slip: Slip, key: String? = nil) async throws -> Answer {
        try await answer(access, body: slip.json, key: key)
    }

    /// Places a ticket, and returns the answer's body.
    @discardableResult
    func place(_ access: Access, _ slip: Slip) async throws -> JSONValue {
        let answer = try await answer(access, slip)
        let body = try parse(String(decoding: answer.body, as: UTF8.self))
        guard answer.status == 200 else { throw UnexpectedAnswer(answer: body) }
        return body
    }

    /// Places a ticket, and returns the bet's id.
    func bet(_ access: Access, _ slip: Slip = Slip()) async throws -> String {
        try await place(access, slip).text("betId")
    }

    /// Status and code of the answer to a ticket: `200` or `409 906`.
    func code(_ access: Access, _ slip: Slip) async throws -> String {
        try await code(access, body: slip.json)
    }

    func code(_ access: Access, body: String) async throws -> String {
        try text(of: try await answer(access, body: body))
    }

    /// A single of that stake.
    func slip(_ stake: String, _ place: Place = Place(1), at price: String = "1.85") -> Slip {
        Slip(amount: #""\#(stake)""#, selections: [place.selection(price)])
    }

    // MARK: Cashouts

    /// A request to sell: by default all of the bet, at any value.
    struct Sale {
        var bet: String
        var type = "FULL"
        var asked = "1"
        var partialStake: String?
        var acceptance: String? = #""cashoutChangeAcceptanceType":"ACCEPT_ANY""#

        var json: String {
            let partial = partialStake.map { #","partialCashoutStake":\#($0)"# } ?? ""
            let acceptance = acceptance.map { ",\($0)" } ?? ""
            return """
                {"betId":"\(bet)","cashoutValue":\(asked),"cashoutType":"\(type)"\(partial)\
                \(acceptance),"operatorId":"7001","language":"en"}
                """
        }
    }

    func sell(_ access: Access, body: String, key: String? = nil) async throws -> Answer {
        try await platform.cashOut(
            access, Result { () throws(Refusal) in try read(body) },
            key: try idempotencyKey(key, body), render: render)
    }

    /// Status and code of the answer to a sale.
    func saleCode(_ access: Access, _ sale: Sale) async throws -> String {
        try text(of: try await sell(access, body: sale.json))
    }

    /// Sells, and returns the answer's body.
    @discardableResult
    func sell(_ access: Access, _ sale: Sale) async throws -> JSONValue {
        let answer = try await sell(access, body: sale.json)
        let body = try parse(String(decoding: answer.body, as: UTF8.self))
        guard answer.status == 200 else { throw UnexpectedAnswer(answer: body) }
        return body
    }

    /// The cashout value of a bet; `nil` if it has none.
    func value(
        _ access: Access, _ bet: String, of stake: String? = nil
    ) async throws -> JSONValue? {
        do throws(Refusal) {
            return try await platform.cashoutAmount(
                access, bet: bet, stake: stake.flatMap { Money($0) })["cashoutValue"]
        } catch {
            guard error == .notFound else { throw error }
            return nil
        }
    }

    // MARK: What becomes of it

    /// Settles outcomes by control, or corrects them.
    func settle(_ results: (Place, String)...) async throws {
        let members = results.map { #""\#($0.outcomeID)":"\#($1)""# }.joined(separator: ",")
        _ = try await platform.settle(reader(#"{"outcomes":{\#(members)}}"#))
    }

    func bet(_ access: Access, _ id: String) async throws -> JSONValue {
        try await platform.bet(access, id: id)
    }

    func status(_ access: Access, _ id: String) async throws -> String {
        try await bet(access, id).text("status")
    }

    func balances(_ access: Access) async throws -> Balances {
        let id = Int64(access.player) ?? 0
        return try await platform.state.transact { try $0.balances(of: id) }
    }

    /// The balance of an account of the platform.
    func balance(_ kind: AccountKind) async throws -> Money {
        guard let currency = Currency("EUR") else { return .zero }
        return try await platform.state.transact {
            Money(
                minorUnits: try $0.number(
                    "SELECT balance FROM account WHERE id = ?", [Account(kind, in: currency).id]))
        }
    }

    /// The moves of the last posting, such as `real → escrow 10.00`, in their order.
    func lastMoves() async throws -> [String] {
        try await platform.state.transact { transaction in
            try transaction.rows(
                """
                SELECT source, target, amount FROM move
                WHERE posting = (SELECT MAX(id) FROM posting) ORDER BY id
                """
            ).map { row in
                let kinds = [row[0], row[1]].map { (id: Int64) in
                    AccountKind(rawValue: id & 7).map { "\($0)" } ?? ""
                }
                return "\(kinds[0]) → \(kinds[1]) \(Money(minorUnits: row[2]).text)"
            }
        }
    }

    // MARK: Wire

    /// Status, code and members of a refusal, as a JSON object that a test can read.
    private var render: @Sendable (Refusal) -> Answer {
        { refusal in
            let members = [JSONMember("code", .text(refusal.code))] + refusal.members
            return Answer(status: refusal.status, body: JSONValue.object(members).json)
        }
    }

    private func text(of answer: Answer) throws -> String {
        let body = try parse(String(decoding: answer.body, as: UTF8.self))
        guard answer.status != 200 else { return "200" }
        guard case .string(let code) = body["code"] else { return "\(answer.status) -" }
        return "\(answer.status) \(code)"
    }

    private func idempotencyKey(_ key: String?, _ body: String) throws -> IdempotencyKey? {
        try key.map { try IdempotencyKey($0, path: "/p", digest: Array(body.utf8)) }
    }

    private func read(_ body: String) throws(Refusal) -> JSONReader {
        guard let value = try? parse(body) else { throw .badShape("expected JSON") }
        return try JSONReader(value)
    }
}

extension Answer {
    var json: JSONValue {
        get throws { try parse(String(decoding: body, as: UTF8.self)) }
    }
}

extension Money: ExpressibleByStringLiteral {
    /// For tests: a text that is no amount is a mistake in the test.
    public init(stringLiteral text: String) {
        guard let money = Money(text) else { preconditionFailure("\(text) is no amount") }
        self = money
    }
}
