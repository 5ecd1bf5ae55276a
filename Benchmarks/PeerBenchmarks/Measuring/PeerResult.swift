import OddsMeasurement

/// Median and extremes of a handful of samples.
public struct Spread: Sendable {
    public let median, min, max: Double

    /// - Precondition: there is a sample.
    init(_ samples: [Double]) {
        let sorted = samples.sorted()
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        min = sorted[0]
        max = sorted[sorted.count - 1]
    }
}

/// A line of the tables: one implementation over all processes.
public struct PeerResult: Sendable {
    public let task: String
    public let workload: String
    public let implementation: String
    public let omissions: String
    public let role: Role
    /// What was timed, a round.
    public let frames: Int, records: Int, bytes: Int
    /// Rounds of each process.
    public let rounds: Int
    /// The median cost of each process.
    public let processMedians: [Double]
    /// Of the processes' medians.
    public let nanosecondsPerRecord: Spread
    /// Cost over ours: how many times as fast ours is. For an earlier program,
    /// over the same of today's.
    public let ratioToOurs: Ratio
    public let residentBytesAtRest: Int?
    public let residentBytesPeak: Int?

    public var bytesPerSecond: Double {
        Double(bytes) / Double(records) / nanosecondsPerRecord.median * 1e9
    }
}

/// A quotient of costs over processes. Each process measures both sides, so
/// what makes one process slower than another cancels out.
public struct Ratio: Sendable, Equatable {
    /// The fewest processes that give an interval: with fewer, luck with the
    /// layout of code and memory may be all that it shows.
    public static let processesMin = 6

    /// The geometric mean over the processes.
    public let value: Double
    /// Its 95% interval; none for fewer than `processesMin` processes.
    public let interval: ClosedRange<Double>?

    /// - Precondition: there is a process.
    init(of costs: [Double], to base: [Double]) {
        let ratios = zip(costs, base).map { $0 / $1 }
        let estimate = Estimate.geometricMean(of: ratios)
        value = estimate?.value ?? ratios[0]
        interval =
            ratios.count < Self.processesMin ? nil : estimate.map { $0.low...$0.high }
    }

    /// The interval of the inverse: of throughput, where this is of cost.
    var inverseInterval: ClosedRange<Double>? {
        interval.map { 1 / $0.upperBound...1 / $0.lowerBound }
    }

    /// Ours is faster or slower, or which of them cannot be told.
    public enum Verdict: String, Sendable {
        case faster, slower
        case unclear = "not told apart"
    }

    public var verdict: Verdict {
        guard let interval, !interval.contains(1) else { return .unclear }
        return interval.lowerBound > 1 ? .faster : .slower
    }
}

extension PeerResult {
    /// The lines of what several processes measured, in order of appearance.
    /// Each is compared with the one of role `ours` of its task and workload, one
    /// of an earlier program with today's.
    public static func lines(_ processes: [[Series]]) -> [PeerResult] {
        var groups: [Key: [Series]] = [:]
        var order: [Key] = []
        for series in processes.joined() {
            if groups[Key(series)] == nil { order.append(Key(series)) }
            groups[Key(series), default: []].append(series)
        }
        return order.map { key in
            let own = groups[key] ?? []
            let base = order.first { $0.isBase(of: key) }
            let ours = base.flatMap { groups[$0] } ?? own
            return PeerResult(own, base: ours.map { Spread($0.nanosecondsPerRecord).median })
        }
    }

    /// - Parameter base: the median cost of ours in each process.
    private init(_ series: [Series], base: [Double]) {
        let first = series[0]
        task = first.task
        workload = first.workload
        implementation = first.implementation
        omissions = first.omissions
        role = first.role
        frames = first.frames
        records = first.records
        bytes = first.bytes
        rounds = first.nanosecondsPerRecord.count
        processMedians = series.map { Spread($0.nanosecondsPerRecord).median }
        nanosecondsPerRecord = Spread(processMedians)
        ratioToOurs = Ratio(of: processMedians, to: base)
        residentBytesAtRest = Self.median(series.compactMap(\.residentBytesAtRest))
        residentBytesPeak = Self.median(series.compactMap(\.residentBytesPeak))
    }

    private static func median(_ values: [Int]) -> Int? {
        values.isEmpty ? nil : Int(Spread(values.map(Double.init)).median)
    }

    private struct Key: Hashable {
        let task: String, workload: String, implementation: String
        let role: Role

        init(_ series: Series) {
            task = series.task
            workload = series.workload
            implementation = series.implementation
            role = series.role
        }

        func isBase(of other: Key) -> Bool {
            guard task == other.task, workload == other.workload else { return false }
            return other.role == .before
                ? role != .before && implementation == other.implementation : role == .ours
        }
    }
}
