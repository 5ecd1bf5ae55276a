import ArgumentParser
import OddsReconstruction
import OddsResults

/// The options of `bench fleet run`, which help and completions know without the program that
/// has the command.
package struct FleetRunOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: "Measures a feed with the agents of a fleet.",
        discussion: """
            The agents connect their clients to the edges of --connect, compare every tree with \
            the source's state while its world is paused, and begin together. Every frame that \
            the source schedules within the window counts, from the time at which it was due. \
            At the end all trees are compared again. What happened stands in the stream RUNS, and \
            the result is made from that: 'bench fleet collect RUN' makes the same. A run that \
            lost agents is INCOMPLETE and ends with status 4.

            Example: bench fleet run --nats nats://127.0.0.1 --connect ws://127.0.0.1:9400 \
            --agents 2 --clients 400 --duration 30s
            """)

    /// What clients are on.
    package enum Topics: String, CaseIterable, ExpressibleByArgument, Sendable {
        case matches, list
    }

    @OptionGroup(title: "NATS") package var access: FleetAccess

    @Option(help: "Name of the world, as its source has it.")
    package var world = "main"

    @Option(
        help: ArgumentHelp(
            """
            Edge that clients connect to; can be given several times. Clients are spread evenly, \
            and go to the next one when theirs is gone.
            """, valueName: "ws://…"))
    package var connect: [String]

    @Option(
        help: ArgumentHelp(
            "How many of the agents that are there, or their names with commas.",
            valueName: "agents"))
    package var agents = "1"

    @Option(help: "Number of connections of all agents together.")
    package var clients = Defaulted(100)

    @Option(
        help: "Topics of the clients: matches (each on the topic of one match) or list.")
    package var topics = Topics.matches

    @Option(
        name: .customLong("connect-rate"),
        help: "How many clients each agent connects a second.")
    package var connectRate = Defaulted(500)

    @Option(help: "\(StrategyHelp.one).")
    package var strategy = StrategyName.graph

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    package var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before that, with all clients connected.")
    package var warmup = DurationOption(seconds: 2)

    @Option(
        help: """
            Number of reconnect storms, in each of which every agent drops all of its connections \
            at once, evenly over the measured time.
            """, transform: CountText.option)
    package var storms = 0

    @Option(
        name: .customLong("backoff-max"),
        help: "Longest pause between connection attempts.")
    package var backoffMax = DurationOption(seconds: 1)

    @Option(help: "Compression that the clients offer: takeover or no-takeover (default: off).")
    package var compression: CompressionOption?

    @Flag(
        name: .customLong("keep-world"),
        help: """
            Measure the source's world as it is. Otherwise it begins anew, so that the same fleet \
            has the same traffic in each run; clients of others get new dumps.
            """)
    package var keepsWorld = false

    @Option(
        help: """
            Seed of the clients' pauses between attempts to connect. The traffic has the seed of \
            its source.
            """)
    package var seed = Defaulted<UInt64>(42)

    @Option(
        name: .customLong("run-id"),
        help: "Name of the run in the stream RUNS (default: by the time).")
    package var runID: String?

    @OptionGroup package var output: OutputOptions

    @OptionGroup package var results: ResultOptions

    package init() {}

    /// The agents that were asked for: so many, or these.
    package var agentCount: Int? { CountText.number(agents) }

    /// Their names; none if only a count was given.
    package var agentNames: [String] {
        agentCount == nil ? agents.split(separator: ",").map(String.init) : []
    }

    package func validate() throws {
        try FleetName.check(world, option: "--world")
        if let runID { try FleetName.check(runID, option: "--run-id") }
        guard (1...64).contains(connect.count) else {
            throw ValidationError("--connect: give 1 to 64 edges")
        }
        if let agentCount {
            guard (1...256).contains(agentCount) else {
                throw ValidationError("--agents \(agentCount): must be between 1 and 256")
            }
        } else {
            guard !agentNames.isEmpty else { throw ValidationError("--agents: names nobody") }
            for name in agentNames { try FleetName.check(name, option: "--agents") }
        }
        for (name, value, range) in [
            ("clients", clients.value, 1...100_000), ("storms", storms, 0...100_000),
            ("connect-rate", connectRate.value, 1...100_000),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
        guard (1_000_000_000...43_200_000_000_000).contains(duration.nanoseconds) else {
            throw ValidationError("--duration must be between a second and 12 hours")
        }
        guard warmup.nanoseconds <= 3_600_000_000_000 else {
            throw ValidationError("--warmup must be at most an hour")
        }
        guard (1_000_000...600_000_000_000).contains(backoffMax.nanoseconds) else {
            throw ValidationError("--backoff-max must be between 1ms and 10 minutes")
        }
    }

    /// What is measured, in words.
    package var title: String {
        """
        fleet, \(strategy.text) in \(FigureFormat.counted(clients.value, "client")) on \
        \(topics == .matches ? "single matches" : "the list") of the world \(world), by \
        \(connect.joined(separator: " and ")) for \(duration.defaultValueDescription) after \
        \(warmup.defaultValueDescription) of warm-up
        """
    }

    /// The command with all defaults, without how NATS is accessed.
    package var words: [String] {
        var words = ["bench", "fleet", "run", "--nats", access.nats, "--world", world]
        words += connect.flatMap { ["--connect", $0] }
        words += [
            "--agents", agents, "--clients", "\(clients.value)", "--topics", topics.rawValue,
            "--connect-rate", "\(connectRate.value)", "--strategy", strategy.text,
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--storms", "\(storms)",
            "--backoff-max", backoffMax.defaultValueDescription, "--seed", "\(seed.value)",
        ]
        if let compression { words += ["--compression", compression.rawValue] }
        return words + (keepsWorld ? ["--keep-world"] : [])
    }
}
