import ArgumentParser
import OddsResults

/// What the options of both loads are checked for.
enum LoadChecks {
    /// - Throws: `ValidationError` for the first option that is out of its range.
    static func ranges(_ options: [(name: String, value: Int, range: ClosedRange<Int>)]) throws {
        for (name, value, range) in options where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
    }

    /// - Throws: `ValidationError` for less than a second, which has too few samples.
    static func duration(_ duration: DurationOption) throws {
        try duration.require(atLeast: DurationOption(seconds: 1), as: "--duration")
    }

    /// The conditions of `--fail-if`.
    ///
    /// - Throws: `ValidationError` for a text that is no condition.
    static func conditions<Subject>(_ texts: [String]) throws -> [RunCondition<Subject>] {
        try texts.map { text in
            do throws(RunCondition<Subject>.Refusal) {
                return try RunCondition(text)
            } catch {
                throw ValidationError("--fail-if \(text): \(error)")
            }
        }
    }
}
