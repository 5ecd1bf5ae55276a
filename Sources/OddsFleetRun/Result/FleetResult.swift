import Foundation
import OddsExperiments
import OddsLedger
import OddsMeasurement
import OddsResults

/// Why the messages of a run have no result.
package enum RunLogError: Error, Equatable, CustomStringConvertible {
    case noPlan
    case noStart(RunID)

    package var description: String {
        switch self {
        case .noPlan: "the stream RUNS has no such run; it keeps runs for a day"
        case .noStart(let run): "run '\(run)' ended before it began: not all agents were ready"
        }
    }
}

extension RunLog {
    /// The result of the run, as a function of its messages and their times in the stream alone:
    /// who reads them later gets the same bytes.
    ///
    /// - Throws: `RunLogError` if the run did not begin.
    /// - Complexity: O(bytes of all messages).
    package func result() throws(RunLogError) -> ResultEnvelope<RunResults> {
        guard let (plan, origin) = plan else { throw .noPlan }
        guard let start else { throw .noStart(plan.run) }
        let merged = FleetResult(self, plan, start: start)
        var result = ResultEnvelope(
            command: origin.command, seed: plan.seed, trafficDigest: merged.trafficDigest,
            environment: origin.environment, RunResults(runs: [merged.run]))
        result.cutShort = cutShort
        return result
    }
}

/// Merges the agents of a run: counts and distributions, never percentiles.
struct FleetResult {
    private let log: RunLog
    private let plan: FleetRunPlan
    private let records: [AgentRecord]
    private let account: LiveAccount
    /// How long the window was open, in nanoseconds.
    private let window: UInt64

    init(_ log: RunLog, _ plan: FleetRunPlan, start: UInt64) {
        self.log = log
        self.plan = plan
        records = plan.agents.sorted { $0.name < $1.name }
            .concurrentMap { AgentRecord($0, in: log, plan, start: start) }
        let whole = records.compactMap(\.whole)
        window = whole.map { UInt64($0.window.count) }.max() ?? plan.durationNanoseconds
        account = records.reduce(into: LiveAccount(window: 0..<window)) { $0.merge($1.account) }
    }

    private var whole: [AgentResult] { records.compactMap(\.whole) }

    var run: RunResult {
        var live = self.live
        live.setAccount(account, staleFrames: whole.reduce(0) { $0 + $1.staleFrames })
        let verdict = LiveVerdict(
            account, isDisrupted: plan.storms > 0, stolenShare: live.stolenShare, gap: fault(live),
            stall: stall)
        let fleet = self.fleet
        let reasons =
            fleet.lost.map(\.text) + [fleet.unknownText, verdict.reason].compactMap(\.self)
            // An outage is no lack of capacity.
            + (verdict.status == .ok ? [] : [fleet.outageText].compactMap(\.self))
        let seconds = Double(max(window, 1)) / 1e9
        var run = RunResult(
            live: live, strategy: plan.strategy.text,
            status: fleet.lost.isEmpty ? verdict.status : .incomplete,
            reason: reasons.isEmpty ? nil : reasons.joined(separator: "; "),
            recordsPerSecond: (
                Double(account.offered.records) / seconds,
                Double(account.seen.records) / seconds
            ),
            unserved: .init(frames: account.unseen.frames, updates: account.unseen.records),
            responseTime: account.response,
            serviceTime: records.reduce(into: LatencyHistogram.empty) { $0.merge($1.service) },
            lateness: account.lateness, jitter: JitterFigures(jitter), series: series,
            memory: memory, digest: digest.text)
        run.fleet = fleet
        run.cutShortNanoseconds = whole.contains { $0.isCutShort } ? window : nil
        return run
    }

    private var live: LiveFigures {
        func merged(_ times: KeyPath<AgentResult, LatencyHistogram>) -> LatencyHistogram {
            whole.reduce(into: LatencyHistogram.empty) { $0.merge($1[keyPath: times]) }
        }
        var live = LiveFigures(
            clients: plan.clients,
            channels: records.reduce(0) { $0 + ($1.whole?.channels ?? $1.clients) },
            wire: merged(\.wire), decode: merged(\.decode), apply: merged(\.apply),
            deliver: merged(\.deliver))
        for record in records {
            live.counts.framesApplied += record.counts.framesApplied
            live.counts.framesRejected += record.counts.framesRejected
            live.counts.framesStale += record.counts.framesStale
            live.counts.reconnects += record.counts.reconnects
        }
        let storms = merged(\.timeToConsistent)
        if storms.count > 0 {
            live.timeToConsistent = LatencySummary(storms, keepsHistogram: true)
        }
        live.isDisrupted = plan.storms > 0
        live.stolenShare = whole.compactMap(\.stolenShare).max()
        live.truth = truth
        return live
    }

    /// The comparisons of all agents that made one.
    private var truth: LiveFigures.Truth? {
        var sum: LiveFigures.Truth?
        for record in records {
            guard let truth = record.whole?.truth else { continue }
            var merged = sum ?? LiveFigures.Truth(channels: 0, differing: 0)
            merged.channels += truth.channels
            merged.differing += truth.differing
            merged.reason = merged.reason ?? truth.reason.map { "\(record.name): \($0)" }
            sum = merged
        }
        return sum
    }

    /// Why no figure counts, whatever the agents measured.
    private func fault(_ live: LiveFigures) -> String? {
        let faults = records.lazy.compactMap { record in
            record.whole?.fault.map { "\(record.name): \($0)" }
        }
        return live.truth?.failure ?? digest.conflict ?? faults.first ?? uncompared(live)
    }

    /// That not all trees were compared; `nil` if they were, as far as agents have a result.
    private func uncompared(_ live: LiveFigures) -> String? {
        let channels = whole.reduce(0) { $0 + $1.channels }
        let compared = live.truth?.channels ?? 0
        guard compared < channels else { return nil }
        return """
            \(compared) of \(channels) channels were compared with the source, whose world was \
            not known to be at rest
            """
    }

    /// That of the topics' states at the end, which are compared at rest.
    private var digest: (text: String, conflict: String?) { merged(\.digests, "states") }

    /// That of what was due within the window; `nil` for a run that lacks some of it.
    var trafficDigest: String? {
        let isWhole = whole.count == records.count && whole.allSatisfy { result in
            !result.isCutShort && result.digests.keys.allSatisfy { result.traffic[$0] != nil }
        }
        let traffic = merged(\.traffic, "traffic")
        return isWhole && traffic.conflict == nil ? traffic.text : nil
    }

    /// SHA-256 over digests of topics, in the order of the plan; and whose of them differ.
    private func merged(
        _ digests: KeyPath<AgentResult, [Int: String]>, _ what: String
    ) -> (text: String, conflict: String?) {
        var known: [Int: (digest: String, agent: AgentName)] = [:]
        var conflict: String?
        for record in records {
            let own = record.whole?[keyPath: digests] ?? [:]
            for (topic, digest) in own.sorted(by: { $0.key < $1.key })
            where topic < plan.topics.count {
                if let other = known[topic], other.digest != digest {
                    conflict = conflict ?? """
                        \(other.agent) and \(record.name) have different \(what) of \
                        \(plan.topics[topic])
                        """
                } else {
                    known[topic] = (digest, record.name)
                }
            }
        }
        let lines = known.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value.digest)\n" }
        return (SHA256Digest(of: Array(lines.joined().utf8)).hexadecimal, conflict)
    }

    /// The agent that stood still for the longest; `nil` if none did.
    private var stall: String? {
        records.sorted { $0.jitter.wakeDelay.max ?? 0 > $1.jitter.wakeDelay.max ?? 0 }
            .lazy.compactMap { record in
                ClientStall.reason(
                    "\(record.name)", wakeDelay: record.jitter.wakeDelay,
                    in: record.account.response)
            }.first
    }

    private var jitter: JitterMonitor.Sample {
        records.reduce(into: JitterMonitor.Sample()) { $0.merge($1.jitter) }
    }

    /// That of all agents together, as far as all say it.
    private var memory: MemoryFigures {
        var sum = MemoryFigures(frameBufferBytes: 0)
        let fields: [WritableKeyPath<MemoryFigures, Int?>] = [
            \.residentBytesBefore, \.residentBytesPeak, \.residentBytesAfter, \.allocatedBytes,
            \.activeBytes,
        ]
        for field in fields {
            let values = whole.map { $0.memory[keyPath: field] }
            sum[keyPath: field] = Self.sum(values)
        }
        return sum
    }

    private static func sum(_ values: [Int?]) -> Int? {
        values.isEmpty || values.contains(nil) ? nil : values.reduce(0) { $0 + ($1 ?? 0) }
    }

    /// The reports of all agents, by their numbers: what readers had in each second.
    private var series: [SeriesSample] {
        let agents = records.map(\.name)
        return log.reportNumbers(of: agents).concurrentMap { number in
            let reports = agents.compactMap { log.report(number, of: $0)?.report }
            var response = LatencyHistogram.empty
            for edge in reports.flatMap(\.edges) { response.merge(edge.response) }
            return SeriesSample(
                atNanoseconds: reports.map(\.atNanoseconds).max() ?? 0, responseTime: response,
                serviceTime: reports.reduce(into: LatencyHistogram.empty) { $0.merge($1.service) },
                residentBytes: Self.sum(reports.map(\.residentBytes)),
                allocatedBytes: Self.sum(reports.map(\.allocatedBytes)))
        }
    }

    // MARK: By agent and by edge

    private var fleet: FleetFigures {
        let known = records.filter { $0.whole != nil }
        let framesPerClient =
            Double(known.reduce(0) { $0 + $1.account.offered.frames })
            / Double(max(known.reduce(0) { $0 + $1.clients }, 1))
        let unknown = records.map {
            $0.unknownFrames(window: window, framesPerClient: framesPerClient)
        }
        return FleetFigures(
            run: plan.run.text, world: plan.world,
            agents: records.concurrentMap {
                var part = part(
                    $0.name.text, clients: $0.clients, $0.account,
                    clockUncertainty: $0.clockUncertainty)
                let away = $0.whole?.natsAwayNanoseconds ?? 0
                part.natsAwayNanoseconds = away > 0 ? away : nil
                return part
            },
            edges: plan.targets.indices.map(edge),
            lost: zip(records, unknown).filter { $0.0.whole == nil }.map { record, frames in
                FleetFigures.LostAgent(
                    name: record.name.text,
                    lastReportAt: record.lastReport.map { Self.text(time: $0.streamNanoseconds) },
                    lastReportNanoseconds: record.lastReport?.atNanoseconds,
                    unknownFrames: frames)
            },
            unknownFrames: unknown.reduce(0, +),
            clockUncertaintyNanoseconds: records.map(\.clockUncertainty).max() ?? 0)
    }

    private func edge(_ target: Int) -> FleetFigures.Part {
        let clients = plan.agents.flatMap { plan.clients(of: $0.name) }
            .count { $0.target == target }
        let account = records.compactMap { $0.edges[target] }
            .reduce(into: LiveAccount(window: 0..<window)) { $0.merge($1) }
        var part = part(plan.targets[target].label, clients: clients, account)
        if whole.count == records.count {
            part.clientsAtEnd = whole.flatMap(\.edges).filter { $0.target == target }
                .reduce(0) { $0 + $1.clients }
        }
        return part
    }

    private func part(
        _ name: String, clients: Int, _ account: LiveAccount, clockUncertainty: UInt64? = nil
    ) -> FleetFigures.Part {
        FleetFigures.Part(
            name: name, clients: clients, frames: account.offered.frames,
            unseenFrames: account.unseen.frames, responseTime: LatencySummary(account.response),
            clockUncertaintyNanoseconds: clockUncertainty)
    }

    private static func text(time nanoseconds: UInt64) -> String {
        let milliseconds = Double(nanoseconds / 1_000_000) / 1_000
        return Date(timeIntervalSince1970: milliseconds)
            .ISO8601Format(.init(includingFractionalSeconds: true))
    }
}
