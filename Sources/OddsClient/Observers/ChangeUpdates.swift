import NIOConcurrencyHelpers
import OddsModel

/// What changed in a store since its reader looked last.
public struct ChannelChanges: Sendable {
    /// One entry for each entity; see `ChangeSetMerger`.
    public let changes: ChangeSet
    /// The reader was away for so long that its changes were not kept: anything
    /// may have changed beside what `changes` says.
    public let isIncomplete: Bool
    /// Of the frames in it, where a store is traced.
    package let traces: [FrameTrace]
}

/// The change sets of a store, for one reader.
///
/// A reader who keeps up gets one for each frame that changed something. What
/// comes while it is away waits, up to a bound, and becomes one when it is
/// back: the store neither waits nor merges.
public struct ChangeUpdates: AsyncSequence, Sendable {
    public typealias Element = ChannelChanges
    public typealias Failure = Never

    let mailbox: ChangeMailbox

    public func makeAsyncIterator() -> Iterator {
        Iterator(mailbox: mailbox, signals: mailbox.signals.makeAsyncIterator())
    }

    public struct Iterator: AsyncIteratorProtocol {
        let mailbox: ChangeMailbox
        var signals: AsyncStream<Void>.Iterator

        public mutating func next() async -> ChannelChanges? {
            await next(isolation: #isolation)
        }

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

/// Where a store leaves change sets for one reader.
final class ChangeMailbox: Sendable {
    /// Change sets that wait: some frames for a reader that has much to do, and
    /// some hundred kilobytes at the most.
    private static let waitingCountMax = 256

    private struct Waiting {
        var changes: [ChangeSet] = []
        var traces: [FrameTrace] = []
        var hasOverflowed = false
    }

    let signals: AsyncStream<Void>
    private let continuation: AsyncStream<Void>.Continuation
    private let waiting = NIOLockedValueBox(Waiting())

    init() {
        (signals, continuation) = AsyncStream.makeStream(bufferingPolicy: .bufferingNewest(1))
    }

    /// `false` if the reader is gone.
    func put(_ changes: ChangeSet, _ trace: FrameTrace) -> Bool {
        waiting.withLockedValue { waiting in
            if waiting.changes.count == Self.waitingCountMax {
                waiting = Waiting()
                waiting.hasOverflowed = true
            }
            waiting.changes.append(changes)
            if trace.isOn { waiting.traces.append(trace) }
        }
        if case .terminated = continuation.yield() { return false }
        return true
    }

    /// All that waits, `nil` if nothing does. Merges in the reader's time.
    func take() -> ChannelChanges? {
        let taken = waiting.withLockedValue { waiting in
            defer { waiting = Waiting() }
            return waiting
        }
        guard let first = taken.changes.first else { return nil }
        var changes = first
        if taken.changes.count > 1 {
            var merger = ChangeSetMerger()
            for set in taken.changes { merger.add(set) }
            changes = merger.finish()
        }
        return ChannelChanges(
            changes: changes, isIncomplete: taken.hasOverflowed, traces: taken.traces)
    }

    func finish() { continuation.finish() }
}
