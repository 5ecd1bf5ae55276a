import ArgumentParser
import OddsCapture

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
            bench convert --from har <file> [<options>] --output <file>
            bench convert --from ndjson <file> [<options>] --output <file>
            """,
        discussion: """
            From HAR, it takes the messages of all connections that an export of Chromium's \
            developer tools has ('Export HAR' in the network panel, which is to be open when the \
            page is loaded). From NDJSON, it takes one message a line, of both sides, or frames \
            alone, which belong to --channel. Lines have no times, so that --interval says them.

            It finds the frames of EM's feed in their WAMP messages, batched ones too, and the \
            topic that each belongs to by its registration. Those whose registration is not in \
            the file are of the channel 'registration NUMBER', and a dump without its CALL is of \
            --channel. Each connection, and each session after another HELLO, has its own \
            channels: the second of a name is 'NAME (2)'. All that SportRadar's server sends on \
            its socket is a frame; a capture has those of one socket at a time.

            Frames are written verbatim, legal or not: 'bench replay' names each that the \
            contract does not allow. What is no message is left out, counted, and told of with \
            the first reason. Status 65 says that there is no frame in the file.

            Examples:

            bench convert --from har page.har --output page.ndjson.gz

            bench convert --from ndjson frames.jsonl --channel /sports/1/en --output c.ndjson
            """)

    @Option(help: "What the file is: har or ndjson.")
    package var from: ConversionSource

    @Argument(
        help: "The file; lines may be compressed with gzip.",
        completion: .file(extensions: ["har", "ndjson", "jsonl", "gz"]))
    package var file: String

    @Option(help: "Channel of frames whose messages do not say it.")
    package var channel: String?

    @Option(
        help: """
            Whose frames are taken from a file that has those of both: everymatrix or sportradar.
            """)
    package var provider: FeedProvider?

    @Option(help: "har: number of the only socket that is taken, among those with messages.")
    package var socket: Int?

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
        try output.require()
        switch from {
        case .har:
            guard interval == nil else {
                throw ValidationError("--interval is for --from ndjson; HAR files have times")
            }
        case .ndjson:
            guard socket == nil else {
                throw ValidationError("--socket is for --from har; lines are of one socket")
            }
        }
        guard socket ?? 1 > 0 else { throw ValidationError("--socket counts from 1") }
    }

    /// From a line to the next, in nanoseconds.
    package var intervalNanoseconds: UInt64 { interval?.nanoseconds ?? 1_000_000 }
}
