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
                changes.append(ReferenceChanges(strategy.changes))
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

// MARK: - In the reference's terms

extension FrameDisposition {
    init(_ disposition: ReferenceChannel.Disposition) {
        switch disposition {
        case .applied: self = .applied
        case .stale: self = .stale
        case .held: self = .held
        case .rejected(let rejection):
            self = .rejected(
                FrameError(reason: Self.reason(of: rejection), offset: rejection.offset))
        }
    }

    private static func reason(of rejection: ReferenceRejection) -> FrameError.Reason {
        switch rejection {
        case .illegalText(let failure):
            switch failure.reason {
            case .syntax: .syntax
            case .trailingBytes: .trailingBytes
            case .utf8: .utf8
            case .tooDeep: .tooDeep
            }
        case .tooLarge: .tooLarge
        case .notAnObject: .notAnObject
        case .messageType: .messageType
        case .records: .records
        }
    }
}

extension ReferenceChanges {
    /// Reads all that a change set says; an entity must not be in it twice.
    init(_ set: ChangeSet) {
        self.init()
        isReset = set.isReset
        set.forEach { change in
            let name = EntityName(
                type: UTF8Text(set.typeName(of: change)), id: UTF8Text(set.id(of: change).utf8))
            let properties = set.propertyNames(of: change).map { UTF8Text($0) }
            var entry = Entry()
            entry.isRemoved = change.kinds.contains(.removed)
            entry.isInserted = change.kinds.contains(.inserted)
            entry.updated = Set(properties)
            #expect(change.kinds.contains(.updated) == !properties.isEmpty)
            #expect(properties.count == entry.updated.count, "a property twice")
            #expect(entries.updateValue(entry, forKey: name) == nil, "an entity twice")
        }
    }
}
