/// Lines move so fast that most of the traffic is markets and outcomes which
/// are deleted and created, in the feed's order: offers, relations, outcomes,
/// markets go; markets, outcomes, relations, offers come. It strains whatever
/// adds and removes rows, ids and links. Frames are larger than configured, as
/// those of markets that come and go are.
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
