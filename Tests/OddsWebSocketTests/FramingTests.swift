import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import OddsWebSocket

/// What an end of a connection sends.
@Suite struct FramingTests {
    /// One end of a connection, whose frames are whatever it sends.
    private struct End: ~Copyable {
        let channel = EmbeddedChannel()
        let handler: WebSocketMessageHandler

        init(_ role: WebSocketRole, deflate: DeflateAgreement? = nil) throws {
            handler = WebSocketMessageHandler(
                role: role, messageBytesMax: 1 << 20, deflate: deflate)
            try channel.pipeline.syncOperations.addHandlers([
                WebSocketFrameEncoder(), ByteToMessageHandler(WebSocketFrameDecoder()), handler,
            ])
        }

        func write(_ text: ByteBuffer) {
            put(text)
            handler.flush()
        }

        func put(_ text: ByteBuffer) { handler.write(text: FramingTests.payload(text)) }

        /// The bytes of a text's frame.
        func frame(_ byteCount: Int) throws -> ByteBuffer {
            write(FramingTests.text(byteCount))
            return try sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        }

        func sent() throws -> [ByteBuffer] {
            var sent: [ByteBuffer] = []
            while let buffer = try channel.readOutbound(as: ByteBuffer.self) {
                sent.append(buffer)
            }
            return sent
        }

        deinit { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }

    private static func text(_ byteCount: Int) -> ByteBuffer {
        ByteBuffer(bytes: (0..<byteCount).map { UInt8(ascii: "a") + UInt8($0 % 26) })
    }

    private static func payload(_ text: ByteBuffer) -> ByteBuffer {
        var payload = WebSocketMessageHandler.payloadBuffer(
            capacity: text.readableBytes, ByteBufferAllocator())
        payload.writeImmutableBuffer(text)
        return payload
    }

    private func frames(in bytes: ByteBuffer) throws -> [WebSocketFrame] {
        let channel = EmbeddedChannel(
            handler: ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1 << 20)))
        defer { _ = try? channel.finish() }
        try channel.writeInbound(bytes)
        var frames: [WebSocketFrame] = []
        while let frame = try channel.readInbound(as: WebSocketFrame.self) { frames.append(frame) }
        return frames
    }

    static let byteCounts = [0, 1, 125, 126, 127, 65_535, 65_536, 100_000]

    @Test("At a server it is one buffer with the bytes of the usual encoder", arguments: byteCounts)
    func server(byteCount: Int) throws {
        let text = Self.text(byteCount)
        let encoder = EmbeddedChannel(handler: WebSocketFrameEncoder())
        defer { _ = try? encoder.finish() }
        encoder.writeAndFlush(WebSocketFrame(fin: true, opcode: .text, data: text), promise: nil)
        var encoded = ByteBuffer()
        while let buffer = try encoder.readOutbound(as: ByteBuffer.self) {
            encoded.writeImmutableBuffer(buffer)
        }
        let end = try End(.server)
        end.write(text)
        #expect(try end.sent() == [encoded])
        end.channel.writeAndFlush(WebSocketMessage.text(text), promise: nil)
        #expect(try end.sent() == [encoded], "through the pipeline")
    }

    @Test("At a client it is one masked frame", arguments: byteCounts)
    func client(byteCount: Int) throws {
        let text = Self.text(byteCount)
        let end = try End(.client)
        end.write(text)
        let sent = try end.sent()
        #expect(sent.count == 1)
        let frames = try frames(in: try #require(sent.first))
        let frame = try #require(frames.first)
        #expect(frames.count == 1 && frame.fin && frame.opcode == .text && !frame.rsv1)
        #expect(frame.maskKey != nil && frame.unmaskedData == text)
    }

    @Test("It keeps its place among messages of the usual way")
    func order() throws {
        let end = try End(.server)
        end.channel.write(WebSocketMessage.text(Self.text(1)), promise: nil)
        end.write(Self.text(2))
        end.channel.writeAndFlush(WebSocketMessage.text(Self.text(3)), promise: nil)
        let bytes = try end.sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        #expect(try frames(in: bytes).map(\.data.readableBytes) == [1, 2, 3])
    }

    @Test("Large frames get buffers of their own, in order with small ones")
    func largeFrames() throws {
        let end = try End(.server)
        let byteCounts = [1, 2, 20_000, 3, 20_000, 20_000]
        for byteCount in byteCounts { end.put(Self.text(byteCount)) }
        end.handler.flush()
        let sent = try end.sent()
        #expect(sent.count == 5)
        let bytes = sent.reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        #expect(try frames(in: bytes).map(\.data.readableBytes) == byteCounts)
    }

    @Test("Small frames share a buffer until they are flushed, and overtake nothing")
    func batches() throws {
        let end = try End(.server)
        var expected = ByteBuffer()
        for byteCount in 0..<5 { expected.writeImmutableBuffer(try end.frame(byteCount)) }
        for byteCount in 0..<5 { end.put(Self.text(byteCount)) }
        #expect(try end.sent().isEmpty)
        end.handler.flush()
        #expect(try end.sent() == [expected])
        end.put(Self.text(1))
        end.channel.pipeline.triggerUserOutboundEvent(
            WebSocketCommand.ping(Self.text(2)), promise: nil)
        end.put(Self.text(3))
        end.channel.flush()
        let bytes = try end.sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        #expect(try frames(in: bytes).map(\.data.readableBytes) == [1, 2, 3])
    }

    /// A channel that says that it has become unwritable while it takes a buffer.
    private final class FullSocket: ChannelOutboundHandler {
        typealias OutboundIn = ByteBuffer

        /// The buffer with which it is full, counted from 1.
        private let fullAt: Int
        private(set) var count = 0

        init(fullAt: Int) { self.fullAt = fullAt }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            context.write(data, promise: promise)
            count += 1
            if count == fullAt { context.fireChannelWritabilityChanged() }
        }
    }

    /// Does something where the channel's writability changes.
    private final class Listener: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage

        private let body: (ChannelHandlerContext) -> Void

        init(_ body: @escaping (ChannelHandlerContext) -> Void) { self.body = body }

        func channelWritabilityChanged(context: ChannelHandlerContext) { body(context) }
    }

    @Test(
        "Who closes while a batch is passed sends each frame once, and nothing after the close",
        arguments: [(1, 5), (2, 7), (3, 7), (4, 9), (5, 10)],
        [WebSocketRole.server, .client])
    func closeWithinPass(full: (at: Int, texts: Int), role: WebSocketRole) throws {
        let end = try End(role)
        let pipeline = end.channel.pipeline.syncOperations
        try pipeline.addHandler(FullSocket(fullAt: full.at), position: .first)
        try pipeline.addHandler(Listener {
            $0.triggerUserOutboundEvent(
                WebSocketCommand.close(.goingAway, reason: ""), promise: nil)
        })
        let byteCounts = [10, 16_000, 11, 12, 16_000, 13, 40_000, 14, 15]
        for byteCount in byteCounts { end.put(Self.text(byteCount)) }
        end.channel.pipeline.triggerUserOutboundEvent(
            WebSocketCommand.ping(Self.text(1)), promise: nil)
        end.put(Self.text(16))
        end.handler.flush()
        let bytes = try end.sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        let frames = try frames(in: bytes)
        // The buffers are of 4, 2, 1 and 3 frames, the last of them the ping, and of 1.
        // What waits in the next one goes before the close frame.
        let texts = frames.filter { $0.opcode == .text }.map(\.data.readableBytes)
        #expect(texts == Array((byteCounts + [16]).prefix(full.texts)))
        #expect(frames.filter { $0.opcode == .ping }.count == (full.at >= 4 ? 1 : 0))
        #expect(frames.filter { $0.opcode == .connectionClose }.count == 1)
        #expect(frames.last?.opcode == .connectionClose)
    }

    @Test("What is written while a batch is passed keeps its place, compressed as it was")
    func writeWithinPass() throws {
        let end = try End(.server, deflate: DeflateAgreement())
        let peer = try End(.client, deflate: DeflateAgreement())
        let pipeline = end.channel.pipeline.syncOperations
        try pipeline.addHandler(FullSocket(fullAt: 1), position: .first)
        try pipeline.addHandler(Listener { [handler = end.handler] _ in
            handler.write(text: Self.payload(Self.text(300)))
        })
        end.put(Self.text(200))
        end.channel.writeAndFlush(WebSocketMessage.text(Self.text(400)), promise: nil)
        for bytes in try end.sent() { try peer.channel.writeInbound(bytes) }
        var received: [WebSocketMessage] = []
        while let message = try peer.channel.readInbound(as: WebSocketMessage.self) {
            received.append(message)
        }
        #expect(received == [200, 300, 400].map { .text(Self.text($0)) })
    }

    @Test("A large frame goes to the channel at once, which then knows how much it has")
    func largeFrameAtOnce() throws {
        let end = try End(.server)
        let socket = FullSocket(fullAt: 0)
        try end.channel.pipeline.syncOperations.addHandler(socket, position: .first)
        end.put(Self.text(1))
        #expect(socket.count == 0)
        end.put(Self.text(20_000))
        #expect(socket.count == 2)
    }

    @Test("A message after the close frame fails")
    func messageAfterClose() throws {
        let end = try End(.server)
        end.channel.pipeline.triggerUserOutboundEvent(
            WebSocketCommand.close(.normalClosure, reason: ""), promise: nil)
        #expect(throws: ChannelError.alreadyClosed) {
            try end.channel.writeAndFlush(WebSocketMessage.text(Self.text(1))).wait()
        }
    }

    @Test("Where both ends compress it is compressed")
    func compressed() throws {
        let end = try End(.server, deflate: DeflateAgreement())
        end.write(Self.text(10_000))
        let bytes = try end.sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        let frame = try #require(try frames(in: bytes).first)
        #expect(frame.rsv1 && frame.data.readableBytes < 1_000)
    }

    @Test("Other references to its bytes do not see what is done to it")
    func sharedBytes() throws {
        let end = try End(.client)
        var text = ByteBuffer(repeating: 0, count: WebSocketMessageHandler.headroom)
        text.moveReaderIndex(to: text.writerIndex)
        text.writeString("text")
        end.handler.write(text: text)
        #expect(String(buffer: text) == "text")
        text.moveReaderIndex(to: 0)
        let space = text.readableBytesView.prefix(WebSocketMessageHandler.headroom)
        #expect(space.allSatisfy { $0 == 0 })
    }

    @Test("Nothing is sent after the close frame")
    func closed() throws {
        let end = try End(.server)
        end.channel.pipeline.triggerUserOutboundEvent(
            WebSocketCommand.close(.normalClosure, reason: ""), promise: nil)
        _ = try end.sent()
        end.write(Self.text(5))
        #expect(try end.sent().isEmpty)
    }

    @Test("Masking keys do not repeat, beyond those that are drawn at a time")
    func maskingKeys() {
        var keys = MaskingKeys()
        let drawn = (0..<200).map { _ in Array(keys.next()) }
        #expect(Set(drawn).count == drawn.count)
    }
}
