import OddsJSON
import OddsPlatform

// Answers of the second provider: the HTTP status of most refusals is 200 as well.
extension RefusalBody {
    /// The answer of a route's handler.
    func pamAnswer(_ result: Result<JSONValue, Refusal>) -> Answer {
        switch result {
        case .success(let value):
            var members = [JSONMember("status", .string(PAMStatus.success))]
            if case .object(let others) = value { members += others }
            return Answer(status: 200, body: JSONValue.object(members).json)
        case .failure(let refusal):
            return pamAnswer(refusal, refusal.code ?? PAMStatus.code(ofStatus: refusal.status))
        }
    }

    /// The answer for a refusal.
    ///
    /// - Parameter code: Absent where the request has got to no handler: then the HTTP status
    ///   says what is wrong, as it does for bodies that are none, reused keys and failures.
    func pamAnswer(_ refusal: Refusal, _ code: String?) -> Answer {
        if let code { counts.add(Shape.pam.rawValue, code) }
        let isOrdinary = code != nil && PAMStatus.code(ofStatus: refusal.status) != nil
        let members = [
            JSONMember("status", .string(code.map(PAMStatus.status) ?? "ERROR")),
            JSONMember("message", .string(refusal.message)),
        ]
        return Answer(
            status: isOrdinary ? 200 : refusal.status,
            body: JSONValue.object(members + refusal.members).json)
    }

    /// The answer for a refusal of a slip: its status, where the request is one that might
    /// have been placed.
    func slipAnswer(_ refusal: Refusal) -> Answer {
        guard SlipStatus.isStatus(refusal.code) else { return answer(refusal, .betting) }
        count(refusal, .slip)
        let members = [
            JSONMember("idFOBetSlip", .null), JSONMember("totalStake", 0),
            JSONMember("status", SlipStatus.refused(refusal)), JSONMember("bets", []),
        ]
        return Answer(
            status: 200, body: JSONValue.object(members + refusal.members).json)
    }
}
