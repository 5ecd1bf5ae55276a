import OddsMeasurement
import OddsReconstruction

/// Where the service time went, by stage.
public struct StageFigures: Codable, Equatable, Sendable {
    /// One stage.
    public struct Stage: Codable, Equatable, Sendable {
        /// A value a frame.
        public var time: LatencySummary
        /// The exact mean, in nanoseconds; `nil` if no frame was served.
        public var meanNanoseconds: Double?
    }

    /// The frame's text to a checked batch.
    public var decode: Stage
    /// The batch into the strategy's state.
    public var apply: Stage
    /// The tree brought up to date and handed out.
    public var reconstruct: Stage
    /// The consumer's own reading.
    public var deliver: Stage
    /// The sum of all stages by the sum of all service times; `nil` if no
    /// frame was served.
    public var shareOfServiceTime: Double?
    /// What the probes' own readings of the clock add to each service time, in
    /// nanoseconds, as measured on frames in which nothing is done.
    public var probingNanosecondsPerFrame: Double

    /// - Parameter serviceTime: Of the same frames.
    public init(
        _ record: StageRecord, serviceTime: LatencyHistogram, probingNanosecondsPerFrame: Double
    ) {
        let count = Double(serviceTime.count)
        func stage(_ stage: ServiceStage) -> Stage {
            Stage(
                time: LatencySummary(record.time(stage)),
                meanNanoseconds: count == 0
                    ? nil : Double(record.totalNanoseconds(stage)) / count)
        }
        decode = stage(.decode)
        apply = stage(.apply)
        reconstruct = stage(.reconstruct)
        deliver = stage(.deliver)
        let total = ServiceStage.allCases.reduce(0) { $0 + record.totalNanoseconds($1) }
        shareOfServiceTime = serviceTime.mean.map { Double(total) / ($0 * count) }
        self.probingNanosecondsPerFrame = probingNanosecondsPerFrame
    }

    /// In order.
    public subscript(stage: ServiceStage) -> Stage {
        switch stage {
        case .decode: decode
        case .apply: apply
        case .reconstruct: reconstruct
        case .deliver: deliver
        }
    }
}
