/// How many records of each kind accompany one BETTING_OFFER UPDATE record. The
/// defaults are rounded from recorded live traffic, where 42 such records came
/// with 20 of counters, 14 of sports, 10 of infos, 8 of main lines, 2 of
/// availability and 14 new offers. There are fewer new offers here, because
/// each of them also replaces an old one, whose deletion takes as many records
/// again.
struct ChangeShares {
    /// UPDATEs of a match's counters.
    var counters = 20.0 / 42
    /// UPDATEs of a sport's counters.
    var sports = 14.0 / 42
    /// Records of EVENT_INFOs, and of matches that enter a new part.
    var infos = 10.0 / 42
    /// UPDATEs of `mainLine`.
    var mainLines = 8.0 / 42
    /// UPDATEs of a market's `isAvailable`.
    var availability = 2.0 / 42
    /// New betting offers, which come with their outcomes, relations and
    /// markets.
    var newOffers = 10.0 / 42

    /// All records per BETTING_OFFER UPDATE record, including the record
    /// itself.
    func recordsPerOfferUpdate(offersPerMarket: Int) -> Double {
        let replacing = newOffers * 2 * (3 + 1 / Double(offersPerMarket))
        return 1 + counters + sports + infos + mainLines + availability + replacing
    }
}

/// How many records of one kind are due, and how many come in one burst.
struct ShareDebt {
    private let share: Double
    private let burstMean: Int
    private var owed = 0.0
    /// The size of the next burst.
    private(set) var burst: Int

    init(share: Double, burstMean: Int) {
        self.share = share
        self.burstMean = max(1, burstMean)
        burst = self.burstMean
    }

    /// Whether enough records are due for the next burst.
    var isDue: Bool { owed >= Double(burst) }

    mutating func add(offerUpdates: Int) { owed += share * Double(offerUpdates) }

    /// Records that `count` records were written, and draws the next burst.
    mutating func settle(_ count: Int, using random: inout TrafficRandom) {
        owed -= Double(count)
        burst = random.around(burstMean)
    }
}
