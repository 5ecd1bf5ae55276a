import FuzzFrames
import OddsModel
import OddsReconstruction
import OddsWire

/// Fuzzes whole channels. No sequence of frames, legal or not, may end the
/// process. After each frame every strategy must show the same tree and report
/// the same changes, and at the end all snapshots must be the same. Between
/// batches the strategies' invariants must hold. Strategies come from the
/// registry.
public enum ChannelTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        let read = channels()
        // Read only at the end: deferred work must not be lost until then.
        let unread = channels()
        let frames = FuzzInput(input).frames
        for (index, bytes) in frames.enumerated() {
            let difference: String? = withExactBytes(bytes) { frame in
                for channel in unread { channel.receiveUnread(frame) }
                let expected = read[0].receive(frame)
                for channel in read.dropFirst() {
                    let found = channel.receive(frame)
                        .difference(from: expected, channel.name, read[0].name)
                    if let found { return found }
                }
                return nil
            }
            if let difference { FuzzDriver.fail(difference, frame: index, of: bytes) }
        }
        let states = (read + unread).map { (name: $0.name, state: $0.state) }
        if states.contains(where: { $0.state != states[0].state }) {
            let texts = states.map { "\($0.name): \(String(decoding: $0.state, as: UTF8.self))" }
            FuzzDriver.fail(
                texts.joined(separator: "\n"), frame: frames.count - 1, of: frames[0])
        }
    }

    /// A channel for each strategy of the registry.
    private static func channels() -> [any FuzzedChannel] {
        var maker = ChannelMaker()
        do {
            return try StrategyName.all.map { try $0.perform(&maker) }
        } catch {
            preconditionFailure("creating a channel does not throw: \(error)")
        }
    }
}

private struct ChannelMaker: StrategyTask {
    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> any FuzzedChannel { ObservedChannel<Strategy>() }
}

/// A channel with any strategy.
private protocol FuzzedChannel: AnyObject {
    var name: String { get }
    func receive(_ frame: UnsafeRawBufferPointer) -> Observation
    func receiveUnread(_ frame: UnsafeRawBufferPointer)
    var state: [UInt8] { get }
}

/// The state that a channel shows after a frame.
private struct Observation: Equatable {
    let disposition: FrameDisposition
    let counters: ChannelCounters
    let version: FrameVersion?
    /// The sum of the hashes of all entries, as their order is irrelevant.
    let changes: UInt64
    let events: [EventModel]

    func difference(from other: Observation, _ name: String, _ otherName: String) -> String? {
        guard self != other else { return nil }
        return "\(name): \(text)\n\(otherName): \(other.text)"
    }

    private var text: String {
        let state = SnapshotWriter.state(events: events, references: [])
        return """
            \(disposition), \(counters), version \(version?.text ?? "none"), \
            changes \(changes), \(String(decoding: state, as: UTF8.self))
            """
    }
}

private final class ObservedChannel<
    Strategy: ReconstructionStrategy & ~Copyable
>: FuzzedChannel {
    let name = Strategy.name
    private var channel = Channel<Strategy>()
    private var frameCount = 0

    init() {}

    func receive(_ frame: UnsafeRawBufferPointer) -> Observation {
        defer { frameCount += 1 }
        let index = frameCount
        var changes: UInt64 = 0
        let disposition = channel.receive(frame) { strategy in
            changes &+= changeSetHash(strategy.changes)
            Self.checkInvariants(of: &strategy, index, frame)
        }
        let events = channel.strategy.events(limit: .max)
        Self.checkInvariants(of: &channel.strategy, index, frame)
        return Observation(
            disposition: disposition, counters: channel.counters, version: channel.version,
            changes: changes, events: events)
    }

    func receiveUnread(_ frame: UnsafeRawBufferPointer) {
        defer { frameCount += 1 }
        let index = frameCount
        _ = channel.receive(frame, isTreeRead: false) { strategy in
            Self.checkInvariants(of: &strategy, index, frame)
        }
    }

    private static func checkInvariants(
        of strategy: inout Strategy, _ index: Int, _ frame: UnsafeRawBufferPointer
    ) {
        #if ODDS_INVARIANTS
            do throws(InvariantViolation) {
                try strategy.checkInvariants()
            } catch {
                FuzzDriver.fail("\(Strategy.name): \(error)", frame: index, of: Array(frame)[...])
            }
        #endif
    }

    var state: [UInt8] {
        SnapshotWriter.state(
            events: channel.strategy.events(limit: .max),
            references: channel.strategy.references())
    }
}
