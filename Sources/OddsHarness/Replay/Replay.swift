import OddsCapture
import OddsMeasurement
import OddsReconstruction
import OddsResults
import OddsWire

/// A replay with any strategy. One thread owns it.
package protocol FrameReplaying: AnyObject {
    /// Hands the next frame to its channel.
    ///
    /// - Throws: `TooManyContents`; the state is that before the contents in excess.
    /// - Complexity: That of the strategy's `apply`.
    func receive(_ frame: CaptureFrame) throws(TooManyContents)

    /// Reports the outcome of all frames so far.
    ///
    /// - Complexity: O(size of the state).
    func report() -> ReplayReport
}

/// A recorded socket that names more contents than replays open.
package struct TooManyContents: Error, CustomStringConvertible {
    package var description: String {
        """
        more than \(WireLimits.contentsMax) contents, the most that a replay opens; record \
        fewer at a time
        """
    }
}

/// Replays recorded frames through one strategy, with a channel for each
/// channel name in order of first appearance, and one for each content of a
/// socket.
package final class Replay<
    Strategy: ReconstructionStrategy & ~Copyable
>: FrameReplaying {
    private var numbers = ChannelNumbers()
    private var channels = ChannelSet<Strategy>()
    private var rejects: [[RejectedFrame]] = []
    private var contents = ContentChannels<Strategy>(opensContents: true)
    private var socketRejects: [RejectedFrame] = []
    private var hasSocket = false
    private var frameCount = 0

    package init(_ strategy: Strategy.Type) {}

    package func receive(_ frame: CaptureFrame) throws(TooManyContents) {
        frameCount += 1
        switch frame.provider {
        case .everyMatrix: receiveFeedFrame(frame)
        case .sportRadar:
            receiveSocketFrame(frame)
            guard contents.elementsNotOpen == 0 else { throw TooManyContents() }
        }
    }

    private func receiveFeedFrame(_ frame: CaptureFrame) {
        let number = numbers.number(of: frame.channel)
        if number == channels.count {
            channels.add()
            rejects.append([])
        }
        let disposition = frame.bytes.withUnsafeBytes { channels[number].receive($0) }
        if case .rejected(let error) = disposition { note(error, in: &rejects[number]) }
    }

    private func receiveSocketFrame(_ frame: CaptureFrame) {
        hasSocket = true
        frame.bytes.withUnsafeBytes { bytes in
            do throws(FrameError) {
                try contents.receive(bytes)
            } catch {
                note(error, in: &socketRejects)
            }
        }
    }

    private func note(_ error: FrameError, in rejects: inout [RejectedFrame]) {
        rejects.append(
            RejectedFrame(
                frame: frameCount, byteOffset: error.offset, reason: error.reason.rawValue))
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
        for content in contents.openContents {
            var counters = ChannelReport.Counters(contents.counters(of: content))
            let changes = contents.contentCounters(of: content)
            counters.changesBeforeRefreshed = changes.changesBeforeRefreshed
            counters.changesIgnored = changes.changesIgnored
            reports.append(
                ChannelReport(
                    channel: contents.channelName(of: content), version: nil, counters: counters,
                    eventCount: contents[content].events(limit: .max).count, rejects: []))
        }
        let snapshot = SnapshotWriter.document(
            of: channels.snapshots(names: numbers.names) + contents.snapshots())
        return ReplayReport(
            strategy: Strategy.name, channels: reports, socket: hasSocket ? socketReport : nil,
            snapshot: snapshot, digest: SHA256Digest(of: snapshot).hexadecimal)
    }

    private var socketReport: SocketReport {
        var counts = SocketCounts()
        counts.socketFramesRejected = contents.framesRejected
        counts.errorFrames = contents.errorFrames.byType
        counts.elementsRejected = contents.elementsRejected
        for content in contents.openContents {
            let changes = contents.contentCounters(of: content)
            counts.changesIgnored += changes.changesIgnored
            counts.changesBeforeRefreshed += changes.changesBeforeRefreshed
        }
        return SocketReport(
            counts: counts, framesIgnored: contents.framesIgnored, rejects: socketRejects)
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
