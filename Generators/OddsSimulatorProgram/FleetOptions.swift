import ArgumentParser
import OddsOptions

/// Which part of a fleet a simulator is, if any.
package struct FleetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Be a source: publish the frames of this world at these NATS servers, \
            nats://HOST[:PORT] or tls://HOST[:PORT], several with commas.
            """, valueName: "urls"))
    package var publish: String?

    @Option(
        help: ArgumentHelp(
            """
            Be an edge: serve the frames that a source publishes at these NATS servers, in \
            place of a world.
            """, valueName: "urls"))
    package var subscribe: String?

    @Option(help: ArgumentHelp("Name of the world that is published.", valueName: "name"))
    package var world = Defaulted("main")

    @OptionGroup package var nats: NATSOptions
    @OptionGroup package var stream: StreamOptions

    package init() {}

    /// Whether the simulator is part of a fleet.
    package var isUsed: Bool { publish != nil || subscribe != nil }

    /// Where the NATS servers are; empty without a fleet.
    package var addresses: [NATSAddress] {
        get throws {
            if let publish { return try NATSAddress.list(publish, option: "--publish") }
            return try subscribe.map { try NATSAddress.list($0, option: "--subscribe") } ?? []
        }
    }

    package func validate() throws {
        _ = try addresses
        guard publish == nil || subscribe == nil else {
            throw ValidationError("--publish and --subscribe exclude each other")
        }
        try FleetName.check(world.value, option: "--world")
        let given =
            (world.isGiven ? ["--world"] : []) + nats.givenOptions + stream.givenOptions
        if !isUsed, let option = given.first {
            throw ValidationError(
                "\(option) is for --publish or --subscribe, of which none is given")
        }
        if subscribe != nil, let option = stream.givenOptions.first {
            throw ValidationError("\(option) is for --publish: the source makes the stream")
        }
    }
}
