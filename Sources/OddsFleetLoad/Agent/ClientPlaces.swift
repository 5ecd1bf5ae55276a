import Synchronization

/// At which edge each client was, and since when. Safe to use from any thread.
package final class ClientPlaces: Sendable {
    /// From a time on, on the source's clock, a client was at an edge, or on its way there.
    struct Stay: Equatable, Sendable {
        var target: Int
        var from: UInt64
    }

    private struct State {
        var stays: [[Stay]]
        var isConnected: [Bool]
    }

    private let state: Mutex<State>

    /// - Parameter targets: The edge that each client connects to first.
    package init(targets: [Int]) {
        state = Mutex(
            State(
                stays: targets.map { [Stay(target: $0, from: 0)] },
                isConnected: targets.map { _ in false }))
    }

    /// A client has connected.
    func connected(_ client: Int, to target: Int, at time: UInt64) {
        state.withLock { state in
            state.isConnected[client] = true
            guard state.stays[client].last?.target != target else { return }
            state.stays[client].append(Stay(target: target, from: time))
        }
    }

    /// A client has lost its connection.
    func disconnected(_ client: Int) { state.withLock { $0.isConnected[client] = false } }

    /// Where a client is, or was last.
    func target(of client: Int) -> Int {
        state.withLock { $0.stays[client].last?.target ?? 0 }
    }

    /// All stays of a client, in order.
    func stays(of client: Int) -> [Stay] { state.withLock { $0.stays[client] } }

    /// The number of connected clients of each edge.
    func connectedCounts() -> [Int: Int] {
        state.withLock { state in
            var counts: [Int: Int] = [:]
            for (client, isConnected) in state.isConnected.enumerated() where isConnected {
                counts[state.stays[client].last?.target ?? 0, default: 0] += 1
            }
            return counts
        }
    }
}
