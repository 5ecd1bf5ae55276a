import Synchronization

/// A share in a store, which can be released once.
final class FeedShare: Sendable {
    private let release: @Sendable () -> Void
    private let isEnded = Atomic(false)

    init(_ release: @escaping @Sendable () -> Void) { self.release = release }

    func end() {
        if !isEnded.exchange(true, ordering: .relaxed) { release() }
    }
}
