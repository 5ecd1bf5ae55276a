import NIOCore
import OddsSimulator
import OddsWAMP

/// A registration of a topic.
struct Registrant {
    let connection: Connection
    let registration: WAMPID
}

/// Frames on their way to the connections of one thread, some connections at a time.
///
/// Frames that come while others are being sent are queued at once, and reach those
/// connections whose turn is still to come in the same write to the socket: the later
/// the thread is, the fewer writes it needs for each frame. In between it reads, and
/// answers requests.
struct FanOut {
    private enum Entry {
        case connection(Connection)
        /// All deliveries of a batch come before this; they are `byteCount` bytes.
        case end(byteCount: Int)
    }

    private var entries = CircularBuffer<Entry>()

    /// Whether all frames have been sent.
    var isEmpty: Bool { entries.isEmpty }

    /// Queues frames for all registrations of their topics.
    ///
    /// - Parameter byteCount: of all deliveries, which `drain` returns once they
    ///   have been made.
    mutating func add(
        _ frames: [SharedFrame], byteCount: Int, to registrants: [TopicNumber: [Registrant]]
    ) {
        for frame in frames {
            for registrant in registrants[frame.topic] ?? [] {
                let connection = registrant.connection
                connection.enqueue(frame, for: registrant.registration)
                guard !connection.isInFanOut else { continue }
                connection.isInFanOut = true
                entries.append(.connection(connection))
            }
        }
        entries.append(.end(byteCount: byteCount))
    }

    /// Lets the next connections send what they have queued, and returns the bytes
    /// whose deliveries are complete.
    mutating func drain(connectionsMax: Int) -> Int {
        var count = 0
        var byteCount = 0
        while count < connectionsMax, let entry = entries.popFirst() {
            switch entry {
            case .connection(let connection):
                connection.isInFanOut = false
                connection.drain()
                count += 1
            case .end(let bytes): byteCount += bytes
            }
        }
        return byteCount
    }
}
