import ArgumentParser
import Foundation

/// The options of `bench agent`, which help and completions know without the program that has
/// the command.
package struct AgentCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "agent",
        abstract: "Waits for the plans of a fleet, and puts load on its edges.",
        discussion: """
            Carries out what 'bench fleet run' plans: connects clients, measures, and reports over \
            NATS. It does nothing else for anybody, and connects only to the targets of \
            --allow-target, whatever a plan says. Ends on SIGINT or SIGTERM.

            Example: bench agent --nats nats://10.0.0.1 --name agent-1 --allow-target 10.0.1.0/24
            """)

    @OptionGroup(title: "NATS") package var access: FleetAccess

    @Option(help: "Name of this agent, unique in the fleet (default: that of the machine).")
    package var name: String?

    @Option(
        name: .customLong("allow-target"),
        help: ArgumentHelp(
            """
            Where clients may connect, after names are resolved: a host, HOST:PORT, or a network \
            such as 10.0.1.0/24; can be given several times (default: this machine).
            """, valueName: "target"))
    package var allowedTargets: [String] = []

    package init() {}

    /// The name that was given, or that of the machine as far as it is legal.
    package var agentName: String {
        if let name { return name }
        let host = ProcessInfo.processInfo.hostName.prefix { $0 != "." }
        let legal = host.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "-" }
        return String(legal.prefix(32))
    }

    package func validate() throws { try FleetName.check(agentName, option: "--name") }
}
