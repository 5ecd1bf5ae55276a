/// The kinds of entity in the traffic, in the order of the feed's dumps.
enum EntityKind: UInt8, CaseIterable {
    case sport, location, category, match, statistics, info, market, outcome, relation, offer
    case mainMarket, marketInfo, liveMatchesNumber, popularMatchesNumber, marketGroup, partScore
    /// Only in answers to calls.
    case tournament

    /// The type, as spelt by the feed.
    var feedName: StaticString {
        switch self {
        case .sport: "SPORT"
        case .location: "LOCATION"
        case .category: "EVENT_CATEGORY"
        case .match: "MATCH"
        case .statistics: "EVENT_STATISTICS"
        case .info: "EVENT_INFO"
        case .market: "MARKET"
        case .outcome: "OUTCOME"
        case .relation: "MARKET_OUTCOME_RELATION"
        case .offer: "BETTING_OFFER"
        case .mainMarket: "MAIN_MARKET"
        case .marketInfo: "MARKET_INFO"
        case .liveMatchesNumber: "LIVE_MATCHES_NUMBER"
        case .popularMatchesNumber: "POPULAR_MATCHES_NUMBER"
        case .marketGroup: "MARKET_GROUP"
        case .partScore: "EVENT_PART_SCORE"
        case .tournament: "TOURNAMENT"
        }
    }
}

/// The place in the world that a record belongs to, which determines the topics
/// that show it.
struct RecordSubject: BitwiseCopyable {
    let kind: EntityKind
    /// The outcome of an offer, an outcome or a relation; 0 for other kinds.
    let outcome: UInt16
    /// The index of the event, market or list entry that the entity belongs to;
    /// `strangerIndex` if there is none.
    let index: UInt32

    private static let strangerIndex = UInt32.max

    /// Whether the entity is unknown to the world. No topic's content includes
    /// it, so its records go to all topics.
    var isStranger: Bool { index == Self.strangerIndex }

    private init(_ kind: EntityKind, _ index: Int, outcome: Int = 0) {
        self.kind = kind
        self.index = UInt32(index)
        self.outcome = UInt16(outcome)
    }

    static func sport(_ index: Int) -> Self { Self(.sport, index) }
    static func location(_ index: Int) -> Self { Self(.location, index) }
    static func category(_ index: Int) -> Self { Self(.category, index) }
    static func match(_ event: Int) -> Self { Self(.match, event) }
    static func statistics(_ event: Int) -> Self { Self(.statistics, event) }
    static func info(_ event: Int) -> Self { Self(.info, event) }
    static func partScore(_ event: Int) -> Self { Self(.partScore, event) }
    static func market(_ market: Int) -> Self { Self(.market, market) }
    static func marketInfo(_ market: Int) -> Self { Self(.marketInfo, market) }
    static func mainMarket(_ index: Int) -> Self { Self(.mainMarket, index) }
    static func marketGroup(_ index: Int) -> Self { Self(.marketGroup, index) }
    static func tournament(_ league: Int) -> Self { Self(.tournament, league) }
    static var liveMatchesNumber: Self { Self(.liveMatchesNumber, 0) }
    static var popularMatchesNumber: Self { Self(.popularMatchesNumber, 0) }

    static func outcome(_ market: Int, _ outcome: Int) -> Self {
        Self(.outcome, market, outcome: outcome)
    }

    static func relation(_ market: Int, _ outcome: Int) -> Self {
        Self(.relation, market, outcome: outcome)
    }

    static func offer(_ market: Int, _ outcome: Int) -> Self {
        Self(.offer, market, outcome: outcome)
    }

    static func stranger(_ kind: EntityKind) -> Self { Self(kind, Int(strangerIndex)) }

    /// An element of SportRadar's wire, which is about a content of its own.
    static var element: Self { stranger(.match) }
}

/// Where a record begins in a frame, which entity it is about, and what it says of it.
struct RecordMark: BitwiseCopyable {
    let subject: RecordSubject
    let start: UInt32
    let id: UInt64
    let change: RecordChange
}
