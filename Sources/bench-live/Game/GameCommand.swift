import ArgumentParser
import Foundation
import OddsConsole
import OddsExperiments
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

struct GameCommand: AsyncParsableCommand, EndsEarly {
    static let configuration = GameCommandOptions.configuration

    @OptionGroup
    var options: GameCommandOptions

    func run() async throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        // Before anything is built: a browser that is missing is to be installed first.
        let browser = options.pages == nil ? try Browser.program(options.browser) : nil
        let outputs = try ReportOutputs(
            main: ResultOutput(path: options.main.path, isColored: options.main.isColored),
            markdown: options.reports.markdown, junit: options.reports.junit)
        let folder = try ResultFolder(below: options.results.results, command: "game", start: start)
        let progress = ExperimentProgress(command: "game")
        var content = GameResult(
            matches: options.gate ? GameGoal.matches : options.matches.value,
            provider: options.provider?.rawValue)
        let failure: ExperimentFailure?
        if let browser {
            failure = try await measure(browser, progress, &content)
            if options.gate { content.goals = GameJudgement.all(content.runs) }
        } else {
            failure = try await measurePages(progress, &content)
        }
        progress.clear()
        var result = await ResultEnvelope(
            command: options.words, seed: options.seed.value, arrival: arrival,
            environment: .current(since: start, processorTime: processorTime), content)
        let runs: [any LoadRun] = content.runs + (content.loads ?? [])
        result.cutShort = LoadEnd.cutShort(
            runs, of: plannedCount,
            (options.soak ?? options.duration).defaultValueDescription, failure)
        try write(result, to: outputs, seconds: Date().timeIntervalSince(start))
        try folder.keep(result, notice: StandardError.print)
        if let failure = failure ?? ExperimentFailure(cutShort: result.cutShort) { throw failure }
        try LoadEnd.checkValidity(of: runs)
        try LoadEnd.check(content.runs, options.conditions())
        try check(content.goals)
        try check(content.runs.compactMap(\.trends))
    }

    /// When updates are due; a provider's feed has its own, and the stream of the exercise, too.
    private var arrival: Arrival? {
        if options.provider != nil { return Arrival("poisson") }
        return options.pages != nil && options.rates == nil ? nil : Arrival("jittered")
    }

    private func write(
        _ result: ResultEnvelope<GameResult>, to outputs: ReportOutputs, seconds: Double
    ) throws {
        try outputs.write { main in
            switch options.main.format {
            case .table:
                try main.write(
                    lines: options.details.details
                        ? GameTable.details(result, title: options.title)
                        : GameTable.summary(result, title: options.title))
            case .json: try main.write(result.json())
            case .csv: try main.write(result.csv.data)
            }
        } markdown: {
            try GameMarkdown.text(result, conditions: options.conditions())
        } junit: {
            try JUnitReport.data(result, conditions: options.conditions(), seconds: seconds)
        }
    }

    /// - Throws: `ExperimentFailure` that names each goal that is missed, or else left open.
    private func check(_ goals: [GameJudgement]?) throws {
        let goals = goals ?? []
        let missed = goals.filter { $0.outcome == .missed }.map(\.text)
        if !missed.isEmpty {
            throw ExperimentFailure(.checkFailed, missed.joined(separator: "; "))
        }
        let open = goals.filter { $0.outcome == .open }.map(\.text)
        if !open.isEmpty {
            throw ExperimentFailure(
                .inconclusive,
                open.joined(separator: "; ") + ": a longer --duration, or --repeat, decides it")
        }
    }

    /// - Throws: `ExperimentFailure` for a figure that rises beyond its bound over a soak.
    private func check(_ trends: [SoakTrends]) throws {
        let rising = trends.flatMap(\.trends).filter(\.isBroken).map { trend in
            "\(trend.metric) rises by \(FigureFormat.percent(trend.rise.value)) over the soak"
        }
        if !rising.isEmpty {
            throw ExperimentFailure(.checkFailed, rising.joined(separator: "; "))
        }
    }

    private struct PlannedRun {
        let render: GameRender
        let rate: Int
        let repetition: Int
    }

    /// The runs: each repetition has all renders and rates, and begins with another one.
    private var schedule: [PlannedRun] {
        let kinds = options.plannedRates.flatMap { rate in
            options.renders.map { (render: $0, rate: rate) }
        }
        return (1...options.repeatCount.value).flatMap { repetition in
            kinds.indices.map { index in
                let kind = kinds[(index + repetition - 1) % kinds.count]
                return PlannedRun(render: kind.render, rate: kind.rate, repetition: repetition)
            }
        }
    }

    private var plannedCount: Int {
        options.pages == nil ? schedule.count : options.repeatCount.value
    }

    /// Measures pages in the browser as often as planned, until a signal or a run that
    /// fails.
    ///
    /// - Returns: What was wrong with the last run or with a server's end.
    private func measure(
        _ program: String, _ progress: ExperimentProgress, _ content: inout GameResult
    ) async throws -> ExperimentFailure? {
        let schedule = schedule
        let measured = try await Browser.run(program) { browser in
            var runs: [GameRun] = []
            var failure: ExperimentFailure?
            for (index, planned) in schedule.enumerated() where failure == nil {
                if Interruption.current.isRequested { break }
                progress.begin(step(index, planned, of: schedule.count))
                do {
                    let run: GameRun
                    (run, failure) = try await serving(planned.rate) { server in
                        try await GameMeasurement(
                            plan: plan(planned), server: server, progress: progress
                        ).run(in: browser, repetition: planned.repetition)
                    }
                    runs.append(run)
                    progress.end(figure: "\(run.render.rawValue) \(run.status.rawValue)")
                } catch where !runs.isEmpty {
                    failure = try LoadEnd.failure(after: error)
                    break
                }
            }
            return (runs: runs, failure: failure, product: browser.product)
        }
        content.runs = measured.runs
        content.browser = measured.product
        content.viewport = GameMeasurement.viewport
        return measured.failure
    }

    /// Measures many pages as often as planned, until a signal or a run that fails.
    ///
    /// - Returns: What was wrong with the last run or with a server's end.
    private func measurePages(
        _ progress: ExperimentProgress, _ content: inout GameResult
    ) async throws -> ExperimentFailure? {
        var loads: [GameLoad] = []
        let rate = options.rates?.rates.first
        for repetition in 1...options.repeatCount.value {
            if Interruption.current.isRequested { break }
            progress.begin(step(repetition, of: options.repeatCount.value))
            do {
                let (load, failure) = try await serving(rate ?? 0) { server in
                    try await GamePages(
                        plan: pagesPlan(rate), server: server, progress: progress
                    ).run(repetition: repetition)
                }
                loads.append(load)
                content.loads = loads
                if let failure { return failure }
                progress.end(figure: load.status.rawValue)
            } catch where !loads.isEmpty {
                return try LoadEnd.failure(after: error)
            }
        }
        return nil
    }

    /// Calls `body` with a server: a new one, unless one is named.
    private func serving<Value: Sendable>(
        _ rate: Int, _ body: (GameServer) async throws -> Value
    ) async throws -> (Value, ExperimentFailure?) {
        if let page = options.connect, let control = options.control {
            let server = GameServer(
                addresses: GameServer.Addresses(page: page, control: control))
            return (try await body(server), nil)
        }
        switch options.provider {
        case .everymatrix?:
            return try await GameServer.run(
                everyMatrix: options.simulatorWords(rate: rate), matches: options.matches.value,
                seed: options.seed.value, body)
        case nil: return try await GameServer.run(seed: options.seed.value, body)
        }
    }

    private func plan(_ planned: PlannedRun) -> GamePlan {
        var plan = GamePlan()
        plan.render = planned.render
        plan.rate = planned.rate
        plan.matches = options.gate ? GameGoal.matches : options.matches.value
        plan.warmup = duration(options.warmup)
        plan.duration = duration(options.duration)
        plan.soak = options.soak.map(duration)
        plan.slow = options.slow.map(duration) ?? .zero
        return plan
    }

    private func pagesPlan(_ rate: Int?) -> GamePagesPlan {
        var plan = GamePagesPlan()
        plan.pages = options.pages ?? 1
        plan.rate = options.provider == nil ? rate : nil
        plan.matches = options.matches.value
        plan.warmup = duration(options.warmup)
        plan.duration = duration(options.duration)
        return plan
    }

    private func duration(_ option: DurationOption) -> Duration {
        .nanoseconds(Int64(clamping: option.nanoseconds))
    }

    private func step(
        _ index: Int, _ planned: PlannedRun, of count: Int
    ) -> ExperimentProgress.Step {
        let seconds = GameMeasurement.seconds(of: plan(planned))
        var step = ExperimentProgress.Step(
            position: count > 1 ? "run \(index + 1) of \(count)" : "game",
            strategy: "\(planned.render.rawValue) at \(planned.rate)/s", scheduledSeconds: seconds)
        step.repetition = planned.repetition
        step.later = .init(count: count - index - 1, seconds: Double(count - index - 1) * seconds)
        step.offeredRate = Double(planned.rate)
        return step
    }

    private func step(_ repetition: Int, of count: Int) -> ExperimentProgress.Step {
        let seconds = Double(options.warmup.nanoseconds + options.duration.nanoseconds) / 1e9
        var step = ExperimentProgress.Step(
            position: count > 1 ? "run \(repetition) of \(count)" : "game",
            strategy: FigureFormat.counted(options.pages ?? 1, "page"), scheduledSeconds: seconds)
        step.repetition = repetition
        step.later = .init(count: count - repetition, seconds: Double(count - repetition) * seconds)
        return step
    }
}
