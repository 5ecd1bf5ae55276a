import OddsModel

/// Lets matches begin, end and go, each at its time, and others take their
/// places: of its life a match is to come for 7 parts of 20, live for 12, and
/// ended for one.
struct LifeCycle: ~Copyable {
    private static let prematchShare = 0.35
    private static let liveShare = 0.60

    private let periodMilliseconds: Int64
    /// When each event changes its phase next, in milliseconds since 1970.
    private var nextChange: GrowableBuffer<Int64>
    /// The event that is looked at next.
    private var cursor = 0

    init(periodMilliseconds: Int64, of world: borrowing TrafficWorld) {
        self.periodMilliseconds = periodMilliseconds
        nextChange = GrowableBuffer(capacity: world.events.count)
        for event in 0..<world.events.count {
            let position = Self.position(ofEvent: event)
            let end = position < Self.prematchShare ? Self.prematchShare : 0.95
            // An event that should have ended by now ends soon.
            let rest = max(0.01, end - position)
            nextChange.append(world.now + Int64(rest * Double(periodMilliseconds)))
        }
    }

    /// How far in its life an event is at the start. The first one is in the
    /// middle of it, and the golden ratio spreads the others evenly.
    private static func position(ofEvent event: Int) -> Double {
        (0.5 + 0.618_033_988_749_895 * Double(event)).truncatingRemainder(dividingBy: 1)
    }

    static func initialPhase(ofEvent event: Int) -> EventPhase {
        position(ofEvent: event) < prematchShare ? .prematch : .live
    }

    /// Looks at one event, each in its turn, and writes its change if that is
    /// due; else leaves the writer empty.
    mutating func writeFrame(of world: inout TrafficWorld, to writer: inout FrameWriter) {
        writer.clear()
        let event = cursor
        cursor = (cursor + 1) % nextChange.count
        guard world.now >= nextChange[event] else { return }
        let phase = world.events[event].phase
        // Something is live at any time.
        if phase == .live, world.liveEventCount == 1 { return }
        writer.beginFrame(.create, version: world.now)
        switch phase {
        case .prematch:
            world.beginMatch(event, to: &writer)
            change(event, after: Self.liveShare, world)
        case .live:
            world.endMatch(event, to: &writer)
            change(event, after: 1 - Self.prematchShare - Self.liveShare, world)
        case .ended:
            world.removeEvent(event, to: &writer)
            change(event, after: Self.prematchShare, world)
            world.renewEvent(event, as: .prematch, to: &writer)
            world.events[event].startTime = nextChange[event]
        }
        writer.endFrame()
    }

    private mutating func change(
        _ event: Int, after share: Double, _ world: borrowing TrafficWorld
    ) {
        nextChange[event] = world.now + Int64(share * Double(periodMilliseconds))
    }
}
