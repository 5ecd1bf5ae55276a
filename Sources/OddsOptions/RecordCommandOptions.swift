import ArgumentParser
import OddsCapture

/// The options of `bench record`, which help, completions and presets know without
/// the program that has the command.
package struct RecordCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a capture from a live server.",
        usage: """
            bench record <url> --topic <topic> ... [<options>]
            bench record <url> --provider sportradar --content <content> ... [<options>]
            """,
        discussion: """
            Registers the topics, requests their dumps, and writes every frame verbatim, \
            including the dumps of new connections. The file gets its name when it is complete. \
            Ends after the duration, or on SIGINT, SIGTERM or SIGHUP. Status 69 says that the \
            server cannot be reached, or that a topic is not recorded whole; what there is of it \
            is kept.

            With --provider sportradar it subscribes to contents in place of topics, and writes \
            every frame of the socket that carries them.

            Examples:

            bench record ws://127.0.0.1:8080/v2 \
            --topic /sports/1/en/disciplines/LIVE/BOTH --duration 60s --output live.ndjson.gz

            bench record http://127.0.0.1:8083 --provider sportradar \
            --content \(ContentOption.example) --output live.ndjson.gz
            """)

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
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }
}
