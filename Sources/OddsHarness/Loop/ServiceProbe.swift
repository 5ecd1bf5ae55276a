import OddsMeasurement
import OddsReconstruction
import OddsResults

/// A probe that also learns when service begins and ends, from the readings of
/// the clock that give the service time.
@usableFromInline
package protocol ServiceProbe: StageProbe {
    /// Called when the service of a frame begins.
    mutating func begin(at start: UInt64)

    /// Called after the service of a frame.
    ///
    /// - Parameters:
    ///   - end: When service ended.
    ///   - isMeasured: Whether the window was open.
    mutating func end(at end: UInt64, isMeasured: Bool)
}

extension NoProbe: ServiceProbe {
    @inlinable @inline(__always)
    package mutating func begin(at start: UInt64) {}

    @inlinable @inline(__always)
    package mutating func end(at end: UInt64, isMeasured: Bool) {}
}

/// Times the stages of each frame's service. Its readings of the clock at the
/// end of each stage are part of the service time that it divides; the time
/// after the last mark belongs to `deliver`. Values are recorded after service.
@frozen @usableFromInline
package struct ClockProbe<Clock: NanosecondClock>: ServiceProbe {
    @usableFromInline let clock: Clock
    @usableFromInline var last: UInt64 = 0
    /// The stages of the frame being served.
    @usableFromInline var current = StageTimes()
    private var record = StageRecord()

    @usableFromInline
    package init(clock: Clock) { self.clock = clock }

    /// The stages of all measured frames.
    @usableFromInline
    package var stages: StageRecord { record }

    @inlinable
    package mutating func begin(at start: UInt64) {
        last = start
        current = StageTimes()
    }

    @inlinable
    package mutating func mark(_ stage: ServiceStage) {
        let now = clock.now
        current[stage] += now - last
        last = now
    }

    @inlinable
    package mutating func end(at end: UInt64, isMeasured: Bool) {
        current[.deliver] += end - last
        if isMeasured { note() }
    }

    @usableFromInline
    mutating func note() { record.add(current) }
}

/// Nanoseconds by stage.
@frozen @usableFromInline
package struct StageTimes: BitwiseCopyable, Equatable, Sendable {
    @usableFromInline var values = SIMD4<UInt64>()

    @inlinable
    package init() {}

    @inlinable
    package subscript(stage: ServiceStage) -> UInt64 {
        get { values[stage.rawValue] }
        set { values[stage.rawValue] = newValue }
    }
}

/// The stages of all measured frames.
@usableFromInline
package struct StageRecord: Sendable {
    private var histograms = ServiceStage.allCases.map { _ in LatencyHistogram() }
    private var totals = StageTimes()

    @usableFromInline
    package init() {}

    mutating func add(_ times: StageTimes) {
        for stage in ServiceStage.allCases { histograms[stage.rawValue].record(times[stage]) }
        totals.values &+= times.values
    }

    /// The distribution of one stage, with one value per frame.
    package func time(_ stage: ServiceStage) -> LatencyHistogram { histograms[stage.rawValue] }

    /// The exact sum over all frames, in nanoseconds.
    package func totalNanoseconds(_ stage: ServiceStage) -> UInt64 { totals[stage] }
}

extension StageFigures {
    /// Summarizes the stages.
    ///
    /// - Parameters:
    ///   - record: The stages of all measured frames.
    ///   - serviceTime: The service times of the same frames.
    ///   - probingNanosecondsPerFrame: The probes' own cost.
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

/// The cost of probing, measured.
@usableFromInline
package enum ProbeCost {
    /// The time that the marks of one frame add to its service, in nanoseconds:
    /// the mean over `frameCount` empty frames.
    @usableFromInline
    package static func nanosecondsPerFrame(frameCount: Int = 200_000) -> Double {
        precondition(frameCount > 0)
        let clock = TickClock.shared
        var probe = ClockProbe(clock: clock)
        let start = clock.now
        for _ in 0..<frameCount {
            probe.begin(at: start)
            probe.mark(.decode)
            probe.mark(.apply)
            // Once by the channel and once by the consumer.
            probe.mark(.reconstruct)
            probe.mark(.reconstruct)
        }
        return Double(clock.now - start) / Double(frameCount)
    }
}
