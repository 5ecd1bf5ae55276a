import OddsExternal
import OddsResults

/// Holds a program to the feed contract.
package struct ConformanceRun {
    package let program: ExternalProgram
    /// `nil` for what the program claims.
    package let level: ConformanceLevel?
    package let limits: ProgramLimits
    /// The first seed.
    package let seed: UInt64
    /// How many captures of hostile traffic, and as many of ordinary traffic.
    package let captureCount: Int
    /// How many frames each of them has.
    package let frameCount: Int
    /// Captures of users.
    package let files: [String]

    package init(
        program: ExternalProgram, level: ConformanceLevel?, limits: ProgramLimits, seed: UInt64,
        captureCount: Int, frameCount: Int, files: [String]
    ) {
        self.program = program
        self.level = level
        self.limits = limits
        self.seed = seed
        self.captureCount = captureCount
        self.frameCount = frameCount
        self.files = files
    }

    /// The program did not answer on a capture.
    package struct Failure: Error, CustomStringConvertible {
        let capture: String
        let failure: ProgramFailure

        package var description: String { "on the capture ‘\(capture)’, \(failure)" }
    }

    /// Shows the program all captures: those of the rules, of hostile and of ordinary
    /// traffic, and the files.
    ///
    /// - Parameters:
    ///   - isEnded: Whether the run is to end with what it has found so far, and failures of the
    ///     program are of no interest any more.
    ///   - progress: Told of the captures that are done, and of how many there are.
    /// - Throws: `Failure` if it does not answer, `ProgramFailure` if it cannot be started, and
    ///   `CaptureError` for a file.
    package func run(
        isEnded: () -> Bool = { false }, progress: (Int, Int) -> Void = { _, _ in }
    ) throws -> ConformResult {
        let captures = try captures()
        let session = try ProgramSession(program, channels: [], limits: limits)
        let name = session.greeting.name
        let level = level ?? session.greeting.level
        try session.end()
        let trial = ConformanceTrial(program: program, level: level, limits: limits)
        let shown = try show(captures, trial, isEnded, progress)
        let cases = shown.map { capture, deviation in
            ConformResult.Case(
                name: capture.name, rule: capture.rule?.name, frames: capture.frames.count,
                deviation: deviation.map { "frame \($0.frame + 1): \($0.text)" })
        }
        var result = ConformResult(
            program: program.description, name: name, level: level.rawValue, seed: seed,
            cases: cases, brokenRules: Self.brokenRules(cases), smallest: nil)
        let deviations = shown.compactMap { capture, deviation in
            deviation.map { (capture: capture, deviation: $0) }
        }
        explain(deviations, trial, isEnded, in: &result)
        if cases.count < captures.count {
            result.cutShort = "\(cases.count) of \(captures.count) captures were shown"
        } else if isEnded() {
            result.cutShort = "the search for the smallest capture"
        }
        return result
    }

    private typealias Shown = (capture: ConformanceCapture, deviation: Deviation?)

    /// Shows the program captures, until it is to end.
    private func show(
        _ captures: [ConformanceCapture], _ trial: ConformanceTrial, _ isEnded: () -> Bool,
        _ progress: (Int, Int) -> Void
    ) throws(Failure) -> [Shown] {
        var shown: [Shown] = []
        for capture in captures where !isEnded() {
            progress(shown.count, captures.count)
            do throws(ProgramFailure) {
                shown.append((capture, try trial.deviation(on: capture)))
            } catch {
                if isEnded() { break }
                throw Failure(capture: capture.name, failure: error)
            }
        }
        progress(shown.count, captures.count)
        return shown
    }

    /// Finds the smallest capture that shows a deviation, and the rule that it breaks.
    private func explain(
        _ deviations: [(capture: ConformanceCapture, deviation: Deviation)],
        _ trial: ConformanceTrial, _ isEnded: () -> Bool, in result: inout ConformResult
    ) {
        let faults = deviations.filter { $0.deviation.kind == .protocolFault }
        // A mistake there shows in captures of all rules, and is mended first.
        if !faults.isEmpty {
            result.brokenRules = [
                ConformResult.BrokenRule(
                    rule: RuleJudgement.protocolRule.name, text: RuleJudgement.protocolRule.text,
                    failed: faults.count, captures: result.cases.count)
            ]
        }
        let worst = result.brokenRules.first
        guard
            let shown = faults.first
                ?? deviations.first(where: { $0.capture.rule?.name == worst?.rule })
                ?? deviations.first
        else { return }
        var shrinker = CaptureShrinker(trial, shown.capture, shown.deviation)
        shrinker.shrink(until: isEnded)
        result.smallest = shrinker.smallest
        if worst == nil {
            let rule = RuleJudgement.rule(of: shrinker.deviation, on: shrinker.capture)
            result.brokenRules = [
                .init(rule: rule.name, text: rule.text, failed: 0, captures: 0)
            ]
        }
    }

    private func captures() throws -> [ConformanceCapture] {
        let seeds = (0..<captureCount).map { seed &+ UInt64($0) }
        return try RuleCaptures.all
            + seeds.map { SeededCaptures.hostile(seed: $0, frameCount: frameCount) }
            + seeds.map { SeededCaptures.ordinary(seed: $0, frameCount: frameCount) }
            + files.map { try SeededCaptures.file($0) }
    }

    /// What the captures of other rules are made of as well: a program that breaks one of
    /// these fails many of theirs.
    private static let foundations = [
        "EM-E1", "EM-R4", "EM-R5", "EM-R6", "EM-R1", "EM-R2", "EM-R3", "EM-E", "EM-P", "EM-R7",
        "EM-D", "EM-V", "EM-F", "EM-I", "EM-S",
    ]

    /// First the rules of whose captures at least half fail, those that others are founded on
    /// ahead of these; then the rest, by the share that fails.
    static func brokenRules(_ cases: [ConformResult.Case]) -> [ConformResult.BrokenRule] {
        let broken = RuleCaptures.rules.map { rule in
            let own = cases.filter { $0.rule == rule.name }
            return ConformResult.BrokenRule(
                rule: rule.name, text: rule.text, failed: own.count { $0.deviation != nil },
                captures: own.count)
        }.filter { $0.failed > 0 }
        let clear = broken.filter { $0.share >= 0.5 }.sorted {
            foundation(of: $0.rule) < foundation(of: $1.rule)
        }
        return clear + broken.filter { $0.share < 0.5 }.sorted { $0.share > $1.share }
    }

    private static func foundation(of rule: String) -> Int {
        foundations.firstIndex { rule.hasPrefix($0) } ?? foundations.count
    }
}

extension CaptureShrinker {
    var smallest: ConformResult.Smallest {
        ConformResult.Smallest(
            of: capture.name,
            deviation: "frame \(deviation.frame + 1): \(deviation.text)", trials: trialCount,
            lines: capture.lines)
    }
}
