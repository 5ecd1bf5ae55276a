import ArgumentParser
import OddsCapture
import OddsConsole
import OddsOptions

/// What compression saves of a capture's bytes, and what it costs in time.
@main
struct DeflateCost: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "deflate-cost",
        abstract: "Compresses and decompresses a capture's frames as messages of a WebSocket.",
        discussion: """
            The frames of each channel are those of one connection, session after session. Of \
            each kind of compression, dumps and updates apart, one line of JSON is printed: \
            bytes and, in nanoseconds, the time of the median frame and of the 99th percentile.
            """)

    @Argument(help: "Capture to read: .ndjson or .ndjson.gz.")
    var capture: String

    @Option(help: "Sessions, each with all frames; the first one is not timed.")
    var sessions = 20

    static func main() {
        do {
            var command = try parseAsRoot()
            try command.run()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            let end = CommandEnd(
                parsing: DeflateCost.self, words, error,
                usageStatus: ExitCode.validationFailure.rawValue, otherStatus: 1)
            self.end(error, as: end, program: "deflate-cost")
        }
    }

    func validate() throws {
        guard sessions > 1 else { throw ValidationError("--sessions must be at least 2") }
    }

    func run() throws {
        var channels: [String: [[UInt8]]] = [:]
        var reader = try CaptureReader(path: capture)
        while let frame = try reader.next() {
            channels[frame.channel, default: []].append(frame.bytes)
        }
        guard !channels.isEmpty else { throw ValidationError("\(capture) has no frames") }
        for mode in CompressedSession.Mode.allCases {
            var dumps = MessageCosts()
            var updates = MessageCosts()
            for number in 0..<sessions {
                for frames in channels.values {
                    let session = CompressedSession(mode)
                    for frame in frames {
                        let isDump = frame.isDump
                        let cost = session.send(frame)
                        guard number > 0 else { continue }
                        if isDump { dumps.add(cost) } else { updates.add(cost) }
                    }
                }
            }
            for (kind, costs) in [("dump", dumps), ("update", updates)] where !costs.isEmpty {
                try StandardOutput.print(costs.json(mode: mode, kind: kind))
            }
        }
    }
}

extension [UInt8] {
    /// Whether a frame says that it is a dump, near its start.
    fileprivate var isDump: Bool {
        String(decoding: prefix(200), as: UTF8.self).contains("INITIAL_DUMP")
    }
}
