import ArgumentParser
import OddsExperiments
import OddsHarness
import OddsOptions
import OddsTraffic

/// The options for recorded traffic, the same for runs and gates.
struct CaptureOptions: ParsableArguments {
    @Option(
        name: .customLong("capture"),
        help: ArgumentHelp(
            """
            Capture (.ndjson or .ndjson.gz) whose frames are offered instead of generated ones, \
            repeatedly if necessary: at --rate with constant spacing per update, or with \
            --arrival recorded at the recorded times. Excludes the other options for traffic.
            """, valueName: "capture"),
        completion: .captures)
    var path: String?

    @Option(
        help: """
            How many times as fast as recorded, such as 2x; requires --arrival recorded. \
            (default: 1x)
            """)
    var speed: SpeedOption?

    /// - Throws: `ValidationError` for options that exclude each other.
    func validate(with traffic: TrafficOptions) throws {
        guard path != nil else {
            try traffic.requireGeneratedArrival()
            guard speed == nil else {
                throw ValidationError("--speed requires --capture and --arrival recorded")
            }
            return
        }
        if let option = traffic.givenGeneratorOptions.first {
            throw ValidationError(
                "\(option) applies to generated traffic and excludes --capture")
        }
        guard traffic.arrival.value == .recorded else {
            guard speed == nil else {
                throw ValidationError("--speed requires --arrival recorded")
            }
            return
        }
        guard !traffic.rate.isGiven else {
            throw ValidationError(
                """
                --rate and --arrival recorded exclude each other: the capture has the times, and \
                --speed changes them
                """)
        }
    }

    /// - Parameter ramp: How the rate rises; `nil` for a constant one.
    func source(_ traffic: TrafficOptions, ramp: RateRamp? = nil) -> RunTraffic {
        if let path { return .capture(path: path, pacing: pacing(traffic), ramp: ramp) }
        var configuration = traffic.configuration
        configuration.ramp = ramp
        return .generated(configuration)
    }

    private func pacing(_ traffic: TrafficOptions) -> CapturePacing {
        traffic.arrival.value == .recorded
            ? .recorded(speed: recordedSpeed.factor) : .rate(traffic.rate.value)
    }

    private var recordedSpeed: SpeedOption { speed ?? SpeedOption(factor: 1) }

    /// The traffic in words for people, without its arrival.
    func title(_ traffic: TrafficOptions) -> String {
        guard let path else { return "\(traffic.title); \(traffic.rateTitle)" }
        return traffic.arrival.value == .recorded
            ? "capture \(path)" : "capture \(path); \(traffic.rateTitle)"
    }

    /// The options for the traffic as words of a command line.
    func words(_ traffic: TrafficOptions) -> [String] {
        guard let path else { return traffic.words }
        return ["--capture", path]
            + (traffic.arrival.value == .recorded
                ? ["--arrival", "recorded", "--speed", recordedSpeed.defaultValueDescription]
                : ["--rate", traffic.rates.defaultValueDescription])
    }
}
