/// A connection that breaks every three seconds. Each reconnect brings the
/// whole state again, as a dump and its CREATE frames, amid steady traffic. It
/// stresses the replacement of the whole state, and the memory that the old and
/// the new state take together.
struct RedumpScenario: TrafficScenario {
    static let name: StaticString = "redump"
    static let purpose: StaticString = "reconnects with a new dump mid-stream"

    private static let pauseMilliseconds: Int64 = 3_000

    private let stateFrameBytesMax: Int
    private var nextDumpAt: Int64?
    private var cursor: StateCursor?

    init(_ configuration: TrafficConfiguration) {
        stateFrameBytesMax = configuration.stateFrameBytesMax
    }

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        let dumpAt = nextDumpAt ?? world.now + Self.pauseMilliseconds
        nextDumpAt = dumpAt
        if cursor == nil, world.now >= dumpAt {
            cursor = StateCursor(frameBytesMax: stateFrameBytesMax)
            nextDumpAt = world.now + Self.pauseMilliseconds
        }
        guard cursor != nil else { return mix.writeFrame(&world, to: &writer) }
        cursor?.writeFrame(of: world, to: &writer)
        if cursor?.isAtEnd == true { cursor = nil }
    }
}
