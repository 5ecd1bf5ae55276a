import OddsModel
import OddsReconstruction
import OddsReference
import OddsWire

/// Strategies behind the translator of SportRadar's wire, beside a reference that is
/// written from the SportRadar contract alone: it shares no code with them, neither the
/// translator nor the store.
///
/// After each frame it compares which contents changed and how, and after a sample of
/// frames the whole state. One thread owns a verification.
package struct SocketVerification: FeedVerifying {
    /// The frames that were compared.
    package private(set) var frameCount = 0
    /// The comparisons of the whole state, for each strategy.
    package private(set) var stateCount = 0
    /// The reference.
    package private(set) var reference = SportRadarReference()
    private let sockets: [(name: String, socket: any VerifiedSocket)]

    /// - Parameters:
    ///   - strategies: The strategies to be verified.
    ///   - predicts: Whether their translators learn what changes look like.
    /// - Throws: Errors of the registry of strategies.
    package init(of strategies: [StrategyName], predicts: Bool = true) throws {
        sockets = try strategies.map { strategy in
            var maker = SocketMaker(predicts: predicts)
            return (strategy.text, try strategy.perform(&maker))
        }
    }

    /// Takes a frame, and compares all strategies with the reference.
    ///
    /// - Parameters:
    ///   - frame: The frame's text.
    ///   - comparesState: Whether counters and the state of contents that changed are
    ///     compared, too.
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    /// - Complexity: O(elements), or O(state of what changed) where that is compared.
    package mutating func difference(
        after frame: UnsafeRawBufferPointer, comparesState: Bool = true
    ) -> String? {
        let expected = reference.receive(Array(frame))
        frameCount += 1
        for (name, socket) in sockets {
            if let difference = socket.difference(after: frame, from: expected) {
                return text(name, difference)
            }
        }
        guard comparesState else { return nil }
        let changed = Set(expected.map(\.channel))
        return stateDifference { changed.contains($0.name) }
    }

    /// Takes a frame, and compares all strategies with the reference.
    ///
    /// - Parameters:
    ///   - frame: The frame's text.
    ///   - channel: Not looked at.
    ///   - comparesState: Whether the state of all contents is compared, too.
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    package mutating func difference(
        after frame: UnsafeRawBufferPointer, channel: Int, comparesState: Bool
    ) -> String? {
        if let difference = difference(after: frame, comparesState: false) { return difference }
        return comparesState ? stateDifference(channel: channel) : nil
    }

    /// Compares the whole state of all contents.
    ///
    /// - Returns: What differs, and for which strategy; `nil` if nothing does.
    /// - Complexity: O(state).
    package mutating func stateDifference(channel: Int) -> String? {
        stateCount += 1
        return stateDifference()
    }

    /// The same without counting it.
    package func stateDifference() -> String? { stateDifference { _ in true } }

    /// The records that the reference applied.
    package var recordCount: Int {
        reference.channels.reduce(0) { $0 + $1.counters.recordsApplied }
    }

    /// The canonical snapshot of the first strategy, which is that of all.
    package func snapshot(channelNames: [String]) -> [UInt8] {
        sockets.first?.socket.snapshot() ?? []
    }

    private func stateDifference(
        of isCompared: (SportRadarReferenceChannel) -> Bool
    ) -> String? {
        for (name, socket) in sockets {
            if let difference = socket.difference(from: reference, of: isCompared) {
                return text(name, difference)
            }
        }
        return nil
    }

    private func text(_ strategy: String, _ difference: String) -> String {
        "\(strategy) differs from the reference after frame \(frameCount): \(difference)"
    }
}

private struct SocketMaker: StrategyTask {
    let predicts: Bool

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> any VerifiedSocket { StrategySocket<Strategy>(predicts: predicts) }
}

/// A socket with any strategy, compared with the reference after its frames.
private protocol VerifiedSocket: AnyObject {
    /// Takes a frame, and compares what it changed; returns what differs.
    func difference(
        after frame: UnsafeRawBufferPointer, from expected: [SportRadarReference.Applied]
    ) -> String?

    /// Compares the counters of all contents, and trees and reference entities of some.
    func difference(
        from expected: SportRadarReference, of isCompared: (SportRadarReferenceChannel) -> Bool
    ) -> String?

    /// The canonical snapshot.
    func snapshot() -> [UInt8]
}

private final class StrategySocket<
    Strategy: ReconstructionStrategy & ~Copyable
>: VerifiedSocket {
    private var contents: ContentChannels<Strategy>

    init(predicts: Bool) {
        contents = ContentChannels(opensContents: true, predicts: predicts)
    }

    func difference(
        after frame: UnsafeRawBufferPointer, from expected: [SportRadarReference.Applied]
    ) -> String? {
        var applied: [(content: Int, changes: ReferenceChanges?)] = []
        var violation: String?
        // What is rejected is counted, and the counters are compared.
        _ = try? contents.receive(frame) { content, strategy in
            applied.append((content, ReferenceChanges(strategy.changes)))
            violation = violation ?? Self.violation(of: &strategy)
        }
        if let violation { return violation }
        guard applied.count == expected.count else {
            return "\(applied.count) batches were applied instead of \(expected.count)"
        }
        for (found, wanted) in zip(applied, expected) {
            let name = contents.channelName(of: found.content)
            guard wanted.channel.bytes.elementsEqual(name.utf8) else {
                return "a batch of \(name) instead of \(wanted.channel)"
            }
            guard let changes = found.changes else {
                return "\(name): the change set contradicts itself"
            }
            if let difference = changes.difference(from: wanted.changes) {
                return "\(name): \(difference)"
            }
        }
        return nil
    }

    func snapshot() -> [UInt8] { SnapshotWriter.document(of: contents.snapshots()) }

    private static func violation(of strategy: inout Strategy) -> String? {
        #if ODDS_INVARIANTS
            do throws(InvariantViolation) {
                try strategy.checkInvariants()
            } catch {
                return "\(error)"
            }
        #endif
        return nil
    }

    func difference(
        from expected: SportRadarReference, of isCompared: (SportRadarReferenceChannel) -> Bool
    ) -> String? {
        guard contents.framesRejected == expected.framesRejected,
            contents.framesIgnored == expected.framesIgnored,
            contents.elementsRejected == expected.elementsRejected
        else {
            return """
                the socket counts \(contents.framesRejected), \(contents.framesIgnored) and \
                \(contents.elementsRejected) instead of \(expected.framesRejected), \
                \(expected.framesIgnored) and \(expected.elementsRejected)
                """
        }
        let open = contents.openContents
        guard open.count == expected.channels.count else {
            return "\(open.count) contents instead of \(expected.channels.count)"
        }
        for (content, channel) in zip(open, expected.channels) {
            let difference =
                counterDifference(of: content, from: channel)
                ?? (isCompared(channel) ? stateDifference(of: content, from: channel) : nil)
            if let difference {
                return "\(contents.channelName(of: content)): \(difference)"
            }
        }
        return nil
    }

    private func counterDifference(
        of content: Int, from expected: SportRadarReferenceChannel
    ) -> String? {
        guard expected.name.bytes.elementsEqual(contents.channelName(of: content).utf8) else {
            return "it should be \(expected.name)"
        }
        let changes = contents.contentCounters(of: content)
        guard changes.changesBeforeRefreshed == expected.changesBeforeRefreshed,
            changes.changesIgnored == expected.changesIgnored
        else {
            return """
                \(changes.changesBeforeRefreshed) early and \(changes.changesIgnored) ignored \
                changes instead of \(expected.changesBeforeRefreshed) and \
                \(expected.changesIgnored)
                """
        }
        for label in changes.ignoredLabels
        where expected.changesIgnoredByLabel[UTF8Text(label.utf8)] != label.count {
            return "another count of ignored changes with the label \(label.text)"
        }
        let counters = contents.counters(of: content)
        let wanted = ChannelCounters(expected.counters)
        return counters == wanted ? nil : "the counters are \(counters) instead of \(wanted)"
    }

    private func stateDifference(
        of content: Int, from expected: SportRadarReferenceChannel
    ) -> String? {
        ExpectedState(
            expected.tree(), ChannelCounters(expected.counters), version: nil
        ).difference(
            events: contents[content].events(limit: .max),
            references: contents[content].references(), counters: contents.counters(of: content))
    }
}
