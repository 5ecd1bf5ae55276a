/// Where the service time went, by stage.
public struct StageFigures: Codable, Equatable, Sendable {
    /// The stages, in order.
    public enum Name: String, CaseIterable, Sendable {
        case decode, apply, reconstruct, deliver
    }

    /// One stage.
    public struct Stage: Codable, Equatable, Sendable {
        /// A value a frame.
        public var time: LatencySummary
        /// The exact mean, in nanoseconds; `nil` if no frame was served.
        public var meanNanoseconds: Double?

        package init(time: LatencySummary, meanNanoseconds: Double?) {
            self.time = time
            self.meanNanoseconds = meanNanoseconds
        }
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

    public subscript(name: Name) -> Stage {
        switch name {
        case .decode: decode
        case .apply: apply
        case .reconstruct: reconstruct
        case .deliver: deliver
        }
    }
}
