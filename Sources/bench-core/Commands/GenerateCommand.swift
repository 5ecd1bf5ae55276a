import ArgumentParser
import OddsOptions
import OddsTraffic

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes generated traffic as a capture.",
        discussion: """
            The same options give the same bytes on any machine.

            Example: bench generate --scenario goal --duration 30s --output goal.ndjson.gz
            """)

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(help: "Length of the schedule; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @OptionGroup
    var output: CaptureOutput

    func validate() throws {
        try traffic.requireGeneratedArrival()
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() throws {
        try TrafficGenerator.writeCapture(
            of: traffic.configuration, durationNanoseconds: duration.nanoseconds, to: output.path)
    }
}
