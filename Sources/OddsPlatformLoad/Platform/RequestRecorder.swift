import NIOConcurrencyHelpers
import OddsMeasurement
import OddsResults

/// Keeps the times of the requests that are due within the window.
final class RequestRecorder: Sendable {
    struct Route: Sendable {
        var due = 0
        var unsent = 0
        /// Answered as they should be, and those of them in time for the window.
        var answered = 0
        var answeredInTime = 0
        /// Ended after the window.
        var late = 0
        var failures: [String: Int] = [:]
        var response = LatencyHistogram()
        var service = LatencyHistogram()
    }

    struct Notes: Sendable {
        var routes: [PlatformRoute: Route] = [:]
        var lateness = LatencyHistogram()
        /// Of all routes, of the schedule alone: for the client's part in the response
        /// times. Those of a storm are due all at once, and no client sends them so.
        var response = LatencyHistogram()
        var service = LatencyHistogram()
    }

    /// Those of the interval that goes on.
    struct Interval {
        var response = LatencyHistogram()
        var service = LatencyHistogram()
    }

    /// One request's times, on the machine's monotonic clock.
    struct Times: Sendable {
        let intended: UInt64
        let sent: UInt64
        let ended: UInt64
        /// Whether it is of the schedule, and not of a storm.
        var isScheduled = true
    }

    private struct State {
        var notes = Notes()
        /// When the window opens, and when it closed.
        let open: UInt64
        var close: UInt64?
        var interval: Interval?
    }

    private let state: NIOLockedValueBox<State>

    /// - Parameters:
    ///   - open: When the window opens.
    ///   - routes: Those with a share.
    ///   - isFollowed: Whether intervals are recorded, too.
    init(open: UInt64, routes: [PlatformRoute], isFollowed: Bool) {
        var state = State(open: open)
        for route in routes { state.notes.routes[route] = Route() }
        if isFollowed { state.interval = Interval() }
        self.state = NIOLockedValueBox(state)
    }

    /// Closes the window. Requests that are under way still count.
    func close(at time: UInt64) { state.withLockedValue { $0.close = time } }

    var notes: Notes { state.withLockedValue { $0.notes } }

    /// Takes the times since the last call; `nil` if nobody follows the run.
    func takeInterval() -> Interval? {
        state.withLockedValue { state in
            guard let interval = state.interval else { return nil }
            state.interval = Interval()
            return interval
        }
    }

    /// Notes that a request is due.
    func noteDue(_ route: PlatformRoute, intended: UInt64, isSent: Bool) {
        note(route, intended) { state, route in
            route.due += 1
            if !isSent { route.unsent += 1 }
        }
    }

    func noteAnswer(_ route: PlatformRoute, _ times: Times) {
        note(route, times.intended) { state, route in
            let response = times.ended - min(times.ended, times.intended)
            let service = times.ended - times.sent
            route.answered += 1
            let isLate = state.close.map { times.ended > $0 } ?? false
            if isLate { route.late += 1 } else { route.answeredInTime += 1 }
            route.response.record(response)
            route.service.record(service)
            state.interval?.response.record(response)
            state.interval?.service.record(service)
            guard times.isScheduled else { return }
            state.notes.response.record(response)
            state.notes.service.record(service)
            state.notes.lateness.record(times.sent - min(times.sent, times.intended))
        }
    }

    func noteFailure(_ route: PlatformRoute, _ error: String, _ times: Times) {
        note(route, times.intended) { state, route in
            route.failures[error, default: 0] += 1
            if state.close.map({ times.ended > $0 }) ?? false { route.late += 1 }
        }
    }

    private func note(
        _ name: PlatformRoute, _ intended: UInt64,
        _ body: (inout State, inout Route) -> Void
    ) {
        state.withLockedValue { state in
            guard intended >= state.open else { return }
            var route = state.notes.routes.removeValue(forKey: name) ?? Route()
            body(&state, &route)
            state.notes.routes[name] = route
        }
    }
}
