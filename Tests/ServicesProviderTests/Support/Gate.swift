import NIOConcurrencyHelpers

/// Holds tasks back until a test lets them go, and tells the test that they are there.
final class Gate<Value: Sendable>: Sendable {
    private struct State {
        var waiting: [CheckedContinuation<Value, Never>] = []
        var arrivals = 0
        var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
    }

    private let state = NIOLockedValueBox(State())

    /// Waits for `open`.
    func pass() async -> Value {
        await withCheckedContinuation { continuation in
            let reached = state.withLockedValue { state in
                state.waiting.append(continuation)
                state.arrivals += 1
                let reached = state.watchers.filter { $0.count <= state.arrivals }
                state.watchers.removeAll { $0.count <= state.arrivals }
                return reached
            }
            for watcher in reached { watcher.continuation.resume() }
        }
    }

    /// Waits until so many have come to the gate since it was made.
    func arrivals(_ count: Int) async {
        await withCheckedContinuation { continuation in
            let isReached = state.withLockedValue { state in
                if state.arrivals >= count { return true }
                state.watchers.append((count, continuation))
                return false
            }
            if isReached { continuation.resume() }
        }
    }

    /// How many have come.
    var count: Int { state.withLockedValue { $0.arrivals } }

    /// Lets those who wait go, with a value.
    func open(_ value: Value) {
        let waiting = state.withLockedValue { state in
            defer { state.waiting = [] }
            return state.waiting
        }
        for continuation in waiting { continuation.resume(returning: value) }
    }
}

extension Gate where Value == Void {
    func open() { open(()) }
}
