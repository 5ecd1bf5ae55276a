import OddsJSON
import OddsPlatform
import Synchronization

/// The bodies of refusals in the shape of accounts.
struct RefusalBody: Sendable {
    private let traces = TraceNumbers()

    /// The answer for a refusal.
    func answer(_ refusal: Refusal) -> Answer {
        Answer(status: refusal.status, body: body(refusal).json)
    }

    private func body(_ refusal: Refusal) -> JSONValue {
        // An expired session says no more than that.
        if refusal == .forbidden { return ["error": "Forbidden"] }
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
