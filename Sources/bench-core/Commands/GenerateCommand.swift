import ArgumentParser
import OddsOptions
import OddsTraffic

struct GenerateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "generate",
        abstract: "Writes generated traffic as a capture.",
        usage: "bench generate [<options>]",
        discussion: """
            The same options give the same bytes on any machine.

            Example: bench generate --scenario goal --duration 30s --output goal.ndjson.gz
            """)

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @OptionGroup
    var ramp: RampOptions

    @Option(help: "Length of the schedule; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 10)

    @OptionGroup
    var output: CaptureOutput

    func validate() throws {
        try output.require()
        try traffic.requireGeneratedArrival()
        try duration.require(atLeast: .shortestWindow, as: "--duration")
        try wire.validate(with: traffic)
        try ramp.validate(with: traffic, durationNanoseconds: duration.nanoseconds)
    }

    func run() throws {
        var configuration = traffic.configuration
        configuration.ramp = ramp.ramp(
            of: traffic, durationNanoseconds: duration.nanoseconds)
        let nanoseconds = duration.nanoseconds
        switch wire.provider {
        case .everyMatrix:
            try TrafficGenerator.writeCapture(
                of: configuration, durationNanoseconds: nanoseconds, to: output.path)
        case .sportRadar:
            try SportRadarGenerator.writeCapture(
                of: configuration, durationNanoseconds: nanoseconds, to: output.path)
        }
    }
}
