import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsHarness
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension ScaledSize: ExpressibleByArgument {}

struct SaturateCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = CommandConfiguration(
        commandName: "saturate",
        abstract: "Finds the highest rate that sustains an objective, or the growth of the cost.",
        discussion: """
            Doubles the rate until the objective breaks, bisects, and confirms the highest \
            sustained rate by repeats. Prints every run, so that the knee is visible. With \
            --scale the rate is fixed, the size is doubled step by step, and a power law is \
            fitted.

            Example: bench saturate --strategy all --slo 'responseTime.p99<1ms'
            """)

    @Option(help: "\(StrategyHelp.several) of them.")
    var strategy = [StrategySelection.all]

    @OptionGroup(title: "Traffic")
    var traffic: TrafficOptions

    @OptionGroup(title: "Traffic")
    var wire: ProviderOption

    @Option(
        help: """
            Objective at a sustained rate, such as 'responseTime.p99<1ms'; names are paths in \
            the JSON of a run, units are ns us ms s kB MB GB.
            """,
        completion: .metrics)
    var slo = "responseTime.p99<1ms"

    @Option(help: "Size to vary instead of the rate: events, markets or outcomes.")
    var scale: ScaledSize?

    @Option(help: "Number of sizes, each twice the previous one.")
    var steps = Defaulted(6)

    @Option(
        help: """
            Shortest measured time of a step; a step at a low rate is longer, for a reliable p99.
            """)
    var duration = DurationOption(seconds: 2)

    @Option(help: "Unmeasured time of each step before that.")
    var warmup = DurationOption(nanoseconds: 500_000_000)

    @Option(name: .customLong("max-rate"), help: "Highest rate to try.")
    var rateMax = Defaulted(2_000_000)

    @Option(help: ArgumentHelp("Resolution of the search.", valueName: "percent"))
    var precision = PercentOption(share: 0.05)

    @Option(
        name: .customLong("repeat"),
        help: "Runs that confirm the rate, in all of which the objective has to hold.")
    var repeatCount = Defaulted(3)

    @Option(help: "What is read after each frame: changes, page or snapshot.")
    var consumer = ConsumerKind.page

    @OptionGroup
    var verifying: VerifyOptions

    @OptionGroup
    var live: LiveOptions

    @OptionGroup
    var detail: DetailsOption

    @OptionGroup
    var output: OutputOptions

    @OptionGroup
    var results: ResultOptions

    func validate() throws {
        try traffic.requireGeneratedArrival()
        try traffic.requireConstantRate()
        try wire.validate(with: traffic)
        do {
            _ = try ServiceObjective(slo)
        } catch {
            throw ValidationError("--slo \(slo): \(error)")
        }
        try duration.require(atLeast: .shortestWindow, as: "--duration")
        guard rateMax.value > 0 else {
            throw ValidationError("--max-rate \(rateMax.value): must be more than 0")
        }
        var fastest = traffic
        fastest.rate = Defaulted(rateMax.value)
        try fastest.validate()
        guard 0.001...0.5 ~= precision.share else {
            throw ValidationError(
                "--precision \(precision.defaultValueDescription): must be between 0.1% and 50%")
        }
        guard (1...100).contains(repeatCount.value) else {
            throw ValidationError("--repeat \(repeatCount.value): must be between 1 and 100")
        }
        guard (3...16).contains(steps.value) else {
            throw ValidationError("--steps \(steps.value): must be between 3 and 16")
        }
    }

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path, isColored: self.output.isColored)
        let folder = try ResultFolder(below: results.results, command: "saturate", start: start)
        if let scale {
            let growth = try await follow { try await self.growth(scale, $0) }
            var result = envelope(
                growth, await .current(since: start, processorTime: processorTime))
            result.cutShort = cutShort(growth.curves.map(\.points.count))
            try write(result, lines(result), to: output)
            try folder.keep(result, notice: StandardError.print)
            if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
        } else {
            let saturation = try await follow { try await self.saturation($0) }
            var result = envelope(
                saturation, await .current(since: start, processorTime: processorTime))
            result.cutShort = cutShort(saturation.curves.map(\.points.count))
            try await verifying.add(
                to: &result,
                TrafficVerification(
                    strategies: strategy.names,
                    traffic: .generated(traffic.configuration, on: wire.provider),
                    feed: FeedChannels(generatedOn: wire.provider)),
                until: warmup.nanoseconds + duration.nanoseconds)
            try write(result, lines(result), to: output)
            try folder.keep(result, notice: StandardError.print)
            if let failure = ExperimentFailure(cutShort: result.cutShort) { throw failure }
            try result.result.checkConclusions()
        }
    }

    /// What a result says about an interruption; `nil` if there was none.
    private func cutShort(_ stepCounts: [Int]) -> String? {
        Interruption.current.signal.map {
            "\(SignalName.text($0)) after \(stepCounts.reduce(0, +)) steps"
        }
    }

    private func growth(_ scale: ScaledSize, _ outputs: LiveOutputs) async throws -> GrowthResult {
        let progress = ExperimentProgress(command: "saturate", outputs: outputs)
        defer { progress.clear() }
        let sweep = SizeSweep(step: step(progress), scale: scale, sizeCount: steps.value)
        var curves: [GrowthCurve] = []
        for (index, strategy) in strategy.names.enumerated() {
            let curve = try await sweep.curve(
                of: strategy, laterCount: self.strategy.names.count - 1 - index,
                from: traffic.configuration, check: TrafficOptions.check)
            if !curve.points.isEmpty { curves.append(curve) }
        }
        if curves.isEmpty { try Interruption.current.check() }
        return GrowthResult(scale: scale.rawValue, curves: curves)
    }

    private func saturation(_ outputs: LiveOutputs) async throws -> SaturationResult {
        let progress = ExperimentProgress(command: "saturate", outputs: outputs)
        defer { progress.clear() }
        let step = step(progress)
        let objective = try ServiceObjective(slo)
        var curves: [SaturationCurve] = []
        for (index, strategy) in strategy.names.enumerated() {
            let curvesLeft = self.strategy.names.count - 1 - index
            let sweep = RateSweep(
                objective: objective, start: traffic.rate.value, rateMax: rateMax.value,
                precisionPercent: precision.share * 100, repeatCount: repeatCount.value
            ) { rateStep in
                var traffic = traffic.configuration
                traffic.rate = rateStep.rate
                let own = rateStep.number + rateStep.laterCount
                return try await step.measure(
                    strategy, traffic,
                    position: "step \(rateStep.number) of about \(own), "
                        + "\(FigureFormat.count(Double(rateStep.rate)))/s",
                    laterCount: rateStep.laterCount + curvesLeft * own)
            }
            let curve = try await sweep.curve(of: strategy.text)
            if !curve.points.isEmpty { curves.append(curve) }
        }
        if curves.isEmpty { try Interruption.current.check() }
        return SaturationResult(objective: slo, curves: curves)
    }

    private func step(_ progress: ExperimentProgress) -> SaturationStep {
        var step = SaturationStep(
            provider: wire.provider, consumer: consumer, warmupNanoseconds: warmup.nanoseconds,
            durationNanoseconds: duration.nanoseconds, progress: progress)
        step.seriesIntervalNanoseconds = live.interval(of: duration)?.nanoseconds
        return step
    }

    private func envelope<Content: ResultContent>(
        _ content: Content, _ environment: EnvironmentDescription
    ) -> ResultEnvelope<Content> {
        ResultEnvelope(
            command: words, provider: wire.provider.rawValue, seed: traffic.seed.value,
            arrival: traffic.generatedArrival,
            environment: environment, content)
    }

    private func write(
        _ result: ResultEnvelope<some CSVContent>, _ lines: [String], to output: ResultOutput
    ) throws {
        switch self.output.format {
        case .table: try output.write(lines: lines)
        case .json: try output.write(result.json())
        case .csv: try output.write(result.csv.data)
        }
    }

    private func lines(_ result: ResultEnvelope<SaturationResult>) -> [String] {
        detail.details
            ? SaturationText.details(result, title: title)
            : SaturationText.summary(result, title: title)
    }

    private func lines(_ result: ResultEnvelope<GrowthResult>) -> [String] {
        detail.details
            ? [title, ""] + GrowthTable.lines(result)
            : GrowthTable.summary(result, title: title)
    }

    private var title: String {
        let subject = scale.map { "growth with \($0.rawValue)" } ?? "saturation"
        return """
            \(subject), \(wire.title(traffic)); steps of at least \
            \(duration.defaultValueDescription) after \(warmup.defaultValueDescription) of \
            warm-up; consumer \(consumer.rawValue)
            """
    }

    private func follow<Value: Sendable>(
        _ experiment: (LiveOutputs) async throws -> Value
    ) async throws -> Value {
        try await LiveOutputs.following(
            view: live.isDrawn ? LiveView.draw : nil, metricsPort: live.metricsPort, experiment)
    }

    /// The command with all defaults.
    var words: [String] {
        ["bench", "saturate", "--strategy", strategy.text] + traffic.words + wire.words
            + (scale.map { ["--scale", $0.rawValue, "--steps", "\(steps.value)"] }
                ?? [
                    "--slo", slo, "--max-rate", "\(rateMax.value)", "--precision",
                    "\(precision.share * 100)",
                    "--repeat", "\(repeatCount.value)",
                ])
            + [
                "--duration", duration.defaultValueDescription,
                "--warmup", warmup.defaultValueDescription, "--consumer", consumer.rawValue,
            ] + verifying.words
    }
}
