import OddsClient
import OddsLedger
import OddsMeasurement
import Synchronization

/// Keeps what the readers of all channels note within a window.
final class LiveRecorder: Sendable {
    private struct State {
        var notes = ReaderNotes()
        /// When the window opened; `nil` while it is closed.
        var start: UInt64?
        /// Those of the interval that goes on, if anybody follows it.
        var responses: LatencyHistogram?
        var services: LatencyHistogram?

        mutating func beginInterval() {
            responses = LatencyHistogram()
            services = LatencyHistogram()
        }
    }

    private let state = Mutex(State())

    /// Discards all notes and starts recording. Stages are recorded of the
    /// frames that are due from `start` on.
    ///
    /// - Parameters:
    ///   - start: When the window opens.
    ///   - isFollowed: Whether intervals are recorded, too.
    func begin(start: UInt64, isFollowed: Bool = false) {
        state.withLock { state in
            state = State(start: start)
            if isFollowed { state.beginInterval() }
        }
    }

    /// Takes the response and the service times since the last call; `nil` if nobody
    /// follows the run.
    func takeInterval() -> (responses: LatencyHistogram, services: LatencyHistogram)? {
        state.withLock { state in
            guard let responses = state.responses, let services = state.services else {
                return nil
            }
            state.beginInterval()
            return (responses, services)
        }
    }

    /// Stops recording, and takes the notes.
    func end() -> ReaderNotes {
        state.withLock { state in
            defer { state = State() }
            return state.notes
        }
    }

    /// The memory of what readers saw, outside the heap and all resident.
    var sightByteCount: Int { state.withLock { $0.notes.sights.byteCount } }

    /// Records what the reader of a channel received at `now`.
    func note(channel: Int, _ changes: ChannelChanges, now: UInt64) {
        let frames = changes.traces.map(SeenFrame.init)
        state.withLock { state in
            guard let start = state.start else { return }
            state.notes.note(
                channel: channel, frames, droppedCount: changes.droppedCount, now: now,
                from: start)
            guard state.responses != nil else { return }
            for frame in frames where frame.intended >= start {
                state.responses?.record(now - min(now, frame.intended))
                state.services?.record(now - frame.received)
            }
        }
    }
}

extension SeenFrame {
    package init(_ trace: FrameTrace) {
        self.init(
            intended: trace.intended, received: trace.received, decoded: trace.decoded,
            applied: trace.applied, version: trace.version, isDump: trace.isDump,
            releasedVersions: trace.releasedVersions)
    }
}
