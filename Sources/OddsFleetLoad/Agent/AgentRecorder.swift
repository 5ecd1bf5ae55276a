import OddsClient
import OddsLedger
import OddsMeasurement
import Synchronization

/// Keeps what the readers of all clients note within a window, with times brought to the
/// source's clock. Safe to use from any thread.
package final class AgentRecorder: Sendable {
    /// What readers had in an interval.
    struct Interval: Sendable {
        /// By edge.
        var responses: [Int: LatencyHistogram] = [:]
        var service = LatencyHistogram()
    }

    /// What readers had in a whole window.
    package struct Window: Sendable {
        package fileprivate(set) var notes = ReaderNotes()
        /// What readers had since the last interval was taken.
        var rest = Interval()
        /// Frames that came when times of the source could not be read any more.
        var unknownFrames = 0
    }

    private struct State {
        var window = Window()
        /// When the window opened; `nil` while it is closed.
        var start: UInt64?
        var interval = Interval()
        /// Whether frames' times are those of the clock that was compared.
        var hasClock = true
    }

    private let places: ClientPlaces
    /// The source's clock less this machine's.
    private let offset: Int64
    private let state = Mutex(State())

    /// - Parameters:
    ///   - places: Where each client is.
    ///   - offset: The source's clock less this machine's.
    package init(places: ClientPlaces, offset: Int64) {
        self.places = places
        self.offset = offset
    }

    /// The present time of the source's clock, as far as it is known before the run.
    package var now: UInt64 { sourceTime(FrameTrace.now) }

    /// This machine's time of a time that was noted.
    func ownTime(_ time: UInt64) -> UInt64 { time &- UInt64(bitPattern: offset) }

    private func sourceTime(_ time: UInt64) -> UInt64 { time &+ UInt64(bitPattern: offset) }

    /// Opens the window: what was noted before is discarded.
    package func begin(start: UInt64) {
        state.withLock { $0 = State(start: start, hasClock: $0.hasClock) }
    }

    /// The source has another clock from now on: frames are only counted.
    func clockIsGone() { state.withLock { $0.hasClock = false } }

    /// Takes what readers had since the last call.
    func takeInterval() -> Interval {
        state.withLock { state in
            defer { state.interval = Interval() }
            return state.interval
        }
    }

    /// Closes the window, and takes what readers had in it.
    package func end() -> Window {
        state.withLock { state in
            defer { state = State(hasClock: state.hasClock) }
            state.window.rest = state.interval
            return state.window
        }
    }

    /// The memory of what readers saw, outside the heap and all resident.
    var sightByteCount: Int { state.withLock { $0.window.notes.sights.byteCount } }

    /// Records what the reader of a client received at `own`, on this machine's clock.
    package func note(client: Int, _ changes: ChannelChanges, at own: UInt64) {
        let now = sourceTime(own)
        let frames = changes.traces.map { trace in
            var frame = SeenFrame(trace)
            frame.received = sourceTime(frame.received)
            frame.decoded = sourceTime(frame.decoded)
            frame.applied = sourceTime(frame.applied)
            return frame
        }
        let target = places.target(of: client)
        state.withLock { state in
            guard let start = state.start else { return }
            guard state.hasClock else {
                state.window.unknownFrames += frames.count
                return
            }
            state.window.notes.note(
                channel: client, frames, droppedCount: changes.droppedCount, now: now,
                from: start)
            for frame in frames where frame.intended >= start {
                state.interval.responses[target, default: LatencyHistogram()].record(
                    now - min(now, frame.intended))
                state.interval.service.record(now - min(now, frame.received))
            }
        }
    }
}
