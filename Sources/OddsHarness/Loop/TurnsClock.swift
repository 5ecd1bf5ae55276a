import Foundation
import OddsMeasurement

/// A clock that stands still while the other of two runs has its turn, so that
/// neither schedule nor latencies know of it.
///
/// A turn ends when the loop next waits, or asks whether it has to: never within a
/// service, unless an injected slowdown spins at its end. One thread uses a clock. In
/// a process that measures once it lives as long as that; elsewhere `close` ends it.
@frozen @usableFromInline
package struct TurnsClock: NanosecondClock, Equatable, @unchecked Sendable {
    @usableFromInline
    struct State {
        /// For how long the other side has had its turns, and passed the baton.
        @usableFromInline var pausedNanoseconds: UInt64 = 0
        /// On this clock; 0 before the first turn, and never once the other side is
        /// done.
        @usableFromInline var turnEnd: UInt64 = 0
        let incoming: Int32
        let outgoing: Int32
        /// Whether this side has only to take the baton, being the first.
        var begins: Bool
    }

    @usableFromInline let state: UnsafeMutablePointer<State>

    private enum Baton {
        static let turn: UInt8 = 1
        static let done: UInt8 = 2
    }

    /// Opens the pipes, without waiting for the other side.
    ///
    /// - Throws: `TurnError`.
    package init(_ turns: TurnTaking) throws(TurnError) {
        func open(_ side: Int) throws(TurnError) -> Int32 {
            let path = turns.pipe(of: side)
            // To open an end alone waits for the other one.
            let descriptor = Foundation.open(path, O_RDWR | O_CLOEXEC)
            guard descriptor >= 0 else {
                throw TurnError(path: path, reason: String(cString: strerror(errno)))
            }
            return descriptor
        }
        let initial = State(
            incoming: try open(turns.side), outgoing: try open(1 - turns.side),
            begins: turns.side == 0)
        state = .allocate(capacity: 1)
        state.initialize(to: initial)
    }

    @inlinable
    package var now: UInt64 { MonotonicClock().now &- state.pointee.pausedNanoseconds }

    /// That of the thread, which is on no core while the other side has its turn.
    @inlinable
    package var processorNanoseconds: UInt64 { MonotonicClock().processorNanoseconds }

    /// Spins, but for the other side's turns.
    @inlinable
    package func wait(until deadline: UInt64) -> UInt64 {
        var time = now
        while true {
            if time >= state.pointee.turnEnd { time = handOver() }
            if time >= deadline { return time }
            time = now
        }
    }

    /// Lets the other side have its turn, and returns the time.
    @usableFromInline @inline(never)
    func handOver() -> UInt64 {
        let start = MonotonicClock().now
        if state.pointee.begins {
            state.pointee.begins = false
        } else {
            pass(Baton.turn)
        }
        let isAlone = take() == Baton.done
        let end = MonotonicClock().now
        state.pointee.pausedNanoseconds &+= end - start
        let time = end &- state.pointee.pausedNanoseconds
        state.pointee.turnEnd = isAlone ? .max : time + HarnessLimits.turnNanoseconds
        return time
    }

    /// Leaves the rest to the other side, and returns once it is done, too, so that
    /// what follows disturbs none of its turns.
    @usableFromInline
    package func finish() {
        pass(Baton.done)
        guard state.pointee.turnEnd != .max else { return }
        while take() != Baton.done {}
    }

    /// Closes the pipes and frees the state. No copy of the clock may be used any more.
    package func close() {
        Foundation.close(state.pointee.incoming)
        Foundation.close(state.pointee.outgoing)
        state.deallocate()
    }

    private func pass(_ baton: UInt8) {
        var baton = baton
        var count = write(state.pointee.outgoing, &baton, 1)
        while count < 0, errno == EINTR { count = write(state.pointee.outgoing, &baton, 1) }
        precondition(count == 1, "the pipe of the other side is gone")
    }

    /// Waits for the baton.
    private func take() -> UInt8 {
        var baton: UInt8 = 0
        var count = read(state.pointee.incoming, &baton, 1)
        while count < 0, errno == EINTR { count = read(state.pointee.incoming, &baton, 1) }
        precondition(count == 1, "the pipe of this side is gone")
        return baton
    }
}
