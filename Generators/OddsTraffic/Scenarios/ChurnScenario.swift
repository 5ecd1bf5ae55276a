/// Lines move so fast that most of the traffic deletes and creates markets and
/// outcomes, in the feed's order: offers, relations, outcomes and markets are
/// deleted; markets, outcomes, relations and offers are created. It stresses
/// adding and removing rows, ids and links. Frames are larger than configured,
/// because each replacement of markets is one frame.
struct ChurnScenario: TrafficScenario {
    static let name: StaticString = "churn"
    static let purpose: StaticString = "markets and outcomes deleted and created"

    init(_ configuration: TrafficConfiguration) {}

    /// Four times as many new offers as usual.
    var shares: ChangeShares {
        var shares = ChangeShares()
        shares.newOffers *= 4
        return shares
    }

    mutating func writeFrame(
        of world: inout TrafficWorld, _ mix: inout ChangeMix, to writer: inout FrameWriter
    ) {
        mix.writeFrame(&world, to: &writer)
    }
}
