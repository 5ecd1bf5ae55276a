import ArgumentParser

/// What `bench convert` reads.
package enum ConversionSource: String, ExpressibleByArgument, CaseIterable {
    /// What the developer tools of a browser export.
    case har
    /// One message a line.
    case ndjson
}

/// The options of `bench convert`, which help, completions and presets know without
/// the program that has the command.
package struct ConvertCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "convert",
        abstract: "Makes a capture of WebSocket messages that others recorded.",
        usage: """
            bench convert --from har <file> --output <file>
            bench convert --from ndjson <file> [--channel <channel>] --output <file>
            """,
        discussion: """
            From HAR, it takes the messages of all connections that an export of Chromium's \
            developer tools has ('Export HAR' in the network panel, which is to be open when the \
            page is loaded), finds the frames of EM's feed in their WAMP messages, and the topic \
            that each belongs to by its registration. Those whose registration is not in the file \
            are of the channel 'registration NUMBER'.

            From NDJSON, it takes one message a line: WAMP messages of both sides, or frames \
            alone, which belong to --channel. They have no times, so that --interval says them.

            Frames are written verbatim, legal or not: 'bench replay' names each that the \
            contract does not allow. Status 65 says that there is no frame in the file.

            Examples:

            bench convert --from har page.har --output page.ndjson.gz

            bench convert --from ndjson frames.jsonl --channel /sports/1/en --output c.ndjson
            """)

    @Option(help: "What the file is: har or ndjson.")
    package var from: ConversionSource

    @Argument(
        help: "The file; a name that ends in .gz means compressed lines.",
        completion: .file(extensions: ["har", "ndjson", "jsonl", "gz"]))
    package var file: String

    @Option(help: "ndjson: the channel of frames that are in no WAMP message.")
    package var channel: String?

    @Option(
        help: """
            ndjson: the time from a message to the next; a bare number is seconds, or use ms, s, \
            m, h. (default: 1ms)
            """)
    package var interval: DurationOption?

    @OptionGroup
    package var output: CaptureOutput

    package init() {}

    package func validate() throws {
        guard from == .har else { return }
        guard channel == nil, interval == nil else {
            let option = channel == nil ? "--interval" : "--channel"
            throw ValidationError("\(option) is for --from ndjson; HAR files say it themselves")
        }
    }

    /// From a line to the next, in nanoseconds.
    package var intervalNanoseconds: UInt64 { interval?.nanoseconds ?? 1_000_000 }
}
