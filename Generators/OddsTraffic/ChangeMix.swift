/// Chooses the contents of the next frame so that BETTING_OFFER UPDATE records
/// keep their rate, all other records their share relative to these, and frames
/// their mean size. All three are exact in the long run, because due records
/// accumulate as a debt.
///
/// As in the feed, each frame has one main kind of content: updated offers with
/// a few other changes, counters, sports, or replaced markets.
struct ChangeMix {
    /// BETTING_OFFER UPDATE records per frame slot.
    let offerUpdatesPerSlot: Double
    private let offersPerMarket: Int
    private var offersOwed = 0.0
    /// How far offers may run ahead of schedule to avoid an empty frame slot.
    private static let offersAheadMax = 8.0
    /// Offer updates written ahead of schedule.
    private var offersBorrowed = 0.0

    private var counters: ShareDebt
    private var sports: ShareDebt
    private var infos: ShareDebt
    private var mainLines: ShareDebt
    private var availability: ShareDebt
    /// Counted in markets.
    private var newMarkets: ShareDebt

    init(_ configuration: TrafficConfiguration, _ shares: ChangeShares) {
        let records = configuration.recordsPerFrame
        offersPerMarket = configuration.outcomes
        offerUpdatesPerSlot =
            Double(records) / shares.recordsPerOfferUpdate(offersPerMarket: offersPerMarket)
        // The burst sizes of recorded traffic, whose frames have 7 records.
        let markets = min(
            max(1, 12 * records / 7 / offersPerMarket),
            max(1, configuration.events * configuration.markets / 4),
            max(1, TrafficLimits.offersPerFrameMax / offersPerMarket))
        counters = ShareDebt(share: shares.counters, burstMean: 5 * records / 7)
        sports = ShareDebt(share: shares.sports, burstMean: 5 * records / 7)
        infos = ShareDebt(share: shares.infos, burstMean: 2 * records / 7)
        mainLines = ShareDebt(share: shares.mainLines, burstMean: 2)
        availability = ShareDebt(share: shares.availability, burstMean: 1)
        newMarkets = ShareDebt(
            share: shares.newOffers / Double(offersPerMarket), burstMean: markets)
    }

    /// Must be called once per frame slot, regardless of what it contains.
    mutating func advance() {
        let repaid = min(offersBorrowed, offerUpdatesPerSlot / 2)
        offersBorrowed -= repaid
        offersOwed += offerUpdatesPerSlot - repaid
    }

    /// Counts offer updates that a scenario wrote by itself. Half of the
    /// following ones are withheld until these are repaid.
    mutating func borrow(_ offerUpdates: Int) {
        offersBorrowed += Double(offerUpdates)
        addToDebts(offerUpdates)
    }

    /// Writes the next frame, or none if nothing is due.
    mutating func writeFrame(_ world: inout TrafficWorld, to writer: inout FrameWriter) {
        writer.beginFrame(.create, version: world.now)
        if newMarkets.isDue {
            world.replaceLineMarkets(newMarkets.burst, to: &writer)
            newMarkets.settle(newMarkets.burst, using: &world.random)
            writeMinorChanges(&world, to: &writer)
        } else if sports.isDue {
            for _ in 0..<sports.burst { world.changeSport(to: &writer) }
            sports.settle(sports.burst, using: &world.random)
        } else if counters.isDue {
            for _ in 0..<counters.burst { world.changeCounters(to: &writer) }
            counters.settle(counters.burst, using: &world.random)
        } else if infos.isDue, world.random.coin() {
            writeInfos(&world, to: &writer)
        } else if offersOwed > -Self.offersAheadMax {
            writeOffers(&world, to: &writer)
            writeMinorChanges(&world, to: &writer)
        }
        if writer.recordCount == 0 {
            writer.clear()
        } else {
            writer.endFrame()
        }
    }

    private mutating func writeOffers(
        _ world: inout TrafficWorld, to writer: inout FrameWriter
    ) {
        let count = world.random.around(max(1, Int(offersOwed.rounded())))
        while writer.offerUpdateCount < count { world.changeOffers(to: &writer) }
        offersOwed -= Double(writer.offerUpdateCount)
        addToDebts(writer.offerUpdateCount)
    }

    private mutating func addToDebts(_ offerUpdates: Int) {
        counters.add(offerUpdates: offerUpdates)
        sports.add(offerUpdates: offerUpdates)
        infos.add(offerUpdates: offerUpdates)
        mainLines.add(offerUpdates: offerUpdates)
        availability.add(offerUpdates: offerUpdates)
        newMarkets.add(offerUpdates: offerUpdates)
    }

    private mutating func writeInfos(
        _ world: inout TrafficWorld, to writer: inout FrameWriter
    ) {
        let before = writer.recordCount
        while writer.recordCount - before < infos.burst { world.changeInfos(to: &writer) }
        infos.settle(writer.recordCount - before, using: &world.random)
    }

    /// Writes the changes that accompany others in a frame.
    private mutating func writeMinorChanges(
        _ world: inout TrafficWorld, to writer: inout FrameWriter
    ) {
        if infos.isDue, world.random.coin() { writeInfos(&world, to: &writer) }
        while mainLines.isDue {
            let before = writer.recordCount
            world.changeMainLine(to: &writer)
            // Settles at least one record, even if nothing could change.
            mainLines.settle(max(1, writer.recordCount - before), using: &world.random)
        }
        while availability.isDue {
            let before = writer.recordCount
            world.changeAvailability(to: &writer)
            availability.settle(max(1, writer.recordCount - before), using: &world.random)
        }
    }
}
