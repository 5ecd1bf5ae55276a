import Foundation
import NIOConcurrencyHelpers
import OddsClient

/// The subscribers of an adapter's messages. Any thread may use it.
final class MessageReaders: Sendable {
    typealias Element = (channelId: String, message: Data)
    private typealias Stream = AsyncThrowingStream<Element, any Error>

    private let readers = NIOLockedValueBox<[Stream.Continuation]>([])

    /// The messages from now on. The stream fails where its reader would miss one.
    func stream() -> AsyncThrowingStream<Element, any Error> {
        let (stream, continuation) = Stream.makeStream(
            bufferingPolicy: .bufferingOldest(WebSocketClientAdapter.SlowSubscriber.messagesMax))
        readers.withLockedValue { $0.append(continuation) }
        return stream
    }

    /// - Complexity: O(readers).
    func send(_ element: Element) {
        readers.withLockedValue { readers in
            readers.removeAll { reader in
                switch reader.yield(element) {
                case .enqueued: return false
                case .terminated: return true
                default:
                    reader.finish(throwing: WebSocketClientAdapter.SlowSubscriber())
                    return true
                }
            }
        }
    }

    func finish() {
        for reader in readers.withLockedValue({ $0 }) { reader.finish() }
    }
}

/// The subscribers of an adapter's failures. Any thread may use it.
final class FailureReaders: Sendable {
    typealias Element = (channelId: String, error: ClientError)
    private typealias Stream = AsyncStream<Element>

    private let readers = NIOLockedValueBox<[Stream.Continuation]>([])

    /// The failures from now on, the newest sixteen for a reader that is slower than that.
    func stream() -> AsyncStream<Element> {
        let (stream, continuation) = Stream.makeStream(bufferingPolicy: .bufferingNewest(16))
        readers.withLockedValue { $0.append(continuation) }
        return stream
    }

    /// - Complexity: O(readers).
    func send(_ element: Element) {
        readers.withLockedValue { readers in
            readers.removeAll { if case .terminated = $0.yield(element) { true } else { false } }
        }
    }

    func finish() {
        for reader in readers.withLockedValue({ $0 }) { reader.finish() }
    }
}
