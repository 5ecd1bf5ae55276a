/// The parts of what is done with a frame, in their order.
public enum ServiceStage: Int, CaseIterable, Sendable {
    /// The frame's text to a checked batch.
    case decode
    /// The batch into the strategy's state.
    case apply
    /// The tree brought up to date and handed out.
    case reconstruct
    /// The consumer's own reading.
    case deliver
}

/// Told where one stage ends and the next begins.
///
/// Code that has probes is generic over them, so that it is the same code with
/// nothing in between where there is none (`NoProbe`).
public protocol StageProbe {
    /// What was done since the last call belongs to `stage`.
    mutating func mark(_ stage: ServiceStage)
}

/// No probe, at no cost.
@frozen
public struct NoProbe: StageProbe, Sendable {
    /// The one probe that does nothing.
    @inlinable
    public init() {}

    @inlinable @inline(__always)
    /// Does nothing.
    public mutating func mark(_ stage: ServiceStage) {}
}
