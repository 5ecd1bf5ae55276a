import ArgumentParser

/// How many times as fast as recorded: `2x`, `0.5x`, or the number alone.
package struct SpeedOption: ExpressibleByArgument, Equatable {
    package let factor: Double

    package init(factor: Double) { self.factor = factor }

    package init?(argument: String) {
        let number = argument.hasSuffix("x") ? String(argument.dropLast()) : argument
        guard let factor = Double(number), Self.bounds ~= factor else {
            ValueAdvice.note(argument, "write a factor such as 2x or 0.5x, up to a million")
            return nil
        }
        self.factor = factor
    }

    package var defaultValueDescription: String { "\(factor)x" }

    /// A month in half an hour, and a tenth of a second in a day.
    private static let bounds = 1e-6...1e6
}
