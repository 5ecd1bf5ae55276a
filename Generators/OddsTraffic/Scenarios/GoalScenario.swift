/// Goals: all markets of one event are suspended at once, repriced over the
/// next moments, and then reopened, while the rest of the traffic continues. It
/// stresses changes of many descendants of one parent, and shows how one huge
/// frame delays the frames behind it.
struct GoalScenario: TrafficScenario {
    static let name: StaticString = "goal"
    static let purpose: StaticString =
        "one event: all markets suspended, repriced, reopened within seconds"

    private enum Phase { case suspend, reprice, open }

    /// The event of the current goal, its phase, and the next slot to write.
    private var event: Int?
    private var phase = Phase.suspend
    private var nextSlot = 0
    private var nextGoalAt: Int64?
    private var isOwnTurn = false

    /// The interval between two goals: at least 3 s, and long enough that goals
    /// are at most a quarter of the traffic. Their three updates per offer are
    /// repaid by fewer other updates.
    private let pauseMilliseconds: Int64
    private let marketsPerFrameMax: Int

    init(_ configuration: TrafficConfiguration) {
        let updates = 3 * configuration.markets * configuration.outcomes
        pauseMilliseconds = max(3_000, Int64(4_000 * updates / configuration.rate))
        marketsPerFrameMax = max(1, TrafficLimits.offersPerFrameMax / configuration.outcomes)
    }

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        let goalAt = nextGoalAt ?? world.now + pauseMilliseconds / 3
        nextGoalAt = goalAt
        if event == nil, world.now >= goalAt { beginGoal(&world) }
        isOwnTurn.toggle()
        guard let event, isOwnTurn else { return mix.writeFrame(&world, to: &writer) }
        writer.beginFrame(.create, version: world.now)
        if phase == .suspend, nextSlot == 0, world.hasInfos(event) {
            world.scoreGoal(ofEvent: event, to: &writer)
            world.scorePoint(ofEvent: event, to: &writer)
        }
        writeSlots(ofEvent: event, &world, to: &writer)
        writer.endFrame()
        mix.borrow(writer.offerUpdateCount)
    }

    private mutating func beginGoal(_ world: inout TrafficWorld) {
        event =
            world.hasLifeCycle
            ? world.drawLiveEvent() : world.sampler.draw(using: &world.random)
        phase = .suspend
        nextSlot = 0
        nextGoalAt = world.now + pauseMilliseconds
    }

    /// Writes all markets at once for the suspension, then an eighth of them
    /// per frame. A frame has at most `marketsPerFrameMax` markets.
    private mutating func writeSlots(
        ofEvent event: Int, _ world: inout TrafficWorld, to writer: inout FrameWriter
    ) {
        let slotCount = world.marketsPerEvent
        let frameSlots = phase == .suspend ? slotCount : (slotCount + 7) / 8
        let end = min(slotCount, nextSlot + min(frameSlots, marketsPerFrameMax))
        for slot in nextSlot..<end {
            let market = world.market(slot, ofEvent: event)
            // The match may have ended in the meantime.
            guard !world.isSettled(market) else { continue }
            switch phase {
            case .suspend:
                world.closeMarket(market, to: &writer)
                world.suspendOffers(of: market, to: &writer)
            case .reprice:
                world.repriceOffers(of: market, 0..<world.offersPerMarket, to: &writer)
            case .open:
                world.openMarket(market, to: &writer)
                world.openOffers(of: market, to: &writer)
            }
        }
        nextSlot = end
        if end == slotCount { enterNextPhase() }
    }

    private mutating func enterNextPhase() {
        nextSlot = 0
        switch phase {
        case .suspend: phase = .reprice
        case .reprice: phase = .open
        case .open: event = nil
        }
    }
}
