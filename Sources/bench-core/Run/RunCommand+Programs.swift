import ArgumentParser
import OddsExperiments
import OddsHarness
import OddsOptions

extension RunCommand {
    /// - Throws: `ValidationError` for what programs in other processes cannot be asked for.
    func validatePrograms() throws {
        guard !strategy.programs.isEmpty else { return }
        guard wire.provider == .everyMatrix else {
            throw ValidationError("exec: takes EM's frames, and excludes --provider sportradar")
        }
        guard consumer != .changes else {
            throw ValidationError(
                "exec: has no change sets to be read; use --consumer page or snapshot")
        }
        guard answerTimeout.nanoseconds > 0 else {
            throw ValidationError("--answer-timeout must be longer than 0")
        }
        let excluded = [
            ("--stages", stages), ("--intervals", intervals != nil), ("--live", live.isWanted),
            ("--turns", turns != nil), ("--inject-slowdown", injectedSlowdown.share > 0),
            ("--inject-tail-slowdown", injectedTailSlowdown.share > 0),
            ("a --rate that rises", rateRamp != nil),
        ].first { $0.1 }
        if let excluded {
            throw ValidationError("exec: and \(excluded.0) exclude each other")
        }
    }

    /// The programs that were named, and those that show what asking costs.
    ///
    /// - Throws: `ExperimentFailure` for a program that does not answer.
    func measuredPrograms(_ feed: FeedChannels) throws -> [MeasuredProgram] {
        guard !strategy.programs.isEmpty else { return [] }
        var programs = try MeasuredProgram.all(
            strategy.programs, channels: feed.names, taken: strategy.names.map(\.text))
        for index in programs.indices {
            programs[index].limits.answerSeconds = Double(answerTimeout.nanoseconds) / 1e9
        }
        return programs
    }
}
