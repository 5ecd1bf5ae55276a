import ArgumentParser
import OddsResults

/// A duration in the syntax of options; see `DurationText`.
package struct DurationOption: ExpressibleByArgument, Equatable {
    package let nanoseconds: UInt64

    package init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    package init(seconds: UInt64) { nanoseconds = seconds * 1_000_000_000 }

    package init?(argument: String) {
        guard let text = DurationText(argument) else {
            ValueAdvice.note(argument, DurationText.advice(for: argument))
            return nil
        }
        nanoseconds = text.nanoseconds
    }

    package var defaultValueDescription: String { DurationText.text(nanoseconds: nanoseconds) }

    /// A window that is shorter has hardly a frame in it.
    package static let shortestWindow = DurationOption(nanoseconds: 10_000_000)

    /// Checks this as the value of an option.
    ///
    /// - Throws: `ValidationError` for one that is too short.
    package func require(atLeast least: DurationOption, as option: String) throws {
        guard nanoseconds >= least.nanoseconds else {
            throw ValidationError("\(option) must be at least \(least.defaultValueDescription)")
        }
    }

    /// Checks this as an interval of a run.
    ///
    /// - Throws: `ValidationError` unless a run of `duration` has at least one
    ///   such interval and at most ten thousand.
    package func validateInterval(of duration: DurationOption) throws {
        let shortest = (duration.nanoseconds + 9_999) / 10_000
        guard (max(shortest, 1)...duration.nanoseconds).contains(nanoseconds) else {
            throw ValidationError(
                """
                --intervals \(defaultValueDescription): must be at most \
                \(duration.defaultValueDescription), the duration, and at least a \
                ten-thousandth of it
                """)
        }
    }
}

/// A share, written in percent: `15%`.
package struct PercentOption: ExpressibleByArgument, Equatable {
    /// 0.15 for 15%.
    package let share: Double

    package init(share: Double) { self.share = share }

    package init?(argument: String) {
        guard let share = PercentText.share(argument) else {
            ValueAdvice.note(argument, PercentText.advice(for: argument))
            return nil
        }
        self.share = share
    }

    package var defaultValueDescription: String { PercentText.text(share: share) }

    /// The option as words of a command line; none for 0.
    package func words(_ name: String) -> [String] {
        share == 0 ? [] : [name, defaultValueDescription]
    }
}

extension ConsumerKind: ExpressibleByArgument {}
