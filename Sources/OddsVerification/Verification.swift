import OddsReconstruction
import OddsReference

/// Strategies beside the reference, which is written from the feed contract
/// alone and shares no code with them: neither the parser nor the store.
///
/// After each frame it compares what became of it and the change set, and after
/// a sample of frames the whole state. One thread owns a verification.
package struct Verification: FeedVerifying {
    /// The frames that were compared.
    package private(set) var frameCount = 0
    /// The records in them that the reference applied.
    package private(set) var recordCount = 0
    /// The comparisons of the whole state of a channel, for each strategy.
    package private(set) var stateCount = 0

    private var reference: [ReferenceChannel]
    private let strategies: [(name: String, channels: [any VerifiedChannel])]

    /// - Parameters:
    ///   - strategies: The strategies to be verified.
    ///   - channelCount: The number of the traffic's channels.
    /// - Throws: Errors of the registry of strategies.
    package init(of strategies: [StrategyName], channelCount: Int) throws {
        reference = (0..<channelCount).map { _ in ReferenceChannel() }
        self.strategies = try strategies.map { strategy in
            (
                strategy.text,
                try (0..<channelCount).map { _ in
                    var maker = ChannelMaker()
                    return try strategy.perform(&maker)
                }
            )
        }
    }

    /// Takes a frame, and compares all strategies with the reference.
    ///
    /// - Parameters:
    ///   - frame: The frame's text.
    ///   - channel: The number of its channel.
    ///   - comparesState: Whether the whole state is compared, too.
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    /// - Complexity: O(records), or O(state) where that is compared.
    package mutating func difference(
        after frame: UnsafeRawBufferPointer, channel: Int, comparesState: Bool
    ) -> String? {
        let recordsBefore = reference[channel].counters.recordsApplied
        let (disposition, changes) = reference[channel].receive(Array(frame))
        let expected = ExpectedFrame(
            disposition: FrameDisposition(disposition), changes: changes)
        frameCount += 1
        recordCount += reference[channel].counters.recordsApplied - recordsBefore
        for (name, channels) in strategies {
            if let difference = channels[channel].difference(after: frame, from: expected) {
                return text(name, difference)
            }
        }
        return comparesState ? stateDifference(channel: channel) : nil
    }

    /// Compares the whole state of a channel.
    ///
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    /// - Complexity: O(state).
    package mutating func stateDifference(channel: Int) -> String? {
        let expected = ExpectedState(reference[channel])
        stateCount += 1
        for (name, channels) in strategies {
            if let difference = channels[channel].difference(from: expected) {
                return text(name, difference)
            }
        }
        return nil
    }

    private func text(_ strategy: String, _ difference: String) -> String {
        """
        \(strategy) differs from the reference after frame \(frameCount) of the traffic: \
        \(difference)
        """
    }

    /// The canonical snapshot of the first strategy, which is that of all.
    ///
    /// - Parameter channelNames: The names of the channels, by number.
    package func snapshot(channelNames: [String]) -> [UInt8] {
        guard let channels = strategies.first?.channels else { return [] }
        return SnapshotWriter.document(
            of: zip(channelNames, channels).map { $1.snapshot(name: $0) })
    }
}

private struct ChannelMaker: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> any VerifiedChannel { StrategyChannel<Strategy>() }
}
