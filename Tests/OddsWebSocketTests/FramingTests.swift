import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import OddsWebSocket

/// Text that is written in place.
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

        func put(_ text: ByteBuffer) {
            var buffer = ByteBuffer(repeating: 0, count: WebSocketMessageHandler.headroom)
            buffer.moveReaderIndex(to: buffer.writerIndex)
            buffer.writeImmutableBuffer(text)
            handler.write(text: buffer)
        }

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
        private var count = 0

        init(fullAt: Int) { self.fullAt = fullAt }

        func write(
            context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?
        ) {
            context.write(data, promise: promise)
            count += 1
            if count == fullAt { context.fireChannelWritabilityChanged() }
        }
    }

    /// Closes where the channel's writability changes.
    private final class Closer: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage

        func channelWritabilityChanged(context: ChannelHandlerContext) {
            context.triggerUserOutboundEvent(
                WebSocketCommand.close(.goingAway, reason: ""), promise: nil)
        }
    }

    @Test(
        "Who closes while a batch is passed sends each frame once, and nothing after the close",
        arguments: 1...5)
    func closeWithinPass(fullAt: Int) throws {
        let end = try End(.server)
        let pipeline = end.channel.pipeline.syncOperations
        try pipeline.addHandler(FullSocket(fullAt: fullAt), position: .first)
        try pipeline.addHandler(Closer(), position: .last)
        let byteCounts = [10, 16_000, 11, 12, 16_000, 13, 40_000, 14, 15]
        for byteCount in byteCounts { end.put(Self.text(byteCount)) }
        end.channel.pipeline.triggerUserOutboundEvent(
            WebSocketCommand.ping(Self.text(1)), promise: nil)
        end.put(Self.text(16))
        end.handler.flush()
        let bytes = try end.sent().reduce(into: ByteBuffer()) { $0.writeImmutableBuffer($1) }
        let frames = try frames(in: bytes)
        let texts = frames.filter { $0.opcode == .text }.map(\.data.readableBytes)
        #expect(texts.elementsEqual((byteCounts + [16]).prefix(texts.count)))
        #expect(frames.filter { $0.opcode == .connectionClose }.count == 1)
        #expect(frames.last?.opcode == .connectionClose)
        // What was passed when it closed, at least.
        #expect(texts.count >= fullAt)
    }

    @Test("Where both ends compress it is compressed")
    func compressed() throws {
        let offer = DeflateAgreement.offer(.takeover)
        let agreement = DeflateAgreement.accepting(
            [WebSocketCompression.headerName: offer], .takeover)?.agreement
        let end = try End(.server, deflate: try #require(agreement))
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
