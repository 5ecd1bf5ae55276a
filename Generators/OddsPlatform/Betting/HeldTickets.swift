import NIOConcurrencyHelpers

/// Tickets that are held for a time before they are placed.
///
/// A ticket goes its way whether its caller still waits or not. Requests with the key of
/// one that is held wait for its answer.
final class HeldTickets: Sendable {
    private struct Wait {
        let end: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// A ticket under a key.
    struct Key: Hashable {
        let player: Int64
        let path: String
        let key: String

        init(_ player: Int64, _ key: IdempotencyKey) {
            self.player = player
            path = key.path
            self.key = key.key
        }
    }

    /// A ticket on its way.
    typealias Way = Task<Result<Answer, Refusal>, Never>

    private struct Entry {
        let digest: [UInt8]
        let way: Way
    }

    private struct State {
        /// The moment up to which nobody waits any longer.
        var released: Int64 = .min
        /// Whether nobody waits any longer at all.
        var hasEnded = false
        var waits: [Wait] = []
        var entries: [Key: Entry] = [:]
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// The number of tickets that wait.
    var count: Int { state.withLockedValue { $0.waits.count } }

    /// The way of the ticket that is held under a key; `nil` if there is none.
    ///
    /// - Throws: 422 `920` if it has another body.
    func way(of key: Key, digest: [UInt8]) throws(Refusal) -> Way? {
        guard let entry = state.withLockedValue({ $0.entries[key] }) else { return nil }
        guard entry.digest == digest else { throw .otherBody }
        return entry.way
    }

    /// Sends a ticket on its way.
    ///
    /// - Parameters:
    ///   - key: Under which others find it until `end` is called.
    ///   - start: Starts the way; called unless one is held under that key already.
    /// - Returns: The way, and whether it was started.
    /// - Throws: 422 `920` if the one that is held has another body.
    func begin(
        _ key: Key, digest: [UInt8], _ start: () -> Way
    ) throws(Refusal) -> (way: Way, isOwn: Bool) {
        // The way ends its entry after this, however short it is.
        let (entry, isOwn) = state.withLockedValue { state in
            if let entry = state.entries[key] { return (entry, false) }
            let entry = Entry(digest: digest, way: start())
            state.entries[key] = entry
            return (entry, true)
        }
        guard entry.digest == digest else { throw .otherBody }
        return (entry.way, isOwn)
    }

    func end(_ key: Key) { state.withLockedValue { $0.entries[key] = nil } }

    /// Waits until a moment of the platform's clock; until `release` is called then.
    ///
    /// - Returns: Whether the moment has come; `false` if all were let go before it.
    func wait(until end: Int64) async -> Bool {
        await withCheckedContinuation { continuation in
            let isOver = state.withLockedValue { state -> Bool? in
                if end <= state.released { return true }
                if state.hasEnded { return false }
                state.waits.append(Wait(end: end, continuation: continuation))
                return nil
            }
            if let isOver { continuation.resume(returning: isOver) }
        }
    }

    /// Lets those go whose time has come.
    func release(at now: Int64) {
        let due = state.withLockedValue { state in
            state.released = max(state.released, now)
            let due = state.waits.filter { $0.end <= now }
            state.waits.removeAll { $0.end <= now }
            return due
        }
        for wait in due { wait.continuation.resume(returning: true) }
    }

    /// Lets all go, and from now on each that would wait: nobody would release it later.
    func releaseAll() {
        let waits = state.withLockedValue { state in
            state.hasEnded = true
            defer { state.waits = [] }
            return state.waits
        }
        for wait in waits { wait.continuation.resume(returning: false) }
    }
}
