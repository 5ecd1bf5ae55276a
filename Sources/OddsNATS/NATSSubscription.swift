import CNATS
import Synchronization

/// A subscription, which holds until it is cancelled or its connection is closed.
package final class NATSSubscription: Sendable {
    /// The C library's subscription, which is safe to use from any thread.
    private struct Pointer: @unchecked Sendable {
        // Unchecked, because the library locks it.
        let value: OpaquePointer
    }

    fileprivate final class Receiver: Sendable {
        let receive: @Sendable (consuming NATSMessage) -> Void

        init(_ receive: @escaping @Sendable (consuming NATSMessage) -> Void) {
            self.receive = receive
        }
    }

    private let pointer: Pointer
    private let isCancelled = Atomic<Bool>(false)

    fileprivate init(_ pointer: OpaquePointer) { self.pointer = Pointer(value: pointer) }

    deinit { natsSubscription_Destroy(pointer.value) }

    /// Ends it. A message that is being handed over may still come.
    package func cancel() {
        guard !isCancelled.exchange(true, ordering: .relaxed) else { return }
        natsSubscription_Unsubscribe(pointer.value)
    }

    /// The number of messages dropped because its buffer was full.
    package var droppedCount: Int {
        var count: Int64 = 0
        natsSubscription_GetDropped(pointer.value, &count)
        return Int(count)
    }
}

extension NATSConnection {
    /// What a subscription buffers before it drops messages, and counts them.
    package struct Buffer: Sendable {
        /// The most messages.
        package var messages: Int32
        /// The most bytes.
        package var bytes: Int32

        package init(messages: Int32, bytes: Int32) {
            self.messages = messages
            self.bytes = bytes
        }

        /// Enough for a second of most feeds.
        package static let standard = Buffer(messages: 65_536, bytes: 32 << 20)
    }

    /// Subscribes. It holds at the server once a later `flush` has returned.
    ///
    /// - Parameters:
    ///   - subject: With `*` for any token, or `>` at its end for any tokens.
    ///   - buffer: Beyond it messages are dropped.
    ///   - receive: Called with each message, in order, on a thread of the C library, which
    ///     all subscriptions of the process share: it must not wait.
    /// - Throws: `NATSError`.
    package func subscribe(
        _ subject: String, buffer: Buffer = .standard,
        _ receive: @escaping @Sendable (consuming NATSMessage) -> Void
    ) throws(NATSError) -> NATSSubscription {
        let receiver = Unmanaged.passRetained(NATSSubscription.Receiver(receive))
        var made: OpaquePointer?
        let status = natsConnection_Subscribe(
            &made, pointer.value, subject,
            { _, _, message, closure in
                guard let message, let closure else { return }
                Unmanaged<NATSSubscription.Receiver>.fromOpaque(closure)
                    .takeUnretainedValue().receive(NATSMessage(message))
            }, receiver.toOpaque())
        guard status == NATS_OK, let made else {
            receiver.release()
            throw NATSError(status, "subscribe to \(subject)")
        }
        // The receiver lives until the last message has been handed over.
        natsSubscription_SetOnCompleteCB(
            made,
            { closure in
                guard let closure else { return }
                Unmanaged<NATSSubscription.Receiver>.fromOpaque(closure).release()
            }, receiver.toOpaque())
        natsSubscription_SetPendingLimits(made, buffer.messages, buffer.bytes)
        return NATSSubscription(made)
    }
}
