import ArgumentParser

/// The command `bench fleet`, which has others.
package enum FleetGroup {
    /// - Parameter commands: Those that it has.
    package static func configuration(
        _ commands: [any ParsableCommand.Type]
    ) -> CommandConfiguration {
        CommandConfiguration(
            commandName: "fleet",
            abstract: "Measures with the agents of a fleet, over NATS, and plans larger ones.",
            subcommands: commands)
    }
}
