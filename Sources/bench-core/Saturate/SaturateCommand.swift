import ArgumentParser
import Foundation
import OddsHarness
import OddsMeasurement
import OddsTraffic

/// What is swept instead of the rate.
enum ScaledSize: String, CaseIterable, ExpressibleByArgument {
    case events, markets, outcomes
}

struct SaturateCommand: WorkingCommand {
    static let configuration = CommandConfiguration(
        commandName: "saturate",
        abstract: "Finds the highest rate that holds an objective, or how cost grows with size.",
        discussion: """
            Doubles the rate until the objective breaks, bisects, and confirms the highest rate \
            that holds by repeats. Prints every run, so that the knee is seen. With --scale the \
            rate stays and the size is doubled, step by step, and a power law is fitted.

            Example: bench saturate --strategy all --slo 'responseTime.p99<1ms'
            """)

    @Option(help: "full, delta, graph, or all of them.")
    var strategy = StrategySelection.all

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @Option(
        help: """
            The objective that a rate has to hold, such as 'responseTime.p99<1ms'; names are the \
            paths in the JSON of a run, units are ns us ms s kB MB GB.
            """)
    var slo = "responseTime.p99<1ms"

    @Option(help: "Sweep this size instead of the rate: events, markets or outcomes.")
    var scale: ScaledSize?

    @Option(help: "How many sizes are tried, each twice the one before.")
    var steps = 6

    @Option(
        help: """
            How long each step is measured at least; a step is made longer where its rate is too \
            low for a p99 that can be trusted.
            """)
    var duration = DurationOption(seconds: 2)

    @Option(help: "How long each step runs before that without being measured.")
    var warmup = DurationOption(nanoseconds: 500_000_000)

    @Option(name: .customLong("max-rate"), help: "The highest rate that is tried.")
    var rateMax = 2_000_000

    @Option(
        help: ArgumentHelp(
            "How finely rates are told apart, in percent.", valueName: "percent"))
    var precision = 5.0

    @Option(
        name: .customLong("repeat"), help: "Runs at the found rate, all of which have to hold.")
    var repeatCount = 3

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @Option(help: "table or json.")
    var format = OutputFormat.table

    @Option(help: "Write to this file instead of standard output.")
    var output: String?

    @OptionGroup
    var results: ResultOptions

    /// Updates of a step: some 1,300 frames of the default traffic, more than
    /// three times what a p99 needs at least.
    private static let updatesMin = 2_000.0

    func validate() throws {
        do {
            _ = try ServiceObjective(slo)
        } catch {
            throw ValidationError("--slo \(slo): \(error)")
        }
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
        guard rateMax > 0 else {
            throw ValidationError("--max-rate \(rateMax): must be more than 0")
        }
        var fastest = traffic
        fastest.rate = rateMax
        try fastest.validate()
        guard 0.1...50 ~= precision else {
            throw ValidationError("--precision \(precision): must be between 0.1 and 50 percent")
        }
        guard (1...100).contains(repeatCount) else {
            throw ValidationError("--repeat \(repeatCount): must be between 1 and 100")
        }
        guard (3...16).contains(steps) else {
            throw ValidationError("--steps \(steps): must be between 3 and 16")
        }
    }

    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let report = try Report(path: output)
        let folder = try ResultFolder(results, command: "saturate", start: start)
        if let scale {
            let sweep = SizeSweep(command: self, scale: scale)
            let curves = try strategy.kinds.map(sweep.curve)
            let result = GrowthResult(
                command: words, seed: traffic.seed.value, scale: scale.rawValue,
                environment: .current(since: start, processorTime: processorTime),
                curves: curves)
            try write(result, GrowthTable.lines(result), to: report)
            try folder.keep(result)
        } else {
            let curves = try strategy.kinds.map { try sweep($0).curve(of: $0.rawValue) }
            let result = SaturationResult(
                command: words, seed: traffic.seed.value, objective: slo,
                environment: .current(since: start, processorTime: processorTime),
                curves: curves)
            try write(result, SaturationTable.lines(result), to: report)
            try folder.keep(result)
        }
    }

    private func sweep(_ kind: StrategyKind) throws -> RateSweep {
        RateSweep(
            objective: try ServiceObjective(slo), start: traffic.rate, rateMax: rateMax,
            precisionPercent: precision, repeatCount: repeatCount
        ) { rate in
            var traffic = traffic
            traffic.rate = rate
            return try measure(kind, traffic)
        }
    }

    private func write(
        _ result: some Encodable, _ lines: [String], to report: Report
    ) throws {
        switch format {
        case .table: try report.write(lines: [title, ""] + lines)
        case .json: try report.write(ResultCoding.encode(result))
        }
    }

    /// One run of `kind` on `traffic`, long enough for its percentiles.
    func measure(_ kind: StrategyKind, _ traffic: TrafficOptions) throws -> RunResult {
        let needed = UInt64(Self.updatesMin * 1e9 / Double(traffic.rate))
        let plan = RunPlan(
            strategy: kind, consumer: consumer, warmupNanoseconds: warmup.nanoseconds,
            durationNanoseconds: max(duration.nanoseconds, needed),
            traffic: .generated(words: traffic.words), channelNames: [TrafficGenerator.channel])
        let rate = FigureFormat.count(Double(traffic.rate))
        let progress = ProgressLine(title: "\(kind.rawValue) at \(rate)/s")
        var result = try RunSession(plan: plan, progress: progress).run().result
        result.removeDetail()
        return result
    }

    private var title: String {
        let subject = scale.map { "growth with \($0.rawValue)" } ?? "saturation"
        return """
            \(subject), \(traffic.scenario.value), \(traffic.events.value) events × \
            \(traffic.markets.value) markets × \(traffic.outcomes.value) outcomes, seed \
            \(traffic.seed.value); steps of \(duration.defaultValueDescription) and more after \
            \(warmup.defaultValueDescription) of warm-up; consumer \(consumer.rawValue)
            """
    }

    /// The command with all defaults filled in.
    var words: [String] {
        ["bench", "saturate", "--strategy", strategy.defaultValueDescription] + traffic.words
            + (scale.map { ["--scale", $0.rawValue, "--steps", "\(steps)"] }
                ?? [
                    "--slo", slo, "--max-rate", "\(rateMax)", "--precision", "\(precision)",
                    "--repeat", "\(repeatCount)",
                ])
            + [
                "--duration", duration.defaultValueDescription,
                "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
            ]
    }
}
