import Foundation
import NIOCore
import NIOWebSocket
import OddsSimulator
import OddsWebSocket

// The end of the session when the server stops.
extension ClientConnection {
    /// Says goodbye, in place of all that its socket does not take: a client that
    /// reads slowly has only what the channel already holds before it. What the
    /// client sends in reply leads to the close frame.
    func leave() {
        // Its turn to send may not have come yet.
        drain()
        guard !isEnded, !isLeaving else { return }
        shard.metrics.add(.framesDropped, queue.count)
        shard.metrics.addDropped(records: queue.recordCount, .disconnected)
        queue = SendQueue()
        closeCode = .goingAway
        sayGoodbye()
        isLeaving = true
        guard !isHalfOpen else { return }
        flushQueue()
        drain()
    }

    /// Sends the close frame to a client that has not answered.
    func closeUnanswered() {
        guard isLeaving, !isEnded, !isHalfOpen else { return }
        context?.triggerUserOutboundEvent(
            WebSocketCommand.close(closeCode, reason: ""), promise: nil)
    }

    /// Whether the client has received all that was sent to it: its machine has
    /// acknowledged every byte.
    var hasReachedClient: Bool {
        guard let channel = context?.channel, channel.isActive, queue.isEmpty, !isHalfOpen,
            bufferedByteCount == 0
        else { return false }
        #if os(Linux)
            let pipeline = channel.pipeline.syncOperations
            let unacknowledged = try? pipeline.withUnsafeTransportIfAvailable(
                of: NIOBSDSocket.Handle.self
            ) { socket in
                var byteCount: CInt = 0
                return ioctl(socket, UInt(TIOCOUTQ), &byteCount) == 0 ? byteCount : 0
            }
            return unacknowledged ?? 0 == 0
        #else
            return true
        #endif
    }

    /// Bytes that the channel holds because the socket does not take them yet.
    var bufferedByteCount: Int {
        (try? options?.getOption(.bufferedWritableBytes)) ?? 0
    }
}
