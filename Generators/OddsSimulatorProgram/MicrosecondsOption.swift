import ArgumentParser
import OddsOptions
import OddsResults

/// A short time: a bare number of microseconds, or a time with its unit.
struct MicrosecondsOption: ExpressibleByArgument {
    let nanoseconds: UInt64

    init(nanoseconds: UInt64) { self.nanoseconds = nanoseconds }

    init?(argument: String) {
        guard
            let time = CountText.number(argument).flatMap({ DurationText("\($0)us") })
                ?? DurationText(argument)
        else {
            ValueAdvice.note(argument, DurationText.advice(for: argument))
            return nil
        }
        nanoseconds = time.nanoseconds
    }

    var defaultValueDescription: String { DurationText.text(nanoseconds: nanoseconds) }
}
