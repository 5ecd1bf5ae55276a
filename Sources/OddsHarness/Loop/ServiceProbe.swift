import OddsMeasurement
import OddsReconstruction
import OddsResults

/// A probe that is told where service begins and ends, by the same readings of
/// the clock that the service time comes from.
public protocol ServiceProbe: StageProbe {
    mutating func begin(at start: UInt64)

    /// - Parameter isMeasured: Whether the frame counts.
    mutating func end(at end: UInt64, isMeasured: Bool)
}

extension NoProbe: ServiceProbe {
    @inlinable @inline(__always)
    public mutating func begin(at start: UInt64) {}

    @inlinable @inline(__always)
    public mutating func end(at end: UInt64, isMeasured: Bool) {}
}

/// Times the stages of each frame's service. It reads the clock at the end of
/// each stage, which is part of the service time that it divides; the time
/// after the last mark belongs to `deliver`. Recording comes after service.
@frozen
public struct ClockProbe<Clock: NanosecondClock>: ServiceProbe {
    @usableFromInline let clock: Clock
    @usableFromInline var last: UInt64 = 0
    /// What the frame being served took so far, by stage.
    @usableFromInline var current = StageTimes()
    private var record = StageRecord()

    public init(clock: Clock) { self.clock = clock }

    /// What was measured so far.
    public var stages: StageRecord { record }

    @inlinable
    public mutating func begin(at start: UInt64) {
        last = start
        current = StageTimes()
    }

    @inlinable
    public mutating func mark(_ stage: ServiceStage) {
        let now = clock.now
        current[stage] += now - last
        last = now
    }

    @inlinable
    public mutating func end(at end: UInt64, isMeasured: Bool) {
        current[.deliver] += end - last
        if isMeasured { note() }
    }

    @usableFromInline
    mutating func note() { record.add(current) }
}

/// Nanoseconds by stage.
@frozen
public struct StageTimes: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline var values = SIMD4<UInt64>()

    @inlinable
    public init() {}

    @inlinable
    public subscript(stage: ServiceStage) -> UInt64 {
        get { values[stage.rawValue] }
        set { values[stage.rawValue] = newValue }
    }
}

/// What the stages of all measured frames took.
public struct StageRecord: Sendable {
    private var histograms = ServiceStage.allCases.map { _ in LatencyHistogram() }
    private var totals = StageTimes()

    public init() {}

    mutating func add(_ times: StageTimes) {
        for stage in ServiceStage.allCases { histograms[stage.rawValue].record(times[stage]) }
        totals.values &+= times.values
    }

    /// The time of one stage, a value a frame.
    public func time(_ stage: ServiceStage) -> LatencyHistogram { histograms[stage.rawValue] }

    /// The exact sum over all frames, in nanoseconds.
    public func totalNanoseconds(_ stage: ServiceStage) -> UInt64 { totals[stage] }
}

extension StageFigures {
    /// - Parameter serviceTime: Of the same frames.
    @usableFromInline
    init(
        _ record: StageRecord, serviceTime: LatencyHistogram, probingNanosecondsPerFrame: Double
    ) {
        let count = Double(serviceTime.count)
        func stage(_ stage: ServiceStage) -> Stage {
            Stage(
                time: LatencySummary(record.time(stage)),
                meanNanoseconds: count == 0
                    ? nil : Double(record.totalNanoseconds(stage)) / count)
        }
        let total = ServiceStage.allCases.reduce(0) { $0 + record.totalNanoseconds($1) }
        self.init(
            decode: stage(.decode), apply: stage(.apply), reconstruct: stage(.reconstruct),
            deliver: stage(.deliver),
            shareOfServiceTime: serviceTime.mean.map { Double(total) / ($0 * count) },
            probingNanosecondsPerFrame: probingNanosecondsPerFrame)
    }
}

/// What probing costs, measured.
public enum ProbeCost {
    /// The time that the marks of one frame take within its service, in
    /// nanoseconds: the mean over `frameCount` frames in which nothing is
    /// done.
    public static func nanosecondsPerFrame(frameCount: Int = 200_000) -> Double {
        precondition(frameCount > 0)
        let clock = MonotonicClock()
        var probe = ClockProbe(clock: clock)
        let start = clock.now
        for _ in 0..<frameCount {
            probe.begin(at: start)
            probe.mark(.decode)
            probe.mark(.apply)
            // By the channel, and by the consumer.
            probe.mark(.reconstruct)
            probe.mark(.reconstruct)
        }
        return Double(clock.now - start) / Double(frameCount)
    }
}
