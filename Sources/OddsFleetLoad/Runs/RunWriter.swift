import OddsFleetRun
import OddsNATS

/// Writes into the stream of runs, in order, each message until the stream has it. What is owed
/// while NATS is away is written when it is back.
final class RunWriter: Sendable {
    private let connection: NATSConnection
    private let subject: String
    private let queue = AsyncStream<Item>.makeStream()
    private let isOver = AsyncStream<Void>.makeStream()

    private enum Item: Sendable {
        case message([UInt8])
        case flush(CheckedContinuation<Void, Never>)
    }

    /// Without an acknowledgement for this long a message is written again: results count
    /// what stands twice once.
    private static let acknowledgementLimit = Duration.seconds(2)
    private static let pause = Duration.milliseconds(200)

    init(_ connection: NATSConnection, _ run: RunID, as sender: RunMessage.Sender) {
        self.connection = connection
        subject = RunStream.subject(run, sender)
        let queue = queue
        Task { [self] in
            await writeAll(queue.stream)
            isOver.continuation.finish()
        }
    }

    /// Queues a message.
    func write(_ message: RunMessage) { queue.continuation.yield(.message(message.json)) }

    /// Waits until the stream has all that was queued so far.
    func flush() async {
        await withCheckedContinuation { continuation in
            let result = queue.continuation.yield(.flush(continuation))
            if case .terminated = result { continuation.resume() }
        }
    }

    /// Ends once all that was queued is written.
    func end() { queue.continuation.finish() }

    /// Waits until all is written, after `end`.
    ///
    /// - Returns: Whether it is written within the limit.
    @discardableResult
    func ended(within limit: Duration) async -> Bool {
        let end = isOver
        let timer = Task {
            try? await Task.sleep(for: limit)
            end.continuation.yield()
        }
        defer { timer.cancel() }
        for await _ in end.stream { return false }
        return true
    }

    private func writeAll(_ items: AsyncStream<Item>) async {
        for await item in items {
            switch item {
            case .message(let bytes): while await !isStored(bytes) {}
            case .flush(let continuation): continuation.resume()
            }
        }
    }

    /// Writes a message, and returns whether the stream has it. It has not if NATS is away, and
    /// also if the connection is closed for good: then nothing more can be written.
    private func isStored(_ bytes: [UInt8]) async -> Bool {
        do throws(NATSError) {
            let answer = try await connection.request(
                subject, bytes, within: Self.acknowledgementLimit)
            if StreamAnswer.isPositive(answer.bytes) { return true }
        } catch {
            if error.kind == .closed || error.kind == .unusable { return true }
        }
        try? await Task.sleep(for: Self.pause)
        return false
    }
}
