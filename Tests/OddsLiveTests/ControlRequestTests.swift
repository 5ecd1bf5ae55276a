import NIOCore
import NIOPosix
import OddsExperiments
import Testing

@testable import OddsLive

/// Requests to a control interface that answers as it should not.
@Suite(.timeLimit(.minutes(5))) struct ControlRequestTests {
    /// Answers what it gets first with a body of so many bytes.
    private final class Answering: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        typealias OutboundOut = ByteBuffer

        private var missingCount: Int
        private var hasBegun = false

        init(byteCount: Int) { missingCount = byteCount }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard !hasBegun else { return }
            hasBegun = true
            let head = "HTTP/1.1 200 OK\r\nContent-Length: \(missingCount)\r\n\r\n"
            context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: head)), promise: nil)
            goOn(context)
        }

        func channelWritabilityChanged(context: ChannelHandlerContext) { goOn(context) }

        private func goOn(_ context: ChannelHandlerContext) {
            // A channel that has been closed is writable for ever.
            while hasBegun, missingCount > 0, context.channel.isActive, context.channel.isWritable {
                let piece = ByteBuffer(repeating: 0x20, count: min(missingCount, 1 << 16))
                missingCount -= piece.readableBytes
                context.writeAndFlush(wrapOutboundOut(piece), promise: nil)
            }
        }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }
    }

    private func answer(_ byteCount: Int, upTo bytesMax: Int) async throws -> Int {
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Answering(byteCount: byteCount))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        defer { server.close(promise: nil) }
        let requests = try ControlRequests(
            "http://127.0.0.1:\(server.localAddress?.port ?? 0)", bytesMax: bytesMax)
        return try await requests.get("truth").count
    }

    @Test func bodyUpToTheLimitIsTaken() async throws {
        #expect(try await answer(1 << 20, upTo: 1 << 20) == 1 << 20)
    }

    /// Two gigabytes were collected from one that never ends.
    @Test(arguments: [(1 << 20) + 1, 1 << 50])
    func bodyBeyondTheLimitIsRefusedInWords(_ byteCount: Int) async throws {
        let failure = await #expect(throws: ExperimentFailure.self) {
            try await answer(byteCount, upTo: 1 << 20)
        }
        #expect(
            failure?.message
                == "the server's control answers /truth with more than 1048576 bytes")
    }
}
