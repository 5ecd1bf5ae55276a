import OddsClient
import OddsMeasurement
import Synchronization

/// Records the latencies of frames from the server to a reader.
final class LiveRecorder: Sendable {
    struct Record: Sendable {
        /// From the intended send time until a reader had the change.
        var response = LatencyHistogram()
        /// From the read of the socket until a reader had the change.
        var service = LatencyHistogram()
        var wire = LatencyHistogram()
        var decode = LatencyHistogram()
        var apply = LatencyHistogram()
        var deliver = LatencyHistogram()
    }

    private struct State {
        var record = Record()
        /// The response times of the current interval of the series.
        var interval = LatencyHistogram()
        var isMeasuring = false
    }

    private let state = Mutex(State())

    /// Discards all records and starts recording.
    func begin() {
        state.withLock { state in
            state.record = Record()
            state.interval.reset()
            state.isMeasuring = true
        }
    }

    func end() -> Record {
        state.withLock { state in
            state.isMeasuring = false
            return state.record
        }
    }

    /// The response times recorded since the last call.
    func takeInterval() -> LatencyHistogram {
        state.withLock { state in
            let interval = state.interval
            state.interval.reset()
            return interval
        }
    }

    /// Records the frames that a reader received at `now`.
    func note(_ traces: [FrameTrace], now: UInt64) {
        state.withLock { state in
            guard state.isMeasuring else { return }
            for trace in traces where trace.intended > 0 {
                // Both processes read the same clock, but not at the same time.
                let response = now - min(now, trace.intended)
                state.record.response.record(response)
                state.interval.record(response)
                state.record.service.record(now - trace.received)
                state.record.wire.record(trace.received - min(trace.received, trace.intended))
                state.record.decode.record(trace.decoded - trace.received)
                state.record.apply.record(trace.applied - trace.decoded)
                state.record.deliver.record(now - trace.applied)
            }
        }
    }
}
