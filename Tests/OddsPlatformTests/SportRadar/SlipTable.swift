import OddsJSON
import PlatformFixture

@testable import OddsPlatform

/// What tests do at the second provider's side of a table.
extension BettingTable {
    var bets: SportRadarBets { SportRadarBets(platform) }

    /// The player of a session of the first provider, at the second one.
    func launch(_ access: Access) async throws -> Access {
        let session = access.session ?? ""
        let token = try await platform.state.transact { try $0.launchToken(ofSession: session) }
        return Access(launchToken: token)
    }

    /// A bet of a slip: by default a single of 10.00 on the first event at 1.85.
    struct SlipLine {
        var type = "S"
        var stake = "10.0"
        var legs = [Place(1).leg("17", "20")]

        var json: String {
            """
            {"betLegs":[\(legs.joined(separator: ","))],"idFOBetType":"\(type)","pool":false,\
            "winStake":\(stake)}
            """
        }
    }

    /// Places a slip, and returns the answer's body.
    func placeSlip(
        _ access: Access, _ lines: [SlipLine] = [SlipLine()], takesOffers: Bool = true,
        key: String? = nil
    ) async throws -> JSONValue {
        let list = lines.map(\.json).joined(separator: ",")
        return try await slip(
            access, #"{"bets":[\#(list)],"useAutoAcceptance":\#(takesOffers),"free":false}"#,
            key: key)
    }

    /// Places what a body says, and returns the answer's body; a refusal is its code.
    func slip(_ access: Access, _ body: String, key: String? = nil) async throws -> JSONValue {
        let answer = try await bets.place(
            access, Result { () throws(Refusal) in try value(body) },
            key: try key.map { try IdempotencyKey($0, path: "/b", digest: Array(body.utf8)) },
            render: {
                Answer(
                    status: $0.status,
                    body: (["refused": .string("\($0.status) \($0.code ?? "-")")] as JSONValue)
                        .json)
            })
        return try answer.json
    }

    /// Confirms a slip, and returns the answer's body.
    func confirm(_ access: Access, _ slip: JSONValue?) async throws -> JSONValue {
        try await bets.confirm(
            access, slip: number(slip),
            reader(#"{"betStatus":{"state":1,"detailedState":66},"securityCode":""}"#)
        ).body
    }

    func reject(_ access: Access, _ slip: JSONValue?) async throws {
        try await bets.reject(access, slip: number(slip))
    }

    private func number(_ slip: JSONValue?) -> String {
        if case .number(let text) = slip { text } else { "" }
    }

    private func value(_ body: String) throws(Refusal) -> JSONValue {
        guard let value = try? parse(body) else { throw .badShape("expected JSON") }
        return value
    }
}

extension JSONValue {
    /// State and detailed state of a slip's status: `2/0`.
    var slipState: String {
        let status = self["status"] ?? self
        let numbers = ["state", "detailedState"].map { name in
            if case .number(let text) = status[name] { text } else { "-" }
        }
        return numbers.joined(separator: "/")
    }
}
