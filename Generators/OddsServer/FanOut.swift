import NIOCore
import OddsSimulator
import OddsTraffic
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
        case connection(ClientConnection)
        /// All deliveries of a batch come before this; they are `byteCount` bytes.
        case end(byteCount: Int)
    }

    private var entries = CircularBuffer<Entry>()

    /// Whether all frames have been sent.
    var isEmpty: Bool { entries.isEmpty }

    /// Queues frames for all registrations of their topics.
    mutating func add(_ frames: [SharedFrame], to registrants: [TopicNumber: [Registrant]]) {
        for frame in frames {
            for registrant in registrants[frame.topic] ?? [] {
                registrant.connection.enqueue(frame, for: registrant.registration)
                add(registrant.connection)
            }
        }
    }

    /// Queues a frame of each step for all connections that have any content in it. Those that
    /// have the same ones share it.
    mutating func add(
        _ steps: [ContentStep], to connections: [WorldFeed.ContentID: [ContentConnection]],
        _ memory: QueueMemory
    ) {
        for step in steps {
            var due: [ContentConnection] = []
            for (index, run) in step.runs.enumerated() {
                for connection in connections[run.content] ?? [] {
                    if connection.dueRuns.isEmpty { due.append(connection) }
                    connection.dueRuns.append(index)
                }
            }
            var frames: [[Int]: SharedFrame] = [:]
            for connection in due {
                let runs = connection.dueRuns
                connection.dueRuns.removeAll(keepingCapacity: true)
                let frame = frames[runs] ?? step.frame(of: runs, memory)
                frames[runs] = frame
                connection.enqueue(step, runs: runs, frame)
                add(connection)
            }
        }
    }

    private mutating func add(_ connection: ClientConnection) {
        guard !connection.isInFanOut else { return }
        connection.isInFanOut = true
        entries.append(.connection(connection))
    }

    /// Ends a batch.
    ///
    /// - Parameter byteCount: of all deliveries, which `drain` returns once they
    ///   have been made.
    mutating func end(byteCount: Int) { entries.append(.end(byteCount: byteCount)) }

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
