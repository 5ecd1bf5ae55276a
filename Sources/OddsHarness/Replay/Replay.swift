import OddsCapture
import OddsMeasurement
import OddsReconstruction
import OddsResults

/// A replay with any strategy. One thread owns it.
package protocol FrameReplaying: AnyObject {
    /// Hands the next frame to its channel.
    ///
    /// - Complexity: That of the strategy's `apply`.
    func receive(_ frame: CaptureFrame)

    /// Reports the outcome of all frames so far.
    ///
    /// - Complexity: O(size of the state).
    func report() -> ReplayReport
}

/// Replays recorded frames through one strategy, with a channel for each
/// channel name in order of first appearance.
package final class Replay<
    Strategy: ReconstructionStrategy & ~Copyable
>: FrameReplaying {
    private var numbers = ChannelNumbers()
    private var channels = ChannelSet<Strategy>()
    private var rejects: [[RejectedFrame]] = []
    private var frameCount = 0

    package init(_ strategy: Strategy.Type) {}

    package func receive(_ frame: CaptureFrame) {
        let number = numbers.number(of: frame.channel)
        if number == channels.count {
            channels.add()
            rejects.append([])
        }
        frameCount += 1
        let disposition = frame.bytes.withUnsafeBytes { channels[number].receive($0) }
        if case .rejected(let error) = disposition,
            rejects[number].count < HarnessLimits.rejectsShownMax
        {
            rejects[number].append(
                RejectedFrame(
                    frame: frameCount, byteOffset: error.offset,
                    reason: error.reason.rawValue))
        }
    }

    package func report() -> ReplayReport {
        var reports: [ChannelReport] = []
        for (number, name) in numbers.names.enumerated() {
            reports.append(
                ChannelReport(
                    channel: name,
                    version: channels[number].version?.text,
                    counters: .init(channels[number].counters),
                    eventCount: channels[number].strategy.events(limit: .max).count,
                    rejects: rejects[number]))
        }
        let snapshot = channels.snapshot(names: numbers.names)
        return ReplayReport(
            strategy: Strategy.name, channels: reports, snapshot: snapshot,
            digest: SHA256Digest(of: snapshot).hexadecimal)
    }
}

extension ChannelReport.Counters {
    init(_ counters: ChannelCounters) {
        self.init()
        framesApplied = counters.framesApplied
        framesRejected = counters.framesRejected
        framesStale = counters.framesStale
        framesHeld = counters.framesHeld
        framesHeldDropped = counters.framesHeldDropped
        recordsApplied = counters.recordsApplied
        recordsRejected = counters.recordsRejected
        orphanUpdates = counters.orphanUpdates
        orphanDeletes = counters.orphanDeletes
    }
}
