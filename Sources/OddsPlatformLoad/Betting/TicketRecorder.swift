import NIOConcurrencyHelpers
import OddsMeasurement
import OddsResults

/// Keeps the times and the outcomes of the tickets that are due within the window.
final class TicketRecorder: Sendable {
    /// Of the tickets with one delay of the client.
    struct Point: Sendable {
        /// Tickets whose odds were compared, and those of them that met other odds.
        var compared = 0
        var changed = 0
        var priceAge = LatencyHistogram()
    }

    struct Notes: Sendable {
        var due = 0
        var unsent = 0
        /// Placed or refused, and those of them in time for the window.
        var answered = 0
        var answeredInTime = 0
        /// Ended after the window.
        var late = 0
        var placed = 0
        var placedInTime = 0
        var refusals: [TicketRefusal: Int] = [:]
        var failures: [String: Int] = [:]
        var response = LatencyHistogram()
        var service = LatencyHistogram()
        var lateness = LatencyHistogram()
        /// By the position of the delay.
        var points: [Point]
    }

    private struct State {
        var notes: Notes
        let open: UInt64
        var close: UInt64
        var interval: RequestRecorder.Interval?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameters:
    ///   - window: When it opens, and is meant to close.
    ///   - delayCount: How many delays the client has.
    ///   - isFollowed: Whether intervals are recorded, too.
    init(window: Range<UInt64>, delayCount: Int, isFollowed: Bool) {
        let points = Array(repeating: Point(), count: delayCount)
        state = NIOLockedValueBox(
            State(
                notes: Notes(points: points), open: window.lowerBound, close: window.upperBound,
                interval: isFollowed ? .init() : nil))
    }

    /// Closes the window. Tickets that are under way still count.
    func close(at time: UInt64) { state.withLockedValue { $0.close = time } }

    var notes: Notes { state.withLockedValue { $0.notes } }

    /// Takes the times since the last call; `nil` if nobody follows the run.
    func takeInterval() -> RequestRecorder.Interval? {
        state.withLockedValue { state in
            guard let interval = state.interval else { return nil }
            state.interval = .init()
            return interval
        }
    }

    /// Notes that a ticket is due.
    func noteDue(intended: UInt64, isSent: Bool) {
        state.withLockedValue { state in
            guard state.open..<state.close ~= intended else { return }
            state.notes.due += 1
            if !isSent { state.notes.unsent += 1 }
        }
    }

    /// Notes what became of a ticket.
    ///
    /// - Parameters:
    ///   - delay: The position of the client's delay.
    ///   - sent: When the feed was due to send its price, 0 if that is not known.
    func note(
        _ outcome: Bettor.Outcome, delay: Int, priceSent sent: UInt64,
        _ times: RequestRecorder.Times
    ) {
        state.withLockedValue { state in
            guard state.open..<state.close ~= times.intended else { return }
            let isLate = times.ended > state.close
            if isLate { state.notes.late += 1 }
            if case .failed(let name) = outcome {
                state.notes.failures[name, default: 0] += 1
                return
            }
            state.notes.note(outcome, delay)
            if sent > 0 {
                let age = times.intended - min(times.intended, sent)
                state.notes.points[delay].priceAge.record(age)
            }
            let response = times.ended - min(times.ended, times.intended)
            let service = times.ended - times.sent
            state.notes.answered += 1
            if !isLate {
                state.notes.answeredInTime += 1
                if case .placed = outcome { state.notes.placedInTime += 1 }
            }
            state.notes.response.record(response)
            state.notes.service.record(service)
            state.notes.lateness.record(times.sent - min(times.sent, times.intended))
            state.interval?.response.record(response)
            state.interval?.service.record(service)
        }
    }
}

extension TicketRecorder.Notes {
    fileprivate mutating func note(_ outcome: Bettor.Outcome, _ delay: Int) {
        switch outcome {
        case .placed:
            placed += 1
            points[delay].compared += 1
        case .refused(let refusal):
            refusals[refusal, default: 0] += 1
            // Both are refused before odds are compared.
            guard ![.gone, .closed].contains(refusal) else { return }
            points[delay].compared += 1
            if refusal == .oddsChanged { points[delay].changed += 1 }
        case .failed: break
        }
    }
}
