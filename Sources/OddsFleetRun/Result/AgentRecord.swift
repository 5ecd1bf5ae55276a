import OddsLedger
import OddsMeasurement

/// What the messages of one agent say: its whole result, or what its reports have.
struct AgentRecord {
    let name: AgentName
    /// Its clients by the plan.
    let clients: Int
    /// `nil` for a lost agent.
    let whole: AgentResult?
    /// What became of the frames, by the position of the edge.
    var edges: [Int: LiveAccount] = [:]
    /// The same of all edges.
    var account: LiveAccount
    var service: LatencyHistogram
    var jitter: JitterMonitor.Sample
    var counts: AgentCounts
    /// Only of lost agents: when the stream took the last report, and its end since the window
    /// opened.
    var lastReport: (streamNanoseconds: UInt64, atNanoseconds: UInt64)?
    let clockUncertainty: UInt64

    /// - Parameter start: When the run began, on the source's clock.
    init(_ share: FleetRunPlan.Share, in log: RunLog, _ plan: FleetRunPlan, start: UInt64) {
        name = share.name
        clients = share.clients
        whole = log.result(of: share.name).flatMap { result in
            result.edges.allSatisfy { $0.target < plan.targets.count } ? result : nil
        }
        let opened = start + plan.warmupNanoseconds
        account = LiveAccount(
            window: whole?.window ?? opened..<opened + plan.durationNanoseconds)
        guard let whole else {
            (service, jitter, counts) = (.empty, JitterMonitor.Sample(), AgentCounts())
            let clock = log.clock(of: share.name)
            var lastNumber = 0
            var last: (streamNanoseconds: UInt64, atNanoseconds: UInt64)?
            for number in log.reportNumbers(of: [share.name]) {
                guard let (report, time) = log.report(number, of: share.name),
                    report.edges.allSatisfy({ $0.target < plan.targets.count })
                else { continue }
                lastNumber = number
                last = (time, report.atNanoseconds)
                service.merge(report.service)
                jitter.merge(
                    JitterMonitor.Sample(
                        wakeDelay: LatencyHistogram(report.jitter), processorShare: 0))
                counts = report.counts
                for edge in report.edges {
                    let seen = LiveAccount(
                        seen: LatencyHistogram(edge.response), records: edge.records,
                        account.window)
                    edges.add(seen, at: edge.target)
                }
            }
            lastReport = lastNumber > 0 ? last : nil
            let end = opened + (lastReport?.atNanoseconds ?? 0)
            clockUncertainty = clock.map { $0.uncertainty(at: $0.ownTime(ofSource: end)) } ?? 0
            mergeEdges()
            return
        }
        (service, jitter, counts) = (whole.service, whole.jitter, whole.counts)
        clockUncertainty = whole.clock.uncertainty(
            at: whole.clock.ownTime(ofSource: whole.window.upperBound))
        for edge in whole.edges { edges.add(edge.account, at: edge.target) }
        mergeEdges()
    }

    private mutating func mergeEdges() {
        for (_, account) in edges.sorted(by: { $0.key < $1.key }) { self.account.merge(account) }
    }

    /// About how many frames its clients had after its last report, or were due to them.
    ///
    /// - Parameters:
    ///   - window: How long it was open, in nanoseconds.
    ///   - framesPerClient: Those of the other agents in the whole window.
    func unknownFrames(window: UInt64, framesPerClient: Double) -> Int {
        guard whole == nil else { return whole?.unknownFrames ?? 0 }
        let passed = min(lastReport?.atNanoseconds ?? 0, window)
        let rest = Double(window - passed)
        let frames = Double(account.offered.frames)
        let rate =
            frames > 0 && passed > 0
            ? frames / Double(passed) : framesPerClient * Double(clients) / Double(max(window, 1))
        return Int(min((rate * rest).rounded(.up), Self.framesMax))
    }

    /// More than any agent has; those of all agents can be added.
    private static let framesMax = 1e15
}

extension [Int: LiveAccount] {
    fileprivate mutating func add(_ account: LiveAccount, at target: Int) {
        if self[target] == nil { self[target] = account } else { self[target]?.merge(account) }
    }
}

extension LiveAccount {
    /// What readers had, where nothing else is known.
    ///
    /// - Parameter response: Of each frame.
    package init(seen response: LatencyHistogram, records: Int, _ window: Range<UInt64>) {
        let seen = Amount(frames: Int(clamping: response.count), records: records)
        self.init(
            window: window, amounts: (seen, seen, Amount(), Amount()),
            times: (response, response, response, .empty), isAmbiguous: false)
    }
}
