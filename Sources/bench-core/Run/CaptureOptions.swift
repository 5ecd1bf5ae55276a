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
    func validate(with traffic: TrafficOptions, _ wire: ProviderOption) throws {
        guard path != nil else {
            try wire.validate(with: traffic)
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
    func source(
        _ traffic: TrafficOptions, _ wire: ProviderOption, ramp: RateRamp? = nil
    ) -> RunTraffic {
        if let path { return .capture(path: path, pacing: pacing(traffic), ramp: ramp) }
        var configuration = traffic.configuration
        configuration.ramp = ramp
        return .generated(configuration, on: wire.provider)
    }

    /// What the frames belong to. Reads a capture, which checks that it can be used.
    ///
    /// - Throws: `ValidationError` if the capture is on another wire than was asked for.
    func feed(of source: RunTraffic, _ wire: ProviderOption) throws -> FeedChannels {
        let feed = try source.feed()
        if let path { try wire.check(ofCapture: path, feed.provider) }
        return feed
    }

    private func pacing(_ traffic: TrafficOptions) -> CapturePacing {
        traffic.arrival.value == .recorded
            ? .recorded(speed: recordedSpeed.factor) : .rate(traffic.rate.value)
    }

    private var recordedSpeed: SpeedOption { speed ?? SpeedOption(factor: 1) }

    /// The traffic in words for people, without its arrival.
    func title(_ traffic: TrafficOptions, _ wire: ProviderOption) -> String {
        guard let path else { return "\(wire.title(traffic)); \(traffic.rateTitle)" }
        return traffic.arrival.value == .recorded
            ? "capture \(path)" : "capture \(path); \(traffic.rateTitle)"
    }

    /// The options for the traffic as words of a command line.
    func words(_ traffic: TrafficOptions, _ wire: ProviderOption) -> [String] {
        guard let path else { return traffic.words + wire.words }
        return ["--capture", path]
            + (traffic.arrival.value == .recorded
                ? ["--arrival", "recorded", "--speed", recordedSpeed.defaultValueDescription]
                : ["--rate", traffic.rates.defaultValueDescription])
    }
}
