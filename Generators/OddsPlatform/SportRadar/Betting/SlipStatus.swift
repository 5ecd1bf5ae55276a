import OddsJSON

/// How far a slip of the second provider is, as the wire has it.
package enum SlipStatus {
    /// The house offers other odds, and waits for a confirmation.
    static let offered = status(1, detailed: 66)
    /// All bets are placed.
    static let placed = status(2)
    /// Over, without a bet.
    static let rejected = status(4, text: "rejected by the player")

    /// Refused for a reason: the platform's code and words. Those of the player's own limits
    /// have the words by which clients know them.
    package static func refused(_ refusal: Refusal) -> JSONValue {
        var text = refusal.message
        if refusal.code == "121" {
            let limit = refusal.members.first { $0.name == "limit" }?.value
            let words = [limit?["type"], limit?["period"]].map { word in
                if case .string(let text) = word { text } else { "" }
            }
            text = "beyond the player's wager limit (\(words.joined(separator: ", ")))"
        }
        return status(4, code: refusal.code, text: text)
    }

    /// Whether a slip that is refused with that code has a status, rather than an HTTP status:
    /// the request is one that might have been placed.
    package static func isStatus(_ code: String?) -> Bool {
        ["903", "904", "905", "906", "907", "908", "121", "106"].contains(code)
    }

    /// The time for an answer to the house's offer is over.
    static let lapsed = Refusal(409, "906", "the offer of other odds has lapsed")

    private static func status(
        _ state: Int, detailed: Int = 0, code: String? = nil, text: String? = nil
    ) -> JSONValue {
        [
            "state": .number(state), "detailedState": .number(detailed),
            "statusCode": .text(code), "statusText": .text(text),
        ]
    }
}
