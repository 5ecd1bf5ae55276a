/// Only betting offers: their odds change at random, and they are suspended and
/// reopened. These are the frames that the hot path is optimized for.
struct OddsScenario: TrafficScenario {
    static let name: StaticString = "odds"
    static let purpose: StaticString = "changes of betting offers and nothing else"

    /// There are no bursts of other records that need larger frames.
    static let recordsPerFrameMin = 1

    init(_ configuration: TrafficConfiguration) {}

    var shares: ChangeShares {
        ChangeShares(
            counters: 0, sports: 0, infos: 0, mainLines: 0, availability: 0, newOffers: 0)
    }

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        mix.writeFrame(&world, to: &writer)
    }
}
