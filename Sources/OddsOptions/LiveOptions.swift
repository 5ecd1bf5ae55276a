import ArgumentParser
import OddsResults

/// What is shown, and to whom, while a command measures.
package struct LiveOptions: ParsableArguments {
    @Flag(
        name: .customLong("live"),
        help: """
            Draw p50, p99 and rate over time in the terminal while measuring. Records intervals, \
            as --intervals does.
            """)
    package var isDrawn = false

    @Option(
        help: ArgumentHelp(
            """
            Serve metrics in the OpenMetrics format on this port of the loopback interface while \
            measuring, for Prometheus; 0 for any port. Records intervals.
            """, valueName: "port"),
        transform: CountText.option)
    package var metricsPort: Int?

    package init() {}

    package func validate() throws {
        guard let metricsPort, !(0...65_535).contains(metricsPort) else { return }
        throw ValidationError("--metrics-port \(metricsPort): must be between 0 and 65535")
    }

    /// Whether anybody wants to see intervals.
    package var isWanted: Bool { isDrawn || metricsPort != nil }

    /// An interval at which a run of some length can be followed: a second, or a
    /// fortieth of a shorter run, but no less than what can be drawn; `nil` if nobody
    /// wants to see it.
    package func interval(of duration: DurationOption) -> DurationOption? {
        guard isWanted else { return nil }
        let fortieth = min(max(duration.nanoseconds / 40, 100_000_000), 1_000_000_000)
        return DurationOption(nanoseconds: min(fortieth, duration.nanoseconds))
    }
}
