import ArgumentParser

/// Where the NATS servers of a fleet are, for `bench`.
package struct FleetAccess: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            NATS servers of the fleet: nats://HOST[:PORT] or tls://HOST[:PORT], several with \
            commas.
            """, valueName: "urls"))
    package var nats: String

    @OptionGroup package var options: NATSOptions

    package init() {}

    /// Their addresses.
    package var addresses: [NATSAddress] {
        get throws { try NATSAddress.list(nats, option: "--nats") }
    }

    package func validate() throws { _ = try addresses }
}
