import HTTPTypes
import OddsJSON
import OddsPlatform
import OddsServer

/// The platform's requests of the control interface.
package enum PlatformControl {
    /// The requests, beside those of the feed.
    package static func routes(of platform: Platform) -> [ControlRoute] {
        [
            ControlRoute(.post, "/players") { (_, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.makePlayers(try object(body))
                }
            },
            ControlRoute(.post, "/sessions/expire") { (_, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.expireSessions(
                        body.isEmpty ? JSONReader([:]) : try object(body))
                }
            },
            ControlRoute(.post, "/payments/{tx}") {
                (parameters, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.endPayment(parameters[0], try object(body))
                }
            },
            ControlRoute(.post, "/kyc/{id}") { (parameters, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.verify(parameters[0], try object(body))
                }
            },
            ControlRoute(.get, "/codes/{tokenId}") { (parameters, _) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.validationCode(of: parameters[0])
                }
            },
            ControlRoute(.post, "/settle") { (_, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.settle(try object(body))
                }
            },
            ControlRoute(.post, "/clock") { (_, body) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    try await platform.advanceClock(try object(body))
                }
            },
            ControlRoute(.get, "/ledger/check") { (_, _) async throws(ControlRefusal) in
                try await answer { () throws(Refusal) in
                    let check = try await platform.checkLedger()
                    return [
                        "ok": .bool(check.isOK), "postings": .number(check.postings),
                        "sum": .string(check.sum.text), "players": .number(check.players),
                    ]
                }
            },
        ]
    }

    private static func object(_ body: [UInt8]) throws(Refusal) -> JSONReader {
        do {
            return try JSONReader(try body.withUnsafeBytes { try JSONValue(json: $0) })
        } catch let error as JSONSyntaxError {
            throw Refusal(400, nil, "byte \(error.offset): \(error.what)")
        } catch let refusal as Refusal {
            throw refusal
        } catch {
            throw Refusal(400, nil, "\(error)")
        }
    }

    private static func answer(
        _ body: () async throws(Refusal) -> JSONValue
    ) async throws(ControlRefusal) -> [UInt8] {
        do {
            return try await body().json
        } catch {
            throw ControlRefusal(
                HTTPResponse.Status(code: error.status),
                error.code.map { "\($0): \(error.message)" } ?? error.message)
        }
    }
}
