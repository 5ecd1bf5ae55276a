import Foundation
import OddsNATS
import Synchronization

/// A topic's subscriptions. They are made and ended on a queue, in order: the C library lets nobody
/// in while it looks for another server, and who asks an edge must not wait for that.
final class TopicLink: Sendable {
    typealias Receiver = @Sendable (consuming NATSMessage) -> Void

    private struct State {
        var frames: NATSSubscription?
        var answers: NATSSubscription?
        /// Of those that have ended.
        var droppedCount = 0
    }

    private let connection: NATSConnection
    private let queue: DispatchQueue
    private let state = Mutex(State())

    /// - Parameter queue: Serial; of all topics of an edge.
    init(over connection: NATSConnection, on queue: DispatchQueue) {
        self.connection = connection
        self.queue = queue
    }

    /// Subscribes to the topic's frames. What is requested later is requested behind that.
    func subscribe(to subject: String, _ receive: @escaping Receiver) {
        queue.async { [self] in
            let made = try? connection.subscribe(subject, receive)
            replace(\.frames, by: made)
        }
    }

    /// Requests a dump, in place of one before.
    ///
    /// - Parameter failed: Called if it cannot be requested.
    func request(
        _ subject: String, inbox: String, headers: [(name: String, value: String)],
        failed: @escaping @Sendable () -> Void, _ receive: @escaping Receiver
    ) {
        queue.async { [self] in
            do throws(NATSError) {
                let made = try connection.subscribe(inbox, receive)
                replace(\.answers, by: made)
                try connection.publish(subject, reply: inbox, headers: headers)
            } catch {
                failed()
            }
        }
    }

    /// Ends both.
    func end() {
        queue.async { [self] in
            replace(\.frames, by: nil)
            replace(\.answers, by: nil)
        }
    }

    /// Messages that the library dropped, because they were not taken in time.
    var droppedCount: Int {
        state.withLock {
            $0.droppedCount + ($0.frames?.droppedCount ?? 0) + ($0.answers?.droppedCount ?? 0)
        }
    }

    private func replace(
        _ place: WritableKeyPath<State, NATSSubscription?> & Sendable, by new: NATSSubscription?
    ) {
        let old = state.withLock { state in
            defer { state[keyPath: place] = new }
            return state[keyPath: place]
        }
        guard let old else { return }
        old.cancel()
        let dropped = old.droppedCount
        state.withLock { $0.droppedCount += dropped }
    }
}
