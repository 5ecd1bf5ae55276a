import OddsJSON
import OddsPlatform
import Synchronization

/// The bodies of refusals.
struct RefusalBody: Sendable {
    /// The families of routes, each of which has a shape of its own.
    enum Shape: String, Sendable {
        case account, betting, cashout, pam
        /// That of a placing at the second provider.
        case slip
        /// That of the second provider's contents.
        case content

        init(path: String) {
            self =
                if path.hasPrefix("/cashout/") || path.hasPrefix("/api/cashout/") {
                    .cashout
                } else if path.hasPrefix("/ps/ips/") {
                    .pam
                } else if path.hasPrefix("/services/") || path.hasPrefix("/notification/") {
                    .content
                } else if ["/place-bet/", "/bets-api/", "/v2/sports/", "/api/"].contains(
                    where: path.hasPrefix)
                {
                    .betting
                } else {
                    .account
                }
        }
    }

    let counts = RefusalCounts()
    private let traces = TraceNumbers()
    private let now: @Sendable () -> String

    /// - Parameter now: Returns the time as refused cashouts have it.
    init(now: @escaping @Sendable () -> String) { self.now = now }

    /// The answer for a refusal.
    func answer(_ refusal: Refusal, _ shape: Shape) -> Answer {
        switch shape {
        case .account: answer(refusal, shape, account)
        case .betting: answer(refusal, shape, betting)
        case .cashout: answer(refusal, shape, cashout)
        case .pam: pamAnswer(refusal, refusal.code)
        case .slip: slipAnswer(refusal)
        case .content: contentAnswer(refusal)
        }
    }

    /// Counts a refusal that has a code.
    func count(_ refusal: Refusal, _ shape: Shape) {
        if let code = refusal.code { counts.add(shape.rawValue, code) }
    }

    private func answer(
        _ refusal: Refusal, _ shape: Shape, _ body: (Refusal) -> JSONValue
    ) -> Answer {
        count(refusal, shape)
        // An expired session says no more than that.
        guard refusal != .forbidden else {
            return Answer(status: refusal.status, body: (["error": "Forbidden"] as JSONValue).json)
        }
        return Answer(status: refusal.status, body: body(refusal).json)
    }

    private func betting(_ refusal: Refusal) -> JSONValue {
        let response: JSONValue = [
            "errorCode": .text(refusal.code), "errorMessage": .string(refusal.message),
        ]
        return .object(
            [JSONMember("success", false), JSONMember("response", response)] + refusal.members)
    }

    private func cashout(_ refusal: Refusal) -> JSONValue {
        let code = refusal.code.map { code in
            Int(code).map { JSONValue.number($0) } ?? .string(code)
        }
        return .object(
            [
                JSONMember("trackingId", "k\(traces.next())"),
                JSONMember("status", .string(refusal.status == 409 ? "CONFLICT" : "ERROR")),
                JSONMember("errorCode", code ?? .null),
                JSONMember("message", .string(refusal.message)),
                JSONMember("timestamp", .string(now())),
            ] + refusal.members)
    }

    private func account(_ refusal: Refusal) -> JSONValue {
        let trace = traces.next()
        let thirdParty: JSONValue =
            refusal.code.map {
                [
                    "errorCode": .string($0), "message": .string(refusal.message),
                    "correlationId": "c-\(trace)", "errors": [:],
                ]
            } ?? .null
        let members = [
            JSONMember("error", .string(refusal.message)), JSONMember("success", false),
            JSONMember("errorCode", 0), JSONMember("errorSourceName", "player"),
            JSONMember("nwaTraceId", "t-\(trace)"),
            JSONMember("thirdPartyResponse", thirdParty),
        ]
        return .object(members + refusal.members)
    }
}

private final class TraceNumbers: Sendable {
    private let last = Atomic(0)

    func next() -> Int { last.add(1, ordering: .relaxed).newValue }
}
