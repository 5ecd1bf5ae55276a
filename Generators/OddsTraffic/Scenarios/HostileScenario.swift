/// What EM-F1, EM-R1, EM-R4, EM-R6 and EM-V3 of the feed contract guard against,
/// in the middle of steady traffic: frames that are no frames, records that
/// cannot be read, stale versions, changes of unknown entities. It shows whether garbage leaves
/// the state as it is, and what it costs. The size limit of EM-F3 is left out:
/// a frame of more than 64 MiB would measure the copying of memory.
///
/// Hostile frames and records never touch an entity that there is (but for one
/// kind, which creates a sport again just as it is), and none is a readable
/// BETTING_OFFER UPDATE, so that rates count legal changes alone.
struct HostileScenario: TrafficScenario {
    static let name: StaticString = "hostile"
    static let purpose: StaticString =
        "malformed frames, unreadable records, stale versions, orphans"

    init(_ configuration: TrafficConfiguration) {}

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        if world.random.below(8) == 0 {
            HostileFrame.draw(using: &world.random).write(&world, to: &writer)
            return
        }
        mix.writeFrame(&world, to: &writer)
        guard !writer.isEmpty, world.random.below(4) == 0 else { return }
        writer.reopenFrame()
        for _ in 0..<1 + world.random.below(3) {
            HostileRecord.draw(using: &world.random).write(&world, to: &writer)
        }
        writer.endFrame()
    }
}
