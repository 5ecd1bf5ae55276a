import OddsMeasurement

/// How many tickets met changed odds that named them as the client knew them some time ago.
package struct OddsChangePoint: Codable, Equatable, Sendable {
    /// The client's delay: how long ago it knew the odds that its tickets name.
    package var delayNanoseconds: UInt64
    /// Tickets whose odds were compared: those placed, and those refused with changed odds
    /// or by a later check.
    package var tickets: Int
    /// Those of them that were refused with changed odds.
    package var changed: Int
    /// Their share, and the ends of its 95% interval by Wilson; `nil` without tickets.
    package var share: Double?
    package var shareLow: Double?
    package var shareHigh: Double?
    /// From when the feed was due to send a ticket's price until the ticket was due. Of
    /// singles whose price came after the first dump.
    package var priceAge: LatencySummary

    package init(delayNanoseconds: UInt64, tickets: Int, changed: Int, priceAge: LatencySummary) {
        self.delayNanoseconds = delayNanoseconds
        self.tickets = tickets
        self.changed = changed
        self.priceAge = priceAge
        guard tickets > 0 else { return }
        share = Double(changed) / Double(tickets)
        let interval = WilsonInterval.interval95(successes: changed, trials: tickets)
        shareLow = interval.lowerBound
        shareHigh = interval.upperBound
    }

    /// The points of several runs, those of one delay added up, without the ages of prices.
    package static func sums(_ curves: [[OddsChangePoint]]) -> [OddsChangePoint] {
        var counts: [UInt64: (tickets: Int, changed: Int)] = [:]
        for point in curves.joined() {
            counts[point.delayNanoseconds, default: (0, 0)].tickets += point.tickets
            counts[point.delayNanoseconds, default: (0, 0)].changed += point.changed
        }
        return counts.sorted { $0.key < $1.key }.map { delay, count in
            OddsChangePoint(
                delayNanoseconds: delay, tickets: count.tickets, changed: count.changed,
                priceAge: LatencySummary(LatencyHistogram()))
        }
    }
}
