/// The violations that EM-F1, EM-R1, EM-R4, EM-R6 and EM-V3 of the feed
/// contract guard against, amid steady traffic: illegal frames, unreadable
/// records, stale versions, changes of unknown entities. It shows whether
/// garbage leaves the state unchanged, and what it costs. The size limit of
/// EM-F3 is not covered: a frame of more than 64 MiB would measure memory
/// copying.
///
/// Hostile frames and records never change an existing entity (except for one
/// kind, which creates a sport again exactly as it is). None is a readable
/// BETTING_OFFER UPDATE, so rates count only legal changes.
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
