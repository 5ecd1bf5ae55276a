/// The kinds of entity that a feed carries: six with typed properties, which
/// make up the tree, and every other one, kept as received.
///
/// The raw values are dense and start at 0, so that tables can be indexed by
/// them.
@frozen
public enum EntityType: UInt8, CaseIterable, BitwiseCopyable, Sendable {
    /// `MATCH`, an event.
    case match
    /// `MARKET`, below an event.
    case market
    /// `OUTCOME`, below the markets that name it.
    case outcome
    /// `BETTING_OFFER`, below an outcome.
    case bettingOffer
    /// `EVENT_INFO`, below an event.
    case eventInfo
    /// `MARKET_OUTCOME_RELATION`, which links a market and an outcome.
    case marketOutcomeRelation
    /// Any type that is not one of the six, known today or not.
    case reference

    /// The six types with typed properties.
    public static let typed: [EntityType] = [
        .match, .market, .outcome, .bettingOffer, .eventInfo, .marketOutcomeRelation,
    ]

    /// How the feed spells the type; empty for `reference`, whose entities
    /// carry their own.
    public var feedName: StaticString {
        switch self {
        case .match: "MATCH"
        case .market: "MARKET"
        case .outcome: "OUTCOME"
        case .bettingOffer: "BETTING_OFFER"
        case .eventInfo: "EVENT_INFO"
        case .marketOutcomeRelation: "MARKET_OUTCOME_RELATION"
        case .reference: ""
        }
    }
}
