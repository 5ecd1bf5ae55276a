import Foundation
import OddsMeasurement

/// The numbers of a run by their paths in its JSON, such as
/// `responseTime.p99`.
public struct Metrics: Sendable {
    private let values: [String: Double?]

    public init(_ run: RunResult) throws {
        let json = try JSONEncoder().encode(run)
        var values: [String: Double?] = [:]
        Self.collect(try JSONSerialization.jsonObject(with: json), at: "", into: &values)
        self.values = values
    }

    /// The number at `path`; `nil` if it is `null` or not there.
    public subscript(path: String) -> Double? { values[path] ?? nil }

    /// The paths that every run has, sorted.
    public static let names: [String] = {
        // What is null in an empty run are numbers too.
        let paths = (try? Metrics(.empty))?.values.keys.sorted() ?? []
        return paths.filter { $0 != "repetition" }
    }()

    private static func collect(
        _ value: Any, at path: String, into values: inout [String: Double?]
    ) {
        switch value {
        case let object as [String: Any]:
            for (key, member) in object {
                collect(member, at: path.isEmpty ? key : "\(path).\(key)", into: &values)
            }
        case let number as NSNumber:
            values[path] = .some(number.doubleValue)
        case is NSNull:
            values[path] = .some(nil)
        default:
            break
        }
    }
}

extension RunResult {
    /// A run in which nothing happened: it has all fields.
    static let empty = RunResult(
        strategy: "", consumer: .page, repetition: 1, status: .ok, reason: nil, offeredRate: 0,
        achievedRate: 0, responseTime: LatencySummary(LatencyHistogram()),
        serviceTime: LatencySummary(LatencyHistogram()),
        lateness: LatencySummary(LatencyHistogram()),
        staleness: LatencySummary(LatencyHistogram()),
        jitter: JitterFigures(JitterMonitor.Sample()),
        usage: UsageFigures(ThreadUsage.zero, stolenShare: nil),
        stages: StageFigures(
            StageRecord(), serviceTime: LatencyHistogram(), probingNanosecondsPerFrame: 0),
        memory: MemoryFigures(frameBufferBytes: 0), allocationsPerUpdate: nil,
        unserved: .init(frames: 0, updates: 0), reads: .init(count: 0, checksum: ""),
        checksum: "", digest: "")
}

/// The median of some runs' figures and how far apart they are.
public struct Spread: Equatable, Sendable {
    public let median: Double
    public let min: Double
    public let max: Double

    /// `nil` if there are no values. An even number of values has the mean of
    /// the two in the middle as its median.
    public init?(_ values: [Double]) {
        guard !values.isEmpty else { return nil }
        let sorted = values.sorted()
        let middle = sorted.count / 2
        median =
            sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        min = sorted[0]
        max = sorted[sorted.count - 1]
    }

    /// Half of the distance from the smallest to the largest value, as a share
    /// of the median.
    public var halfRange: Double { median == 0 ? 0 : (max - min) / 2 / abs(median) }
}
