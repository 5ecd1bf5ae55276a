import NIOConcurrencyHelpers
import OddsModel

/// What changed in a store since its reader last got changes.
public struct ChannelChanges: Sendable {
    /// One entry for each entity; see `ChangeSetMerger`.
    public let changes: ChangeSet
    /// Whether changes were dropped because the reader was too slow. Then
    /// entities beside those in `changes` may have changed.
    public let isIncomplete: Bool
    /// The traces of its frames, if the store is traced, those whose changes
    /// were dropped included.
    package let traces: [FrameTrace]
    /// How many of the traces, from the first on, are of frames whose changes
    /// were dropped.
    package let droppedCount: Int
}

/// The change sets of a store, for one reader.
///
/// A reader that keeps up gets one element for each frame that changed
/// something. For a slower reader up to 256 change sets wait, which it gets
/// merged into one. Merging takes place on the reader's side; the store never
/// waits.
public struct ChangeUpdates: AsyncSequence, Sendable {
    /// What changed.
    public typealias Element = ChannelChanges
    /// The sequence does not fail.
    public typealias Failure = Never

    let mailbox: ChangeMailbox

    /// See `AsyncSequence`. There is one reader: make one iterator.
    public func makeAsyncIterator() -> Iterator {
        Iterator(mailbox: mailbox, signals: mailbox.signals.makeAsyncIterator())
    }

    /// The reader's place in the sequence.
    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: ChangeMailbox
        var signals: AsyncStream<Void>.Iterator

        /// Waits for the next changes; `nil` once the store is unsubscribed.
        public mutating func next() async -> ChannelChanges? {
            await next(isolation: #isolation)
        }

        /// The same, on an actor.
        ///
        /// - Complexity: O(entries of the change sets that wait).
        public mutating func next(
            isolation actor: isolated (any Actor)?
        ) async -> ChannelChanges? {
            while await signals.next(isolation: actor) != nil {
                if let changes = mailbox.take() { return changes }
            }
            return nil
        }
    }
}

/// The change sets that a store has left for one reader.
final class ChangeMailbox: Sendable {
    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let waiting = NIOLockedValueBox(ChangeBacklog<FrameTrace>())

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// Returns `false` if the reader has ended.
    func put(_ changes: ChangeSet, _ trace: FrameTrace) -> Bool {
        waiting.withLockedValue { $0.add(changes, trace.isOn ? trace : nil) }
        if case .terminated = continuation.yield() { return false }
        return true
    }

    /// Takes everything that waits, `nil` if nothing does. Merges on the
    /// reader's thread.
    func take() -> ChannelChanges? {
        let taken = waiting.withLockedValue { $0.takeAll() }
        guard let changes = taken.merged() else { return nil }
        return ChannelChanges(
            changes: changes, isIncomplete: taken.hasOverflowed, traces: taken.traces,
            droppedCount: taken.droppedTraceCount)
    }

    func finish() { continuation.finish() }
}
