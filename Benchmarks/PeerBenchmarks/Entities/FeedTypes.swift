/// The typed entities, as the feed spells them.
enum FeedType: String, Decodable {
    case match = "MATCH"
    case market = "MARKET"
    case outcome = "OUTCOME"
    case offer = "BETTING_OFFER"
    case info = "EVENT_INFO"
    case relation = "MARKET_OUTCOME_RELATION"
}

enum FeedMessageType: String, Decodable {
    case initialDump = "INITIAL_DUMP"
    case update = "UPDATE"
}

enum FeedChangeType: String, Decodable {
    case update = "UPDATE"
    case create = "CREATE"
    case delete = "DELETE"
}

/// Where a record's own properties are.
enum FeedRecordKey: String, CodingKey {
    case changeType, entityType, id, entity, changedProperties
    case type = "_type"
}
