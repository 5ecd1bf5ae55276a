import Foundation

/// All results of a run, with what is needed to repeat it.
public struct PeerReport: Encodable, Sendable {
    /// A line of `tasks`.
    struct Line: Encodable {
        var task, workload, implementation, leavesOut: String
        var role: Role
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var bytesPerSecond, ratioToOurs: Double
        var ratioToOursLow, ratioToOursHigh: Double?
        /// The median cost of each process, in nanoseconds per record.
        var processMedians: [Double]
        var rounds, frames, records, bytes: Int
        var residentBytesAtRest, residentBytesPeak: Int?
    }

    /// A line of `growth`.
    struct Growth: Encodable {
        var implementation: String
        var events, markets, offers: Int
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var processMedians: [Double]
        var growth: Double
        var growthLow, growthHigh: Double?
    }

    /// A line of `styles`.
    struct Style: Encodable {
        var task, workload, style: String
        var nanosecondsPerRecord, nanosecondsPerRecordMin, nanosecondsPerRecordMax: Double
        var processMedians: [Double]
        var bytesPerSecond, relativeThroughput: Double
        var relativeThroughputLow, relativeThroughputHigh: Double?
    }

    /// A line of `churn`.
    struct Churn: Encodable {
        var strategy: String
        var creates: Int
        var nanosecondsPerRecord: Double
        var residentBytesBefore, residentBytesAfter: Int?
        var heapBytesBefore, heapBytesAfter: Int?
    }

    let schema = "oddsbench.peers/2"
    let date: String
    let command: String
    /// The commit of the sources, `-dirty` behind it if they were modified;
    /// absent if it was not given.
    let commit: String?
    /// Why these results must not be published, one line each; empty if they
    /// may be.
    public let objections: [String]
    let machine: PeerEnvironment
    /// The recorded traffic; absent if none was measured.
    let captured: CapturedTraffic?
    /// The fastest rival of each task and workload, the worst for ours first.
    let comparisons: [PeerComparison]
    /// Ours against ours again: what cannot be told apart.
    let identical: [PeerComparison]
    /// An earlier program's own beside today's; absent if none was measured.
    let earlier: [EarlierComparison]?
    let tasks: [Line]
    let styles: [Style]
    let growth: [Growth]
    let churn: [Churn]
    public let goals: [Goal]

    /// - Parameters:
    ///   - words: the command, but for its captures.
    ///   - captured: the recorded traffic, if there was any.
    ///   - failure: what ended the run early, if anything did.
    public init(
        words: [String], captured: CapturedTraffic? = nil, commit: String?,
        failure: String? = nil, machine: PeerEnvironment, measured: Measured
    ) {
        date = ISO8601DateFormatter().string(from: Date())
        self.captured = captured
        // Wherever the captures were named.
        let captures = (captured?.files ?? []).flatMap { ["--capture", $0] }
        command = (words + captures).joined(separator: " ")
        self.commit = commit
        self.machine = machine
        let all = PeerResult.lines(measured.tasks) + PeerResult.lines(measured.dumps)
        let allGrowth = PeerResult.lines(measured.growth)
        let styles = PeerResult.lines(measured.styles)
        let tasks = all.filter { $0.role != .before }
        let growth = allGrowth.filter { $0.role != .before }
        let earlier = EarlierComparison.all(all + allGrowth)
        self.earlier = earlier.isEmpty ? nil : earlier
        objections = Self.objections(commit, failure, tasks + styles + growth)
        comparisons = PeerComparison.worstFirst(tasks + growth, simdjson: machine.simdjson)
        identical = PeerComparison.identical(tasks + growth)
        self.tasks = tasks.map { Line($0) }
        self.styles = styles.map { Style($0) }
        self.growth = GrowthLine.lines(growth).map { Growth($0) }
        churn = measured.churn.map { Churn($0) }
        goals = Goal.all(
            tasks: tasks, styles: styles, growth: GrowthLine.lines(growth), churn: measured.churn,
            simdjson: machine.simdjson)
    }

    private static func objections(
        _ commit: String?, _ failure: String?, _ results: [PeerResult]
    ) -> [String] {
        var lines: [String] = []
        if let failure { lines.append("partial: \(failure)") }
        if commit == nil { lines.append("the commit of the sources is not known") }
        if commit?.hasSuffix("-dirty") == true { lines.append("the sources were modified") }
        let processes = results.map(\.processMedians.count).min() ?? Ratio.processesMin
        if processes < Ratio.processesMin {
            lines.append("\(processes) of at least \(Ratio.processesMin) processes")
        }
        return lines
    }

    public var json: Data {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
            return try encoder.encode(self) + Data("\n".utf8)
        }
    }
}

/// What a run has measured so far: of each process, its series.
public struct Measured: Sendable {
    public var tasks: [[Series]] = []
    /// Of each turn.
    public var dumps: [[Series]] = []
    public var styles: [[Series]] = []
    public var growth: [[Series]] = []
    public var churn: [ChurnLine] = []

    public init() {}

    public var isEmpty: Bool {
        tasks.isEmpty && dumps.isEmpty && styles.isEmpty && growth.isEmpty && churn.isEmpty
    }

    /// Adds what a process measured.
    public mutating func add(_ series: [Series], of job: PeerJob) {
        switch job {
        case .task: tasks.append(series)
        case .styles: styles.append(series)
        case .growth: growth.append(series)
        }
    }
}
