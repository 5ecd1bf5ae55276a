import ArgumentParser
import OddsResults
import OddsTraffic

/// A rate in updates per second: `10k`, or `1k..50k` for one that rises.
package struct RateOption: ExpressibleByArgument, Equatable {
    /// The rate, or the one that a ramp begins with.
    package let first: Int
    /// What a ramp rises to; `nil` for a constant rate.
    package let last: Int?

    package init(_ rate: Int) {
        first = rate
        last = nil
    }

    package init?(argument: String) {
        let ends = argument.split(separator: "..", omittingEmptySubsequences: false)
            .map { CountText.number($0) }
        guard let first = ends[0], ends.count <= 2, let last = ends[ends.count - 1] else {
            ValueAdvice.note(
                argument, CountText.advice(for: argument),
                CountText.isTooLarge(argument) ? nil : Self.rising)
            return nil
        }
        self.first = first
        self.last = ends.count == 2 ? last : nil
    }

    private static let rising = ValueAdvice.Addition(
        option: "--ramp-steps", advice: ", or 1k..50k for a rate that rises")

    package var defaultValueDescription: String { "\(first)" + (last.map { "..\($0)" } ?? "") }

    /// `10,000 updates/s`, or `1,000 to 50,000 updates/s`.
    package var title: String {
        ([first] + (last.map { [$0] } ?? [])).map { FigureFormat.count(Double($0)) }
            .joined(separator: " to ") + " updates/s"
    }
}

extension TrafficOptions {
    /// The rate, or the one that a ramp begins with.
    package var rate: Defaulted<Int> {
        get { rates.map(\.first) }
        set { rates = newValue.map { RateOption($0) } }
    }

    /// For commands with one rate.
    ///
    /// - Throws: `ValidationError` for a rate that rises.
    package func requireConstantRate() throws {
        guard rates.value.last == nil else {
            throw ValidationError(
                """
                --rate \(rates.value.defaultValueDescription): a rate that rises is for 'bench \
                run' and 'bench generate'; give one rate
                """)
        }
    }
}

/// How `--rate` rises over a schedule.
package struct RampOptions: ParsableArguments {
    @Option(
        name: .customLong("ramp-steps"),
        help: """
            Number of equal steps, of equal length, in which a --rate such as 1k..50k rises from \
            the first rate to the second; results have the figures of each.
            """)
    package var stepCount = Defaulted(10)

    package init() {}

    /// How the rate of some traffic rises; `nil` for a constant one.
    package func ramp(
        of traffic: TrafficOptions, startNanoseconds: UInt64 = 0, durationNanoseconds: UInt64
    ) -> RateRamp? {
        traffic.rates.value.last.map {
            RateRamp(
                first: traffic.rates.value.first, last: $0, stepCount: stepCount.value,
                startNanoseconds: startNanoseconds, durationNanoseconds: durationNanoseconds)
        }
    }

    /// - Throws: `ValidationError` for a ramp without steps to measure, and for steps
    ///   without a ramp.
    package func validate(with traffic: TrafficOptions, durationNanoseconds: UInt64) throws {
        var configuration = traffic.configuration
        configuration.ramp = ramp(of: traffic, durationNanoseconds: durationNanoseconds)
        guard configuration.ramp != nil || !stepCount.isGiven else {
            throw ValidationError("--ramp-steps requires a --rate that rises, such as 1k..50k")
        }
        do {
            try TrafficOptions.check(configuration)
        } catch {
            throw ValidationError("--\(error)")
        }
    }

    /// The options as words of a command line; none for a constant rate.
    package func words(of traffic: TrafficOptions) -> [String] {
        traffic.rates.value.last == nil
            ? [] : ["--ramp-steps", stepCount.defaultValueDescription]
    }
}
