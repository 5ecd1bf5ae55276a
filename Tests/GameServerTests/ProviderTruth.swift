import OddsJSON
import Testing

/// What pages must show of a topic, from the simulator's own word alone: the snapshot of what
/// the topic should show now.
struct ProviderTruth {
    struct Row: Equatable {
        let teams: [String]
        let start: Int?
        /// Odds of the first and of the last outcome of the first market, in hundredths.
        let odds: [Int?]
        let isOpen: Bool
    }

    /// In the feed's order.
    let rows: [Row]

    /// - Parameter documents: The snapshots of a list's parts, in their order.
    init(_ documents: [[UInt8]]) throws {
        let events = try documents.flatMap { document in
            let json = try document.withUnsafeBytes { try JSONValue(json: $0) }
            let channel = try #require(json["channels"]?.elements.first)
            return channel["events"]?.elements ?? []
        }
        // Lists of several parts come by tournament, in the order of their first matches.
        let tournaments = events.map { $0["parentId"]?.text }
        let places = events.indices.sorted { first, second in
            guard documents.count > 1 else { return first < second }
            let keys = [first, second].map { tournaments.firstIndex(of: tournaments[$0]) ?? 0 }
            return (keys[0], first) < (keys[1], second)
        }
        rows = places.map { Row(events[$0]) }
    }
}

extension ProviderTruth.Row {
    init(_ event: JSONValue) {
        let market = event["markets"]?.elements.first
        let outcomes = market?["outcomes"]?.elements ?? []
        let offers = [outcomes.first, outcomes.last].map {
            $0?["bettingOffers"]?.elements.first
        }
        teams = ["homeParticipantName", "awayParticipantName"].map { event[$0]?.text ?? "" }
        start = event["startTime"]?.integer.map { $0 / 1_000 }
        odds = offers.map { offer in
            offer?["odds"]?.number.map { Int(($0 * 100).rounded()) }
        }
        let isMarketOpen =
            market?["isAvailable"] != .bool(false) && market?["isClosed"] != .bool(true)
        isOpen =
            ["1", "2"].contains(event["statusId"]?.text) && isMarketOpen
            && offers.allSatisfy { offer in
                offer?["isAvailable"] == .bool(true) && offer?["statusId"]?.text == "1"
            }
    }
}

extension JSONValue {
    var text: String? {
        guard case .string(let text) = self else { return nil }
        return text
    }
}
