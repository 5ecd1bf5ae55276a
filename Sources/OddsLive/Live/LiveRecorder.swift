import OddsClient
import OddsLedger
import OddsMeasurement
import Synchronization

/// Records what the readers of all channels see, and the stages of each frame
/// on its way to them.
final class LiveRecorder: Sendable {
    struct Record: Sendable {
        /// From the intended send time until a reader had the change, for the
        /// frames that a reader had.
        var response = LatencyHistogram()
        /// From the read of the socket until a reader had the change.
        var service = LatencyHistogram()
        var wire = LatencyHistogram()
        var decode = LatencyHistogram()
        var apply = LatencyHistogram()
        var deliver = LatencyHistogram()
        /// What each channel's reader saw, in order.
        var sights: [ChunkedList<Sight>] = []
    }

    private struct State {
        var record = Record()
        /// When the window opened; `nil` while it is closed.
        var start: UInt64?
    }

    private let state = Mutex(State())

    /// Discards all records and starts recording. Stages are recorded of the
    /// frames that are due from `start` on.
    func begin(channels: Int, start: UInt64) {
        state.withLock { state in
            state.record = Record()
            state.record.sights = Array(repeating: ChunkedList(), count: channels)
            state.start = start
        }
    }

    /// Stops recording, and takes the records.
    func end() -> Record {
        state.withLock { state in
            defer { state = State() }
            return state.record
        }
    }

    /// Records what the reader of a channel received at `now`.
    func note(channel: Int, _ changes: ChannelChanges, now: UInt64) {
        state.withLock { state in
            guard let start = state.start else { return }
            for (position, trace) in changes.traces.enumerated() {
                // Without a time of the server, `intended` is 0.
                if trace.intended >= start { state.record.note(trace, now) }
                guard let version = trace.version else { continue }
                let isDropped = position < changes.droppedCount
                state.record.sights[channel].append(
                    Sight(
                        trace.isDump ? .dump : isDropped ? .droppedFrame : .frame,
                        version: version, time: now))
            }
        }
    }
}

extension LiveRecorder.Record {
    fileprivate mutating func note(_ trace: FrameTrace, _ now: UInt64) {
        // Both processes read the same clock, but not at the same time.
        response.record(now - min(now, trace.intended))
        service.record(now - trace.received)
        wire.record(trace.received - min(trace.received, trace.intended))
        decode.record(trace.decoded - trace.received)
        apply.record(trace.applied - trace.decoded)
        deliver.record(now - trace.applied)
    }
}
