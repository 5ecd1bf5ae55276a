// The state of each entity: just enough to write it completely. Texts follow
// from indices, and children's ids from their parent's.

/// The phase of a match in its life.
enum EventPhase: UInt8 {
    /// Upcoming: it has no infos yet, and its offers are not live.
    case prematch
    case live
    case ended
}

struct EventState: BitwiseCopyable {
    /// The event's id. Its statistics and lasting infos have the ids after it.
    var id: UInt64
    /// The first id of the infos that each new part of the match replaces.
    var progressInfoID: UInt64
    /// Milliseconds since 1970.
    var startTime: Int64
    var home: UInt16
    var away: UInt16
    var league: UInt8
    var phase: EventPhase
    /// Whether its markets are closed permanently.
    var isSettled = false
    /// The index into the sport's parts; 0 unless the match is live.
    var part: UInt8
    var isHomeServing: Bool
    var minutes: UInt8
    var seconds: UInt8
    var homeScore: UInt8
    var awayScore: UInt8
    var homePartScore: UInt8
    var awayPartScore: UInt8
    /// The slot of the market that is the main line.
    var mainSlot: UInt32
    /// The feed's own count, which includes hidden markets.
    var marketCount: Int32
    var offerCount: Int32

    var isLive: Bool { phase == .live }
}

struct MarketState: BitwiseCopyable {
    /// The market's id; relations, outcomes and offers have the ids after it.
    var id: UInt64
    /// Milliseconds since 1970; 0 while the market is available.
    var notAvailableSince: Int64
    /// The handicap or total, in quarters.
    var line: Int32
    var areOffersOpen: Bool

    var isAvailable: Bool { notAvailableSince == 0 }
}

struct OfferState: BitwiseCopyable {
    /// Milliseconds since 1970.
    var lastChangedTime: Int64
    /// The position on the price ladder.
    var rung: UInt16
}

struct SportState: BitwiseCopyable {
    var events: Int64
    var liveEvents: Int64
    var upcomingMatches: Int64
    var matchesWithLiveOdds: Int64
    var markets: Int64
    var liveMarkets: Int64
    var bettingOffers: Int64
    var liveBettingOffers: Int64
}

/// Issues ids like the feed's: 18 digits, ascending, and close together if
/// issued together. They suffice for about 10¹² new markets.
struct IDSequence {
    private var next: UInt64
    static let step: UInt64 = 256

    init(using random: inout TrafficRandom) {
        next = 290_000_000_000_000_000 + Self.step * UInt64(random.below(1 << 40))
    }

    /// Greater than all ids issued so far, and less than all future ones.
    var newest: UInt64 { next }

    /// Issues `count` new ids, `step` apart, and returns the first.
    mutating func take(_ count: Int, using random: inout TrafficRandom) -> UInt64 {
        next += Self.step * UInt64(1 + random.below(1 << 12))
        defer { next += Self.step * UInt64(count) }
        return next
    }
}
