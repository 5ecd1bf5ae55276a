import OddsSimulator
import OddsTraffic

/// What a step of the world changes in open contents.
struct ContentStep: Sendable {
    /// Elements of one content: a part of a frame.
    struct Run: Sendable {
        let content: WorldFeed.ContentID
        let elements: [UInt8]
        let elementCount: Int
    }

    /// All that one client gets of them belongs into one frame, in this order.
    let runs: [Run]
    /// When the step was due, on the machine's monotonic clock.
    let intendedNanoseconds: UInt64
    /// Whether its frames say so.
    let isStamped: Bool

    /// A frame of some of the runs.
    ///
    /// - Complexity: O(bytes).
    func frame(of indices: [Int], _ memory: QueueMemory) -> SharedFrame {
        SharedFrame(
            topic: -1,
            bytes: SocketFrame.frame(
                of: indices.map { runs[$0].elements },
                due: isStamped ? intendedNanoseconds : nil),
            recordCount: indices.reduce(0) { $0 + runs[$1].elementCount },
            intendedNanoseconds: intendedNanoseconds, memory: memory)
    }
}
