/// Bursts on the hour, when many matches begin at once. Within two seconds a
/// quarter of the events is replaced by new ones with all their markets, while
/// the rest of the traffic runs at five times its rate. Traffic is then steady
/// until the next hour. It starts four seconds before the hour. The scenario
/// stresses the headroom of a strategy above its mean load.
struct KickoffScenario: TrafficScenario {
    static let name: StaticString = "kickoff"
    static let purpose: StaticString = "bursts on the hour"

    private static let hourMilliseconds: Int64 = 3_600_000
    private static let burstMilliseconds: Int64 = 2_000
    private static let burstIntensity = 5.0
    /// Each event is replaced every fourth hour.
    private static let groupCount = 4

    private let marketsPerFrameMax: Int
    /// The hour of the current kick-off, in hours since 1970.
    private var hour: Int64?
    private var nextEvent = 0
    private var nextSlot = 0

    init(_ configuration: TrafficConfiguration) {
        marketsPerFrameMax = max(1, TrafficLimits.offersPerFrameMax / configuration.outcomes)
    }

    func intensity(at now: Int64) -> Double {
        now % Self.hourMilliseconds < Self.burstMilliseconds ? Self.burstIntensity : 1
    }

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        let currentHour = world.now / Self.hourMilliseconds
        if hour != currentHour {
            // There is no kick-off in the hour in which traffic starts.
            nextEvent =
                hour == nil ? world.events.count : Int(currentHour % Int64(Self.groupCount))
            nextSlot = 0
            hour = currentHour
        }
        guard nextEvent < world.events.count, isTurn(of: nextEvent, of: world) else {
            return mix.writeFrame(&world, to: &writer)
        }
        writer.beginFrame(.create, version: world.now)
        if world.hasLifeCycle {
            world.removeEvent(nextEvent, to: &writer)
            world.renewEvent(nextEvent, as: .live, to: &writer)
            writer.endFrame()
            nextEvent += Self.groupCount
            return
        }
        if nextSlot == 0 { world.replaceEvent(nextEvent, to: &writer) }
        let end = min(world.marketsPerEvent, nextSlot + marketsPerFrameMax)
        world.replaceMarkets(nextSlot..<end, ofEvent: nextEvent, to: &writer)
        writer.endFrame()
        nextSlot = end
        if end == world.marketsPerEvent {
            nextEvent += Self.groupCount
            nextSlot = 0
        }
    }

    /// Spreads the events evenly over the burst.
    private func isTurn(of event: Int, of world: borrowing TrafficWorld) -> Bool {
        let dueAt = Int64(event) * Self.burstMilliseconds / Int64(world.events.count)
        return world.now % Self.hourMilliseconds >= dueAt
    }
}
