import NIOConcurrencyHelpers

/// Tickets that are held for a time before they are placed.
///
/// A ticket is placed whether or not its caller still waits. Requests with the key of one that
/// is held wait for its answer.
final class HeldTickets: Sendable {
    private struct Wait {
        let end: Int64
        let continuation: CheckedContinuation<Bool, Never>
    }

    /// The placing of a ticket, which begins with the delay.
    typealias Placement = Task<Result<Answer, Refusal>, Never>

    private struct Entry {
        let digest: [UInt8]
        let placement: Placement
    }

    private struct State {
        /// The moment up to which nobody waits any longer.
        var released: Int64 = .min
        /// Whether nobody waits any longer at all.
        var hasEnded = false
        var waits: [Wait] = []
        var entries: [KeyedRequest: Entry] = [:]
    }

    // Not a `Mutex`, which the thread sanitizer does not know.
    private let state = NIOLockedValueBox(State())

    /// The number of tickets that are held.
    var count: Int { state.withLockedValue { $0.waits.count } }

    /// The placement of the ticket that is held under a key; `nil` if there is none.
    ///
    /// - Throws: 422 `920` if it has another body.
    func placement(of key: KeyedRequest, digest: [UInt8]) throws(Refusal) -> Placement? {
        guard let entry = state.withLockedValue({ $0.entries[key] }) else { return nil }
        guard entry.digest == digest else { throw .otherBody }
        return entry.placement
    }

    /// Begins to place a ticket, unless it is held already.
    ///
    /// - Parameters:
    ///   - key: Under which others find it until `end` is called.
    ///   - start: Starts the placement; called unless there is one under that key.
    /// - Returns: The placement, and whether it was started.
    /// - Throws: 422 `920` if the one that is held has another body.
    func begin(
        _ key: KeyedRequest, digest: [UInt8], _ start: () -> Placement
    ) throws(Refusal) -> (placement: Placement, isOwn: Bool) {
        // The task removes its entry after this, however soon it is done.
        let (entry, isOwn) = state.withLockedValue { state in
            if let entry = state.entries[key] { return (entry, false) }
            let entry = Entry(digest: digest, placement: start())
            state.entries[key] = entry
            return (entry, true)
        }
        guard entry.digest == digest else { throw .otherBody }
        return (entry.placement, isOwn)
    }

    func end(_ key: KeyedRequest) { state.withLockedValue { $0.entries[key] = nil } }

    /// Waits until `release` is called at or after a time of the platform's clock.
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
