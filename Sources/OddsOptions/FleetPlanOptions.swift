import ArgumentParser
import OddsResults

/// The options of `bench fleet plan`, which help and completions know without the program
/// that has the command.
package struct FleetPlanOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "plan",
        abstract: "Computes the machines of a fleet from measured costs.",
        discussion: """
            How many edges, NATS servers and agents a number of connections takes, how much \
            network, where the first limit is, how long a burst takes to fan out, and how long \
            the loss of an edge lasts. Costs are read from a result of --calibrate, which \
            measures them on this machine. Everything else is computed, and each assumption is \
            printed with the option that changes it.

            Example: bench fleet plan --connections 1M --regions 3
            --costs Results/published/fleet-plan.json
            """)

    @Option(help: "Clients at once, each on one topic.")
    package var connections = Defaulted(1_000_000)

    @Option(
        name: .customLong("frames"),
        help: ArgumentHelp("Frames per second of each topic.", valueName: "rate"))
    package var framesPerSecond = DecimalOption(10)

    @Option(
        name: .customLong("bytes"),
        help: ArgumentHelp("Bytes of a frame, without any envelope.", valueName: "count"))
    package var frameBytes = Defaulted(1_200)

    @Option(help: "Regions, each with edges and NATS servers of its own.")
    package var regions = Defaulted(3)

    @Option(help: "Topics of the world; each client chooses one.")
    package var topics = Defaulted(100)

    @Option(
        help: "Topics whose frames fall due at the same moment (default: 10, or all of fewer).",
        transform: CountText.option)
    package var burst: Int?

    @Option(
        help: ArgumentHelp("Costs: a result of --calibrate.", valueName: "file"),
        completion: .file(extensions: ["json"]))
    package var costs: String?

    @Flag(help: "Measure the costs on this machine first.")
    package var calibrate = false

    @OptionGroup(title: "Machines")
    package var machine: FleetMachineOptions

    @OptionGroup(title: "The loss of an edge, and the wire")
    package var loss: FleetLossOptions

    @OptionGroup
    package var output: OutputOptions

    @OptionGroup
    package var results: ResultOptions

    package init() {}

    package func validate() throws {
        try LoadChecks.ranges([
            ("connections", connections.value, 1...1_000_000_000),
            ("bytes", frameBytes.value, 1...67_108_864), ("regions", regions.value, 1...1_000),
            ("topics", topics.value, 1...1_000_000),
        ])
        if let burst, !(1...topics.value).contains(burst) {
            throw ValidationError(
                "--burst \(burst): must be between 1 and the number of topics, \(topics.value)")
        }
        guard connections.value >= regions.value else {
            throw ValidationError(
                "--regions \(regions.value): must be at most the number of connections, "
                    + "\(connections.value)")
        }
        guard (0.001...100_000).contains(framesPerSecond.value) else {
            throw ValidationError(
                "--frames \(framesPerSecond.defaultValueDescription): must be between 0.001 and "
                    + "100000")
        }
        guard (costs == nil) == calibrate else {
            throw ValidationError(
                costs == nil
                    ? "give --costs, a result of --calibrate such as "
                        + "Results/published/fleet-plan.json of the project, or --calibrate to "
                        + "measure here"
                    : "--calibrate measures the costs and excludes --costs")
        }
    }

    /// What is planned, and all that the plan assumes.
    package var input: FleetPlanInput {
        var input = FleetPlanInput()
        input.connections = connections.value
        input.framesPerSecond = framesPerSecond.value
        input.frameBytes = frameBytes.value
        input.regions = regions.value
        input.topics = topics.value
        input.burst = burst ?? min(input.burst, topics.value)
        machine.fill(&input)
        loss.fill(&input)
        return input
    }

    /// The command with all defaults.
    package var words: [String] {
        [
            "bench", "fleet", "plan", "--connections", "\(connections.value)",
            "--frames", framesPerSecond.defaultValueDescription,
            "--bytes", "\(frameBytes.value)", "--regions", "\(regions.value)",
            "--topics", "\(topics.value)", "--burst", "\(input.burst)",
        ] + (costs.map { ["--costs", $0] } ?? ["--calibrate"]) + machine.words + loss.words
    }
}
