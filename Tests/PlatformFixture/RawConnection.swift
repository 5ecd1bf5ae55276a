package import NIOCore
import NIOPosix

/// A TCP connection of bytes, for what no HTTP client would send.
package final class RawConnection: Sendable {
    private let channel: NIOAsyncChannel<ByteBuffer, ByteBuffer>

    package init(port: Int) async throws {
        channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .connect(host: "127.0.0.1", port: port) { channel in
                channel.eventLoop.makeCompletedFuture {
                    try NIOAsyncChannel(
                        wrappingChannelSynchronously: channel,
                        configuration: .init(isOutboundHalfClosureEnabled: true))
                }
            }
    }

    /// When the client ends its half of a connection.
    package enum End: Sendable {
        case never, afterSending, afterFirstAnswer
    }

    /// Sends texts one after the other, and returns all that comes until the server closes.
    package func exchange(_ texts: [String]) async throws -> String {
        try await exchange(texts.map { ByteBuffer(string: $0) }, ending: .never)
    }

    /// The same of any bytes.
    package func exchange(_ pieces: [ByteBuffer], ending end: End) async throws -> String {
        var answer = ByteBuffer()
        do {
            try await channel.executeThenClose { inbound, outbound in
                for piece in pieces { try? await outbound.write(piece) }
                if end == .afterSending { outbound.finish() }
                for try await buffer in inbound {
                    answer.writeImmutableBuffer(buffer)
                    if end == .afterFirstAnswer { outbound.finish() }
                }
            }
        } catch is IOError {
            // A reset ends the answer as well, also while the connection is being closed.
        }
        return String(buffer: answer)
    }

    /// Sends a request and returns the statuses of all answers until the server closes.
    package static func statuses(port: Int, _ texts: [String]) async throws -> [Int] {
        let answer = try await RawConnection(port: port).exchange(texts)
        return answer.split(separator: "HTTP/1.1 ").compactMap { Int($0.prefix(3)) }
    }
}
