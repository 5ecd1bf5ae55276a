import OddsModel

/// Starts, ends and replaces matches, each at its own time. A match is upcoming
/// for 7 twentieths of its life, live for 12, and ended for one.
struct LifeCycle: ~Copyable {
    private static let prematchShare = 0.35
    private static let liveShare = 0.60

    private let periodMilliseconds: Int64
    /// When each event changes its phase next, in milliseconds since 1970.
    private var nextChange: GrowableBuffer<Int64>
    /// The event that is checked next.
    private var cursor = 0

    init(periodMilliseconds: Int64, of world: borrowing TrafficWorld) {
        self.periodMilliseconds = periodMilliseconds
        nextChange = GrowableBuffer(capacity: world.events.count)
        for event in 0..<world.events.count {
            let position = Self.position(ofEvent: event)
            let end = position < Self.prematchShare ? Self.prematchShare : 0.95
            // An event that should have ended by now is live and ends soon.
            let rest = max(0.01, end - position)
            nextChange.append(world.now + Int64(rest * Double(periodMilliseconds)))
        }
    }

    /// How far an event is in its life at the start, from 0 to 1. The first one
    /// is in the middle, and the golden ratio spreads the others evenly.
    private static func position(ofEvent event: Int) -> Double {
        (0.5 + 0.618_033_988_749_895 * Double(event)).truncatingRemainder(dividingBy: 1)
    }

    static func initialPhase(ofEvent event: Int) -> EventPhase {
        position(ofEvent: event) < prematchShare ? .prematch : .live
    }

    /// Checks one event per call, round-robin, and writes its phase change if
    /// one is due. Otherwise leaves the writer empty.
    mutating func writeFrame(of world: inout TrafficWorld, to writer: inout FrameWriter) {
        writer.clear()
        let event = cursor
        cursor = (cursor + 1) % nextChange.count
        guard world.now >= nextChange[event] else { return }
        let phase = world.events[event].phase
        // At least one match is live at any time.
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
