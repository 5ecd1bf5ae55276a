/// The service time divided into stages.
public struct StageFigures: Codable, Equatable, Sendable {
    /// The names of the stages, in order.
    public enum Name: String, CaseIterable, Sendable {
        /// From the frame's text to a validated batch.
        case decode
        /// Applying the batch to the strategy's state.
        case apply
        /// Bringing the tree up to date and handing it out.
        case reconstruct
        /// The consumer's own reading.
        case deliver
    }

    /// The time of one stage.
    public struct Stage: Codable, Equatable, Sendable {
        /// The distribution, with one value per frame.
        public var time: LatencySummary
        /// The exact mean, in nanoseconds; `nil` if no frame was served.
        public var meanNanoseconds: Double?

        package init(time: LatencySummary, meanNanoseconds: Double?) {
            self.time = time
            self.meanNanoseconds = meanNanoseconds
        }
    }

    /// From the frame's text to a validated batch.
    public var decode: Stage
    /// Applying the batch to the strategy's state.
    public var apply: Stage
    /// Bringing the tree up to date and handing it out.
    public var reconstruct: Stage
    /// The consumer's own reading.
    public var deliver: Stage
    /// The sum of all stages divided by the sum of all service times; `nil` if
    /// no frame was served.
    public var shareOfServiceTime: Double?
    /// The cost of the probes within each service time, in nanoseconds,
    /// measured on empty frames.
    public var probingNanosecondsPerFrame: Double

    package init(
        decode: Stage, apply: Stage, reconstruct: Stage, deliver: Stage,
        shareOfServiceTime: Double?, probingNanosecondsPerFrame: Double
    ) {
        self.decode = decode
        self.apply = apply
        self.reconstruct = reconstruct
        self.deliver = deliver
        self.shareOfServiceTime = shareOfServiceTime
        self.probingNanosecondsPerFrame = probingNanosecondsPerFrame
    }

    /// The stage of a name.
    ///
    /// - Parameter name: The name of the stage.
    public subscript(name: Name) -> Stage {
        switch name {
        case .decode: decode
        case .apply: apply
        case .reconstruct: reconstruct
        case .deliver: deliver
        }
    }
}
