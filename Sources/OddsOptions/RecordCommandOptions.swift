import ArgumentParser

/// The options of `bench record`, which help, completions and presets know without
/// the program that has the command.
package struct RecordCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a capture from a live server.",
        usage: "bench record <url> --topic <topic> ... [<options>]",
        discussion: """
            Registers the topics, requests their dumps, and writes every frame verbatim, \
            including the dumps of new connections. The file gets its name when it is complete. \
            Ends after the duration, or on SIGINT, SIGTERM or SIGHUP. Status 69 says that the \
            server cannot be reached, or that a topic is not recorded whole; what there is of it \
            is kept.

            Example: bench record ws://127.0.0.1:8080/v2 \
            --topic /sports/1/en/disciplines/LIVE/BOTH --duration 60s --output live.ndjson.gz
            """)

    @Argument(help: "ws://HOST[:PORT][/PATH], or wss://…")
    package var url: String

    @Option(help: "Topic to record; can be given several times.")
    package var topic: [String]

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
        guard Set(topic).count == topic.count else {
            throw ValidationError("a --topic is repeated")
        }
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }
}
