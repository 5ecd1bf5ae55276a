/// How many records of each kind ride along with one BETTING_OFFER UPDATE
/// record. The defaults are what recorded live traffic has, rounded: 42 such
/// records came with 20 of counters, 14 of sports, 10 of infos, 8 of main
/// lines, 2 of availability and 14 new offers. There are fewer new offers here,
/// as for each one an old one goes, which brings as many records again.
struct ChangeShares {
    /// UPDATEs of a match's counters.
    var counters = 20.0 / 42
    /// UPDATEs of a sport's counters.
    var sports = 14.0 / 42
    /// Records of EVENT_INFOs, and of matches that reach a new part.
    var infos = 10.0 / 42
    /// UPDATEs of `mainLine`.
    var mainLines = 8.0 / 42
    /// UPDATEs of `isAvailable` of a market.
    var availability = 2.0 / 42
    /// New betting offers. Market, outcome and relation come with them.
    var newOffers = 10.0 / 42

    /// All records for one BETTING_OFFER UPDATE record, itself included.
    func recordsPerOfferUpdate(offersPerMarket: Int) -> Double {
        let replacing = newOffers * 2 * (3 + 1 / Double(offersPerMarket))
        return 1 + counters + sports + infos + mainLines + availability + replacing
    }
}

/// One kind of record: how many of them are due, and how many come together.
struct ShareDebt {
    private let share: Double
    private let burstMean: Int
    private var owed = 0.0
    /// How many the next burst has.
    private(set) var burst: Int

    init(share: Double, burstMean: Int) {
        self.share = share
        self.burstMean = max(1, burstMean)
        burst = self.burstMean
    }

    /// Enough is due for the next burst.
    var isDue: Bool { owed >= Double(burst) }

    mutating func add(offerUpdates: Int) { owed += share * Double(offerUpdates) }

    /// Notes that `count` records were written, and plans the next burst.
    mutating func settle(_ count: Int, using random: inout TrafficRandom) {
        owed -= Double(count)
        burst = random.around(burstMean)
    }
}
