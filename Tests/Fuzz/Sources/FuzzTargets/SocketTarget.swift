import FuzzFrames
import OddsModel
import OddsReconstruction
import OddsWire

/// Fuzzes the socket of SportRadar's: the translator, its messages, and the strategies
/// behind it. No sequence of frames, legal or not, may end the process. Translators that
/// learn what changes look like, and those that do not, must make the same of each frame
/// for every strategy of the registry; at the end all contents must show the same.
public enum SocketTarget {
    public static func run(_ input: UnsafeRawBufferPointer) {
        let sockets = sockets(predicts: false) + sockets(predicts: true)
        let frames = FuzzInput(input).frames
        // In the second round, everything learnable has been learned.
        for _ in 0..<2 {
            for (index, bytes) in frames.enumerated() {
                let difference: String? = withExactBytes(bytes) { frame in
                    let expected = sockets[0].receive(frame, index)
                    for socket in sockets.dropFirst() {
                        let found = socket.receive(frame, index)
                        if found != expected {
                            return "\(socket.name): \(found)\n\(sockets[0].name): \(expected)"
                        }
                    }
                    return nil
                }
                if let difference { FuzzDriver.fail(difference, frame: index, of: bytes) }
            }
        }
        let states = sockets.map { (name: $0.name, state: $0.state) }
        if states.contains(where: { $0.state != states[0].state }) {
            let texts = states.map { "\($0.name): \(String(decoding: $0.state, as: UTF8.self))" }
            FuzzDriver.fail(
                texts.joined(separator: "\n"), frame: frames.count - 1, of: frames[0])
        }
    }

    /// A socket for each strategy of the registry.
    private static func sockets(predicts: Bool) -> [any FuzzedSocket] {
        var maker = SocketMaker(predicts: predicts)
        do {
            return try StrategyName.all.map { try $0.perform(&maker) }
        } catch {
            preconditionFailure("creating a socket does not throw: \(error)")
        }
    }
}

private struct SocketMaker: StrategyTask {
    let predicts: Bool

    mutating func perform<Strategy: ReconstructionStrategy & ~Copyable>(
        _ strategy: Strategy.Type
    ) -> any FuzzedSocket { ObservedSocket<Strategy>(predicts: predicts) }
}

/// A socket with any strategy.
private protocol FuzzedSocket: AnyObject {
    var name: String { get }
    func receive(_ frame: UnsafeRawBufferPointer, _ index: Int) -> SocketObservation
    /// The snapshot, which has the counters of all contents.
    var state: [UInt8] { get }
}

/// What a socket made of a frame.
private struct SocketObservation: Equatable {
    enum Outcome: Equatable {
        case message(SocketMessage)
        case rejected(FrameError)
    }

    let outcome: Outcome
    /// The content and the hash of the changes of each batch.
    let applied: [[UInt64]]
    let elementsRejected: Int
    let events: [EventModel]
}

private final class ObservedSocket<
    Strategy: ReconstructionStrategy & ~Copyable
>: FuzzedSocket {
    let name: String
    private var contents: ContentChannels<Strategy>

    init(predicts: Bool) {
        name = Strategy.name + (predicts ? ", predicting" : "")
        contents = ContentChannels(opensContents: true, predicts: predicts)
    }

    func receive(_ frame: UnsafeRawBufferPointer, _ index: Int) -> SocketObservation {
        var applied: [[UInt64]] = []
        var events: [EventModel] = []
        let outcome: SocketObservation.Outcome
        do throws(FrameError) {
            let message = try contents.receive(frame) { content, strategy in
                applied.append([UInt64(content), changeSetHash(strategy.changes)])
                events += strategy.events(limit: .max)
                Self.checkInvariants(of: &strategy, index, frame)
            }
            outcome = .message(message)
        } catch {
            outcome = .rejected(error)
        }
        return SocketObservation(
            outcome: outcome, applied: applied, elementsRejected: contents.elementsRejected,
            events: events)
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

    var state: [UInt8] { SnapshotWriter.document(of: contents.snapshots()) }
}
