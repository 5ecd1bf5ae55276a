import Synchronization

/// Counts messages that cannot be read, and says so ever more seldom: whoever sends them could
/// otherwise fill the log. Safe to use from any thread.
final class UnreadMessages: Sendable {
    private let count = Atomic<Int>(0)
    private let say: @Sendable (String) -> Void

    /// - Parameter say: Called with a line for the first, the second, the fourth …
    init(_ say: @escaping @Sendable (String) -> Void) { self.say = say }

    /// One more has come, and is dropped.
    func note() {
        let count = count.add(1, ordering: .relaxed).newValue
        guard count & (count - 1) == 0 else { return }
        say("messages that cannot be read, and are dropped: \(count)")
    }
}
