import ArgumentParser
import OddsCapture
import OddsReconstruction
import OddsResults

/// The options of `bench live`, which help, completions and presets know without the
/// program that has the command.
package struct LiveCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "live",
        abstract: "Measures the client library end to end, over sockets.",
        discussion: """
            Clients follow a server: the simulator as a child process, or the one named by \
            --connect. Every frame that the server schedules within the window counts, for each \
            channel, connected or not: from the time at which it was due until a reader of the \
            store has the change or a later state, on one machine's clock. The parts wire, \
            decode, apply and deliver are of the frames that came. At the end the server pauses, \
            and each channel is compared with the server's own state; a difference makes the run \
            INVALID and ends with status 1. It is also INVALID, with status 4, if the server's \
            generator was late or its schedule is not known.

            With --provider sportradar the clients follow contents of SportRadar's wire: pages of \
            live events, those of the sport with the most events first, or those of --content. \
            The changes that a step of the world makes in a content count as one frame. This \
            wire has no versions; the simulator stamps its frames with the time at which they \
            were due, by which they are found in its schedule.

            Examples:

            bench live --clients 10 --rate 20000 --duration 30s --faults chaos

            bench live --provider sportradar --clients 3 --channels 6 --events 500
            """)

    /// The time without faults at the end of a run.
    package static let quiet = Duration.seconds(10)
    private static let channelsRange = 1...500

    @Option(help: "Wire of the clients: everymatrix or sportradar.")
    package var provider = FeedProvider.everyMatrix

    @Option(
        help: ArgumentHelp(
            "Server to use instead of the simulator; with --provider sportradar http://….",
            valueName: "ws://…"))
    package var connect: String?

    @Option(
        help: ArgumentHelp(
            "Control interface of that server, if it has one.", valueName: "http://…"))
    package var control: String?

    @Option(
        help: ArgumentHelp(
            "Token that this control interface requires. Results do not keep it.",
            valueName: "token"))
    package var controlToken: String?

    @OptionGroup(title: "Access to that server")
    package var access: ServerAccess

    @Option(help: "\(StrategyHelp.one).")
    package var strategy = StrategyName.graph

    @Option(help: "Number of connections.")
    package var clients = Defaulted(1)

    @Option(help: "Topics per connection, or contents.")
    package var channels = Defaulted(1)

    @Option(
        help: """
            Content of SportRadar's that each client follows, as TYPE/ID, such as \
            \(ContentOption.example); can be given several times, in place of --channels.
            """)
    package var content: [ContentOption] = []

    @Option(help: "Threads of the clients, without those of the readers.")
    package var threads = Defaulted(1)

    @OptionGroup(title: "Traffic of the simulator")
    package var traffic: TrafficOptions

    @Option(
        help: ArgumentHelp(
            """
            Faults that the simulator injects: the file of a plan, or a preset of emsim such as \
            chaos. There are none in the last \(Self.quiet).
            """, valueName: "plan"),
        completion: .file())
    package var faults: String?

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    package var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before that, with all clients connected.")
    package var warmup = DurationOption(seconds: 2)

    @Option(
        help: """
            Number of reconnect storms, each dropping all connections at once, evenly over the \
            measured time; the response times include them.
            """,
        transform: CountText.option)
    package var storms = 0

    @Option(
        name: .customLong("backoff-max"),
        help: "Longest pause between connection attempts, also in storms.")
    package var backoffMax = DurationOption(seconds: 1)

    @Option(
        help: """
            Compression that the clients offer, and that the simulator accepts: takeover, where \
            messages refer to earlier ones, or no-takeover (default: off).
            """)
    package var compression: CompressionOption?

    @Flag(
        help: """
            Generate the same traffic on the thread of a single client, without sockets and \
            without a server. The difference is the cost of the sockets.
            """)
    package var inProcess = false

    @OptionGroup(title: "Saturation")
    package var saturation: LiveSaturationOptions

    @OptionGroup
    package var live: LiveOptions

    @OptionGroup
    package var output: OutputOptions

    @OptionGroup
    package var results: ResultOptions

    package init() {}

    package func validate() throws {
        try traffic.requireGeneratedArrival()
        try traffic.requireConstantRate()
        for (name, value, range) in [
            ("clients", clients.value, 1...100_000),
            ("channels", channels.value, Self.channelsRange),
            ("threads", threads.value, 1...64), ("storms", storms, 0...100_000),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
        try LoadChecks.duration(duration)
        try validateProvider()
        if inProcess {
            guard connect == nil, clients.value == 1, storms == 0, faults == nil, compression == nil
            else {
                throw ValidationError(
                    "--in-process allows one client, and none of --connect, --storms, --faults "
                        + "and --compression")
            }
        }
        let isOther = inProcess || connect != nil || storms > 0 || faults != nil
        if saturation.isWanted, isOther {
            throw ValidationError(
                "--saturate excludes --in-process, --connect, --storms and --faults")
        }
        guard backoffMax.nanoseconds > 0 else {
            throw ValidationError("--backoff-max must be longer than 0")
        }
        guard control == nil || connect != nil else {
            throw ValidationError("--control requires --connect")
        }
        guard controlToken == nil || control != nil else {
            throw ValidationError("--control-token requires --control")
        }
        if connect == nil, let option = access.givenOptions.first {
            throw ValidationError("\(option) requires --connect")
        }
        let given = traffic.givenOptions + (faults == nil ? [] : ["--faults"])
        if connect != nil, let option = given.first {
            throw ValidationError("\(option) applies to the simulator and excludes --connect")
        }
        let quietNanoseconds = UInt64(Self.quiet / .nanoseconds(1))
        if faults != nil, duration.nanoseconds <= quietNanoseconds {
            throw ValidationError(
                "--faults needs a --duration of more than 10s, such as 20s: the last ten seconds "
                    + "are without faults, so that all can become equal")
        }
    }
}

extension LiveCommandOptions {
    private func validateProvider() throws {
        switch provider {
        case .everyMatrix:
            guard content.isEmpty else {
                throw ValidationError("--content requires --provider sportradar")
            }
        case .sportRadar:
            guard !inProcess else {
                throw ValidationError("--in-process is for --provider everymatrix")
            }
            guard content.isEmpty || !channels.isGiven else {
                throw ValidationError("--content names the channels, and excludes --channels")
            }
            guard Set(content).count == content.count else {
                throw ValidationError("a --content is repeated")
            }
            let contentsMax = Self.channelsRange.upperBound
            guard content.count <= contentsMax else {
                throw ValidationError("--content can be given at most \(contentsMax) times")
            }
            try access.validateForContents()
        }
    }

    /// The number of channels of each client.
    package var channelCount: Int { content.isEmpty ? channels.value : content.count }

    /// What is measured, in words.
    package var title: String {
        let server =
            inProcess
            ? "\(traffic.title), without sockets; \(traffic.rateTitle)"
            : connect.map { "feed of \($0)" } ?? """
                    \(traffic.title); \(saturation.isWanted ? "from " : "")\(traffic.rateTitle)
                    """
        let wire = provider == .everyMatrix ? "" : "\(provider.rawValue), "
        let storms = storms == 0 ? "" : "; " + FigureFormat.counted(storms, "reconnect storm")
        return """
            live, \(wire)\(strategy.text) in \(FigureFormat.counted(clients.value, "client")) of \
            \(FigureFormat.counted(channelCount, "channel")); \(server) for \
            \(duration.defaultValueDescription) after \(warmup.defaultValueDescription) of \
            warm-up\(storms)\(faults.map { "; faults: \($0)" } ?? "")
            """
    }

    /// The command with all defaults.
    package var words: [String] {
        let server =
            connect.map { ["--connect", $0] + (control.map { ["--control", $0] } ?? []) }
            ?? traffic.words + faultWords
        return ["bench", "live"] + providerWords + [
            "--strategy", strategy.text, "--clients", "\(clients.value)",
        ] + channelWords + ["--threads", "\(threads.value)"] + server + [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--storms", "\(storms)",
            "--backoff-max", backoffMax.defaultValueDescription,
        ] + compressionWords + saturation.words + (inProcess ? ["--in-process"] : [])
    }

    /// None for EM's, which commands of older revisions know alone.
    private var providerWords: [String] {
        provider == .everyMatrix ? [] : ["--provider", provider.rawValue]
    }

    private var channelWords: [String] {
        content.isEmpty
            ? ["--channels", "\(channels.value)"] : content.flatMap { ["--content", $0.name] }
    }

    /// Those that both ends need.
    package var compressionWords: [String] {
        compression.map { ["--compression", $0.rawValue] } ?? []
    }

    /// The options of the simulator, with this traffic.
    package func simulatorWords(_ traffic: TrafficOptions) -> [String] {
        traffic.words + faultWords + (provider == .sportRadar ? ["--sportradar"] : [])
    }

    private var faultWords: [String] { faults.map { ["--faults", $0] } ?? [] }
}
