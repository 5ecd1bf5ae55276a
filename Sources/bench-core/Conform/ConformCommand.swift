import ArgumentParser
import Foundation
import OddsConformance
import OddsExperiments
import OddsExternal
import OddsLauncher
import OddsOptions
import OddsReport
import OddsResults

extension ConformanceLevel: ExpressibleByArgument {}

struct ConformCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "conform",
        abstract: "Holds a program in any language to the feed contract.",
        usage: "bench conform [<options>] -- PROGRAM [<arguments> ...]",
        discussion: """
            Shows the program captures of each rule, of hostile and of ordinary traffic, and \
            compares every answer and its snapshots with a reference that computes all from \
            scratch. If a rule is broken, says which one, and finds the smallest capture that \
            shows it. The program speaks the protocol oddsbench.strategy/1 on standard input and \
            output; Benchmarks/External has complete programs.

            Exit status: 1 if a rule is broken; 70 if the program does not answer.

            Example: bench conform --level full --junit conform.xml -- python3 strategy.py
            """)

    @Option(
        help: """
            full, or basic, which leaves out error offsets and the text of numbers in reference \
            entities. (default: what the program claims)
            """)
    var level: ConformanceLevel?

    @Option(help: "The first seed of hostile and of ordinary traffic.")
    var seed: UInt64 = 1

    @Option(help: "How many captures of hostile traffic, and as many of ordinary traffic.")
    var captures = 50

    @Option(help: "How many frames each of them has.")
    var frames = 150

    @Option(
        name: .customLong("capture"),
        help: ArgumentHelp("A capture of EM's feed to be shown, too; can be given several times.",
            valueName: "capture"),
        completion: .captures)
    var files: [String] = []

    @Option(
        name: .customLong("answer-timeout"),
        help: "How long an answer may take; a bare number is seconds, or use ms, s, m, h.")
    var answerTimeout = DurationOption(seconds: 10)

    @Option(
        help: ArgumentHelp(
            "Keep the smallest capture that shows a broken rule in this file.",
            valueName: "file"), completion: .captures)
    var keep: String?

    @Option(
        help: ArgumentHelp("Also write JUnit XML to this file.", valueName: "file"),
        completion: .file())
    var junit: String?

    @Option(help: "table or json.")
    var format = ConformFormat.table

    @OptionGroup
    var output: OutputFileOption

    @Argument(parsing: .postTerminator, help: "The program, behind --.")
    var program: [String] = []

    func validate() throws {
        guard !program.isEmpty else {
            throw ValidationError(
                "no program: write it behind --, such as 'bench conform -- python3 strategy.py'")
        }
        guard answerTimeout.nanoseconds > 0 else {
            throw ValidationError("--answer-timeout must be longer than 0")
        }
        guard (0...100_000).contains(captures) else {
            throw ValidationError("--captures \(captures): must be between 0 and 100000")
        }
        guard (1...100_000).contains(frames) else {
            throw ValidationError("--frames \(frames): must be between 1 and 100000")
        }
    }

    func run() async throws {
        let start = Date()
        let outputs = try ReportOutputs(
            main: ResultOutput(path: output.path), markdown: nil, junit: junit)
        let kept = try keep.map { try ResultOutput(path: $0) }
        var limits = ProgramLimits()
        limits.answerSeconds = Double(answerTimeout.nanoseconds) / 1e9
        let run = ConformanceRun(
            program: ExternalProgram(words: program), level: level, limits: limits, seed: seed,
            captureCount: captures, frameCount: frames, files: files)
        let result = try await found(by: run)
        try outputs.write {
            switch format {
            case .table: try $0.write(lines: ConformText.lines(result))
            case .json: try $0.write(ResultCoding.encode(result))
            }
        } markdown: {
            ""
        } junit: {
            try JUnitReport.data(
                result, seconds: Date().timeIntervalSince(start),
                timestamp: start.formatted(.iso8601))
        }
        if let lines = result.smallest?.lines {
            try kept?.write(Array(lines.map { $0 + "\n" }.joined().utf8))
        }
        if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        guard result.passes else {
            let rule = result.brokenRules.first.map { "\($0.rule), \($0.text)" } ?? "the contract"
            throw ExperimentFailure(.checkFailed, "\(result.name) breaks \(rule)")
        }
    }

    /// What the run finds, until a signal: that ends the program, which may be one that does not
    /// answer.
    private func found(by run: ConformanceRun) async throws -> ConformResult {
        let interruption = Interruption.current
        do {
            var result = try await interruption.during({ _ in ChildProcesses.kill() }) {
                try await BlockingWork.run {
                    let line = ProgressLine()
                    defer { line.clear() }
                    return try run.run(isEnded: { interruption.isRequested }) { done, count in
                        let text = "conform: \(done) of \(count) captures"
                        line.show([text], log: text)
                    }
                }
            }
            if result.cases.isEmpty { try interruption.check() }
            if let signal = interruption.signal, let rest = result.cutShort {
                result.cutShort = "\(SignalName.text(signal)), \(rest)"
            }
            return result
        } catch let failure as ConformanceRun.Failure {
            throw ExperimentFailure(.childDied, failure.description)
        } catch let failure as ProgramFailure {
            try interruption.check()
            throw ExperimentFailure(failure)
        }
    }
}

enum ConformFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}
