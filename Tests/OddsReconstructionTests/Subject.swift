import OddsModel
import OddsReconstruction
import OddsReference
import OddsWire
import Testing

/// What the rules are tested on: each strategy of the registry, and the
/// reference, so that it can be trusted where it is the judge.
struct Subject: Hashable, CustomTestStringConvertible {
    /// `nil` for the reference.
    let strategy: StrategyName?

    static let strategies = StrategyName.all.map { Subject(strategy: $0) }
    static let allCases = strategies + [Subject(strategy: nil)]

    var testDescription: String { strategy?.text ?? "reference" }

    func makeChannel(name: UTF8Text = "test") -> any ChannelUnderTest {
        guard let strategy else { return ReferenceChannelUnderTest(name: name) }
        return strategy.makeChannel(name: name)
    }
}

extension StrategyName {
    /// A channel with the strategy of that name.
    func makeChannel(name: UTF8Text = "test") -> any StrategyUnderTest {
        struct Maker: StrategyTask {
            let name: UTF8Text

            mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
                _ strategy: Strategy.Type
            ) -> any StrategyUnderTest {
                StrategyChannel<Strategy>(name: name)
            }
        }
        var maker = Maker(name: name)
        do {
            return try perform(&maker)
        } catch {
            preconditionFailure("making a channel threw an error: \(error)")
        }
    }
}

/// A channel with any strategy, or computed by the reference.
protocol ChannelUnderTest: AnyObject {
    /// Takes a frame; returns what became of it, and the changes of each frame
    /// that was applied: itself, and the held ones that it released.
    @discardableResult
    func receive(_ frame: [UInt8]) -> Received

    var snapshot: SnapshotValue { get }
}

/// A channel with a strategy, which checks its invariants after each batch.
protocol StrategyUnderTest: ChannelUnderTest {
    func events(limit: Int) -> [EventModel]
    var references: [ReferenceModel] { get }
    var counters: ChannelCounters { get }
    var version: FrameVersion? { get }
    /// The text that `bench replay --snapshot` writes.
    var snapshotText: [UInt8] { get }
}

struct Received: Equatable {
    var disposition: FrameDisposition
    var changes: [ReferenceChanges]
}

final class StrategyChannel<
    Strategy: ReconstructionStrategy & ~Copyable
>: StrategyUnderTest {
    private let name: UTF8Text
    private var channel = Channel<Strategy>()

    init(name: UTF8Text = "test") {
        self.name = name
    }

    func receive(_ frame: [UInt8]) -> Received {
        var changes: [ReferenceChanges] = []
        let disposition = frame.withUnsafeBytes { frame in
            channel.receive(frame) { strategy in
                if let read = ReferenceChanges(strategy.changes) {
                    changes.append(read)
                } else {
                    Issue.record("\(Strategy.name): a change set contradicts itself")
                }
                Self.checkInvariants(of: &strategy)
            }
        }
        return Received(disposition: disposition, changes: changes)
    }

    func events(limit: Int) -> [EventModel] { channel.strategy.events(limit: limit) }

    private static func checkInvariants(of strategy: inout Strategy) {
        #if ODDS_INVARIANTS
            do throws(InvariantViolation) {
                try strategy.checkInvariants()
            } catch {
                Issue.record("\(Strategy.name): \(error)")
            }
        #endif
    }

    var references: [ReferenceModel] { channel.strategy.references() }

    var counters: ChannelCounters { channel.counters }

    var version: FrameVersion? { channel.version }

    var snapshotText: [UInt8] {
        SnapshotWriter.document(of: [
            ChannelSnapshot(
                channel: name.description, version: channel.version, events: events(limit: .max),
                references: references, counters: channel.counters)
        ])
    }

    var snapshot: SnapshotValue {
        guard let document = try? SnapshotValue(snapshotText: snapshotText),
            case .object(let members) = document, case .array(let channels) = members["channels"],
            channels.count == 1
        else {
            Issue.record("not a snapshot of one channel")
            return .null
        }
        return channels[0]
    }
}

final class ReferenceChannelUnderTest: ChannelUnderTest {
    private let name: UTF8Text
    private var channel = ReferenceChannel()

    init(name: UTF8Text) { self.name = name }

    func receive(_ frame: [UInt8]) -> Received {
        let (disposition, changes) = channel.receive(frame)
        return Received(disposition: FrameDisposition(disposition), changes: changes)
    }

    var snapshot: SnapshotValue { channel.snapshot(name: name) }
}
