import ArgumentParser
import Foundation
import OddsCapture
import OddsHarness
import OddsTraffic

struct GenerateCommand: WorkingCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes generated traffic as a capture.",
        discussion: """
            The same options give the same bytes on any machine.

            Example: bench generate --scenario goal --duration 30s --out goal.ndjson.gz
            """)

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(help: "How much time the frames span; a bare number is seconds, or ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @Option(help: "The capture to write: .ndjson, or .ndjson.gz to compress it.")
    var out: String

    func validate() throws {
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() throws {
        var frameCount = 0
        try BenchFailure.mapping {
            var writer = try CaptureWriter(path: out)
            var generator = try TrafficGenerator(traffic.configuration)
            try generator.forEachFrame(until: duration.nanoseconds) { frame, ticket in
                try writer.write(
                    frame, channel: TrafficGenerator.channelName,
                    at: TrafficGenerator.arrival(of: ticket))
                frameCount += 1
            }
            try writer.finish()
        }
        StandardError.print("bench: wrote \(frameCount) frames to \(out)")
    }
}
