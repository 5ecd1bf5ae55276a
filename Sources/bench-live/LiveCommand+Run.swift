import Foundation
import NIOPosix
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsMeasurement
import OddsOptions
import OddsReport
import OddsResults

extension LiveCommand {
    func run() throws {
        let start = Date()
        let processorTime = ProcessorTime.current()
        let output = try ResultOutput(path: self.output.path)
        let environment = { () -> EnvironmentDescription in
            .current(since: start, processorTime: processorTime)
        }
        if saturation.isWanted {
            let curve = try curve()
            let result = ResultEnvelope(
                command: words, seed: traffic.seed.value, environment: environment(),
                SaturationResult(
                    objective: saturation.slo, rateUnit: "records/s", curves: [curve]))
            try write(result, SaturationTable.lines(result), to: output)
        } else {
            let run = try measure(traffic)
            let result = ResultEnvelope(
                command: words, seed: traffic.seed.value, environment: environment(),
                RunResults(runs: [run]))
            try write(result, run.live.map { LiveTable.lines(run, $0) } ?? [], to: output)
            try checkTruth(run)
            try RunChecks(conditions: []).check([run])
        }
    }

    private func write(
        _ result: ResultEnvelope<some ResultContent>, _ lines: [String], to output: ResultOutput
    ) throws {
        switch self.output.format {
        case .table: try output.write(lines: head(result.environment) + lines)
        case .json: try output.write(result.json())
        }
    }

    /// Searches the highest sustained rate.
    private func curve() throws -> SaturationCurve {
        try saturation.sweep(from: traffic.rate.value) { rate in
            var traffic = traffic
            traffic.rate = Defaulted(rate)
            let title = "live at \(FigureFormat.count(Double(rate)))/s"
            var run = try measure(traffic, title: title)
            try checkTruth(run)
            run.removeDetail()
            return run
        }.curve(of: strategy.text)
    }

    private func measure(
        _ traffic: TrafficOptions, title: String = "live"
    ) throws -> RunResult {
        let progress = ProgressLine(title: title)
        defer { progress.clear() }
        if inProcess {
            let loop = MultiThreadedEventLoopGroup(numberOfThreads: 1).next()
            let feed = try LocalFeed(traffic.configuration, on: loop)
            return try measure(.local(feed), feed, progress)
        }
        if let connect {
            return try measure(
                .socket(url: connect), try control.map(ServerControl.init), progress)
        }
        let simulator = try Simulator(
            simulatorWords(traffic) + ["--stamp", "--log-level", "error"])
        defer { simulator.stop() }
        return try measure(
            .socket(url: simulator.addresses.ws),
            try ServerControl(simulator.addresses.control), progress)
    }

    private func measure(
        _ feed: LiveFeed, _ server: (any LiveServer)?, _ progress: ProgressLine
    ) throws -> RunResult {
        let run = LiveRun(
            plan: plan, feed: feed, server: server, progress: { progress.show($0) })
        return try AsyncCommand.wait { try await run.run() }
    }

    private var plan: LivePlan {
        var plan = LivePlan()
        plan.strategy = strategy
        plan.clients = clients
        plan.channels = channels
        plan.threads = threads
        plan.duration = .nanoseconds(Int64(clamping: duration.nanoseconds))
        plan.warmup = .nanoseconds(Int64(clamping: warmup.nanoseconds))
        plan.storms = storms
        plan.backoffMax = .nanoseconds(Int64(clamping: backoffMax.nanoseconds))
        plan.hasFaults = faults != nil
        return plan
    }

    private func head(_ environment: EnvironmentDescription) -> [String] {
        let machine = environment.machine
        let place = """
            \(machine.processorTitle); \(environment.allocator); \(environment.buildMode) build
            """
        return [words.joined(separator: " "), place, ""]
    }

    private func checkTruth(_ run: RunResult) throws {
        if let truth = run.live?.truth, truth.differing > 0 {
            throw ExperimentFailure(
                .checkFailed,
                "\(truth.differing) of \(truth.channels) channels differ from the server's state")
        }
    }
}
