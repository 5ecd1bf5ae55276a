import ArgumentParser
import OddsCapture

/// The options of `bench record`, which help, completions and presets know without
/// the program that has the command.
package struct RecordCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a capture from a live server.",
        usage: """
            bench record <url> --topic <topic> ... --output <file> [<options>]
            bench record <url> --list
            bench record <url> --provider sportradar --content <content> ... --output <file>
            """,
        discussion: """
            Registers the topics, requests their dumps, and writes every frame verbatim, \
            including the dumps of new connections. Until it is complete the file has .partial \
            behind its name, and all but the last second in it: SIGKILL leaves it, to be replayed \
            as it is. Ends after the duration, or on SIGINT, SIGTERM or SIGHUP. Status 69 says \
            that the server cannot be reached, or that a topic is not recorded whole, and 65 that \
            what it calls a dump is none; what there is of it is kept.

            With --provider sportradar it subscribes to contents in place of topics, and writes \
            every frame of the socket that carries them.

            Examples:

            bench record ws://127.0.0.1:8080/v2 --topic \(topicExample) --duration 60s \
            --output live.ndjson.gz

            bench record http://127.0.0.1:8083 --provider sportradar \
            --content \(ContentOption.example) --output live.ndjson.gz
            """)

    /// A topic with offers, which can be measured.
    package static let topicExample = """
        /sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/\
        default-event-info/10/5
        """

    @Argument(
        help: """
            ws://HOST[:PORT][/PATH], or wss://…; with --provider sportradar http://HOST[:PORT], \
            or https://…
            """)
    package var url: String

    @Option(help: "Wire of the server: everymatrix or sportradar.")
    package var provider = FeedProvider.everyMatrix

    @Option(help: "Topic to record; can be given several times.")
    package var topic: [String] = []

    @Flag(help: "List topics that the server has, those with offers first, and record nothing.")
    package var list = false

    @Option(
        help: """
            Content of SportRadar's to record, as TYPE/ID, such as \(ContentOption.example); can \
            be given several times.
            """)
    package var content: [ContentOption] = []

    @Option(help: "Compression to ask the server for: takeover or no-takeover (default: off).")
    package var compression: CompressionOption?

    @Option(help: "Recorded time; a bare number is seconds, or use ms, s, m, h.")
    package var duration = DurationOption(seconds: 60)

    @OptionGroup
    package var output: CaptureOutput

    @OptionGroup(title: "Access")
    package var access: ServerAccess

    package init() {}

    package func validate() throws {
        guard !list else { return try validateList() }
        try output.require()
        switch provider {
        case .everyMatrix:
            guard content.isEmpty else {
                throw ValidationError("--content requires --provider sportradar")
            }
            guard !topic.isEmpty else {
                throw ValidationError("Missing expected argument '--topic <topic> ...'")
            }
        case .sportRadar:
            guard topic.isEmpty else {
                throw ValidationError(
                    "--topic is for --provider everymatrix; name contents with --content")
            }
            guard !content.isEmpty else {
                throw ValidationError("Missing expected argument '--content <content> ...'")
            }
            try access.validateForContents()
        }
        guard Set(topic).count == topic.count else {
            throw ValidationError("a --topic is repeated")
        }
        guard Set(content).count == content.count else {
            throw ValidationError("a --content is repeated")
        }
        try duration.require(atLeast: .shortestWindow, as: "--duration")
    }

    private func validateList() throws {
        guard provider == .everyMatrix else {
            throw ValidationError("--list is for --provider everymatrix")
        }
        guard topic.isEmpty, content.isEmpty else {
            throw ValidationError("--list records nothing; leave --topic and --content out")
        }
    }
}
