import OddsMeasurement
import OddsResults

extension RunResult {
    /// What identifies the run, such as its strategy, then `step`, then every
    /// metric by its path, whether the run has it or not.
    func csvRow(step: CSVRow = CSVRow()) -> CSVRow {
        var row = CSVRow()
        row.add("strategy", strategy)
        row.add("consumer", consumer.rawValue)
        row.add("repetition", repetition)
        row.add("status", status.rawValue)
        row.add("reason", reason)
        row = row.followed(by: step)
        for metric in MetricRegistry.all { row.add(metric.path, metric.value(self)) }
        row.add("checksum", checksum)
        row.add("digest", digest)
        row.add("cutShortNanoseconds", cutShortNanoseconds)
        for part in [program?.csvRow, live?.csvRow, fleet?.csvRow] {
            if let part { row = row.followed(by: part) }
        }
        return row
    }
}

extension ProgramFigures {
    /// What is known of a program in another process, but for its metrics.
    fileprivate var csvRow: CSVRow {
        var row = CSVRow()
        row.add("program.command", command)
        row.add("program.level", level)
        row.add("program.transport", transport)
        row.add("program.answersChecked", answersChecked)
        return row
    }
}

extension LiveFigures {
    /// The figures of a run over sockets, by their paths in its JSON.
    fileprivate var csvRow: CSVRow {
        var row = CSVRow()
        row.add("live.clients", clients)
        row.add("live.channels", channels)
        for (name, summary) in distributions { row.add("live.\(name)", summary) }
        row.add("live.stolenShare", stolenShare)
        row.add("live.isDisrupted", isDisrupted)
        let amounts = [
            ("offered", account?.offered), ("seen", account?.seen),
            ("superseded", account?.superseded), ("unseen", account?.unseen),
        ]
        for (name, amount) in amounts {
            row.add("live.account.\(name).frames", amount?.frames)
            row.add("live.account.\(name).records", amount?.records)
        }
        row.add("live.account.lowerBoundFromNanoseconds", account?.lowerBoundFromNanoseconds)
        row.add("live.account.staleFrames", account?.staleFrames)
        row.add("live.counts.framesApplied", counts.framesApplied)
        row.add("live.counts.framesRejected", counts.framesRejected)
        row.add("live.counts.framesStale", counts.framesStale)
        row.add("live.counts.reconnects", counts.reconnects)
        row.add("live.counts.faults", counts.faults)
        row.add("live.counts.dumps", counts.dumps)
        let socket = counts.socket
        for (name, count) in (socket ?? SocketCounts()).numbers {
            row.add("live.counts.socket.\(name)", socket == nil ? nil : count)
        }
        let errors = socket?.errors.map { "\($0.type) \($0.count)" }.joined(separator: "; ")
        row.add("live.counts.socket.errorFrames", errors)
        row.add("live.truth.channels", truth?.channels)
        row.add("live.truth.differing", truth?.differing)
        row.add("live.truth.reason", truth?.reason)
        return row
    }

    private var distributions: [(String, LatencySummary?)] {
        [
            ("wire", wire), ("decode", decode), ("apply", apply), ("deliver", deliver),
            ("generatorLateness", generatorLateness),
            ("undelayedResponseTime", undelayedResponseTime),
            ("timeToConsistent", timeToConsistent),
        ]
    }
}

extension FleetFigures {
    /// What holds for the whole run on several machines.
    fileprivate var csvRow: CSVRow {
        var row = CSVRow()
        row.add("fleet.run", run)
        row.add("fleet.world", world)
        row.add("fleet.lost", lost.map(\.name).joined(separator: " "))
        row.add("fleet.unknownFrames", unknownFrames)
        row.add("fleet.clockUncertaintyNanoseconds", clockUncertaintyNanoseconds)
        return row
    }

    /// A row for each agent and for each edge, whose figures have the names that the run's have.
    fileprivate func partRows(of run: RunResult) -> [CSVRow] {
        let lostNames = Set(lost.map(\.name))
        let parts = agents.map { ("agent", $0, lostNames.contains($0.name)) }
            + edges.map { ("edge", $0, false) }
        return parts.map { kind, part, isLost in
            var row = CSVRow()
            row.add("strategy", run.strategy)
            row.add("consumer", run.consumer.rawValue)
            row.add("repetition", run.repetition)
            row.add("status", (isLost ? RunResult.Status.incomplete : run.status).rawValue)
            row.add("part", kind)
            row.add("part.name", part.name)
            row.add("live.clients", part.clients)
            row.add("live.account.offered.frames", part.frames)
            row.add("live.account.unseen.frames", part.unseenFrames)
            row.add("responseTime", part.responseTime)
            row.add("fleet.clockUncertaintyNanoseconds", part.clockUncertaintyNanoseconds)
            row.add("fleet.natsAwayNanoseconds", part.natsAwayNanoseconds)
            row.add("fleet.clientsAtEnd", part.clientsAtEnd)
            return row
        }
    }
}

extension CSVRow {
    /// The percentiles, the maximum and the count of a distribution.
    mutating func add(_ path: String, _ summary: LatencySummary?) {
        for percentile in Percentile.allCases {
            add("\(path).\(percentile.key)", summary?[percentile])
        }
        add("\(path).max", summary?.max)
        add("\(path).count", summary?.count)
    }
}

extension RunResults: CSVContent {
    /// A row for each run, followed by one for each step of its ramp, and for each agent and
    /// each edge of a fleet.
    package var csvRows: [CSVRow] {
        runs.flatMap { run in
            [run.csvRow()] + run.stepRows + (run.fleet?.partRows(of: run) ?? [])
        }
    }
}

extension RunResult {
    /// The steps of a ramp, whose figures have the names that the run's have.
    fileprivate var stepRows: [CSVRow] {
        (steps ?? []).enumerated().map { index, step in
            var row = CSVRow()
            row.add("strategy", strategy)
            row.add("consumer", consumer.rawValue)
            row.add("repetition", repetition)
            row.add("status", step.status.rawValue)
            row.add("step", index + 1)
            row.add("step.startNanoseconds", step.startNanoseconds)
            row.add("step.endNanoseconds", step.endNanoseconds)
            row.add("offeredRate", step.offeredRate)
            row.add("achievedRate", step.achievedRate)
            row.add("responseTime", step.responseTime)
            row.add("serviceTime", step.serviceTime)
            row.add("unserved.frames", step.unserved.frames)
            row.add("unserved.updates", step.unserved.updates)
            return row
        }
    }
}

extension KeptBaseline: CSVContent {
    package var csvRows: [CSVRow] {
        runs.map { run in
            var step = CSVRow()
            step.add("baseline", name)
            return run.csvRow(step: step)
        }
    }
}

extension SaturationResult: CSVContent {
    /// A row for each step of each search.
    package var csvRows: [CSVRow] {
        curves.flatMap { curve in
            curve.points.map { point in
                var step = CSVRow()
                step.add("rate", point.rate)
                step.add("rateUnit", runRateUnit)
                step.add("objective", objective)
                step.add("holds", point.holds)
                step.add("sustainedRate", curve.sustainedRate)
                step.add("end", curve.end?.rawValue)
                return point.run.csvRow(step: step)
            }
        }
    }
}

extension GrowthResult: CSVContent {
    /// A row for each size.
    package var csvRows: [CSVRow] {
        curves.flatMap { curve in
            curve.points.map { point in
                var step = CSVRow()
                step.add("scale", scale)
                step.add("size", point.size)
                for fit in curve.fits {
                    step.add("fits.\(fit.metric).exponent", fit.exponent)
                }
                return point.run.csvRow(step: step)
            }
        }
    }
}

extension SoakResult: CSVContent {
    /// The run's row, with the trends behind its metrics.
    package var csvRows: [CSVRow] {
        var row = run.csvRow()
        for trend in soak.trends {
            let path = "soak.\(trend.metric)"
            row.add("\(path).median", trend.median)
            row.add("\(path).slopePerHour", trend.slopePerHour)
            row.add("\(path).rise", trend.rise)
            row.add("\(path).riseMax", trend.riseMax)
            row.add("\(path).isBroken", trend.isBroken)
        }
        return [row]
    }
}

extension CSVRow {
    /// A value and the ends of its interval.
    mutating func add(_ path: String, _ estimate: Estimate) {
        add("\(path).value", estimate.value)
        add("\(path).low", estimate.low)
        add("\(path).high", estimate.high)
    }
}
