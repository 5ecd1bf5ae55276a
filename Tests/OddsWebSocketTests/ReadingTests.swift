import NIOCore
import NIOEmbedded
import NIOWebSocket
import Testing

@testable import OddsWebSocket

/// Text that is read in place.
@Suite struct ReadingTests {
    /// What one end of a connection receives.
    private final class End: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage

        let channel = EmbeddedChannel()
        private let handler: WebSocketMessageHandler
        /// Texts in the order of their arrival, and how many went past the decoder.
        private(set) var texts: [String] = []
        private(set) var inPlaceCount = 0
        private(set) var events: [WebSocketEvent] = []
        /// At each time that the channel was said to be inactive.
        private(set) var textCountsWhenInactive: [Int] = []
        /// Called after each text that went past the decoder.
        var afterText: () -> Void = {}

        init(_ role: WebSocketRole, deflate: DeflateAgreement? = nil) throws {
            handler = WebSocketMessageHandler(role: role, messageBytesMax: 1_000, deflate: deflate)
            try channel.pipeline.syncOperations.addHandlers([
                WebSocketFrameEncoder(),
                ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: 1_000)), handler, self,
            ])
            handler.receiveText = { [unowned self] in
                texts.append(String(decoding: $0, as: UTF8.self))
                inPlaceCount += 1
                afterText()
            }
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            texts.append(String(buffer: unwrapInboundIn(data).data))
        }

        func channelInactive(context: ChannelHandlerContext) {
            textCountsWhenInactive.append(texts.count)
        }

        func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
            if let event = event as? WebSocketEvent { events.append(event) }
        }

        func receive(_ bytes: some Sequence<UInt8>) throws {
            try channel.writeInbound(ByteBuffer(bytes: bytes))
        }

        func finish() { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }

    /// A frame as the peer of a role sends it.
    private static func frame(
        to role: WebSocketRole, _ text: String, first: UInt8 = 0x81
    ) -> [UInt8] {
        let data = Array(text.utf8)
        let length =
            data.count < 126
            ? [UInt8(data.count)] : [126, UInt8(data.count >> 8), UInt8(data.count & 0xFF)]
        guard role == .server else { return [first] + length + data }
        let key: [UInt8] = [0x9A, 0x01, 0xFF, 0x37]
        return [first, length[0] | 0x80] + length.dropFirst() + key
            + data.enumerated().map { $1 ^ key[$0 & 3] }
    }

    private static let texts = [
        "", "a", "κόσμε", String(repeating: "x", count: 125), String(repeating: "é", count: 63),
        String(repeating: "y", count: 1_000), "[70,1,{}]",
    ]

    @Test("Whole frames of text go past the decoder", arguments: [WebSocketRole.server, .client])
    func wholeFrames(role: WebSocketRole) throws {
        let end = try End(role)
        defer { end.finish() }
        try end.receive(Self.texts.flatMap { Self.frame(to: role, $0) })
        #expect(end.texts == Self.texts)
        #expect(end.inPlaceCount == Self.texts.count)
    }

    @Test("Wherever bytes are cut, all messages come in order",
        arguments: [WebSocketRole.server, .client])
    func cuts(role: WebSocketRole) throws {
        let texts = ["first", "κόσμε", String(repeating: "é", count: 63), "last"]
        let bytes = texts.flatMap { Self.frame(to: role, $0) }
        for cut in 1..<bytes.count {
            let end = try End(role)
            defer { end.finish() }
            try end.receive(bytes[..<cut])
            try end.receive(bytes[cut...])
            #expect(end.texts == texts, "cut at \(cut)")
        }
    }

    @Test("All else is left to the decoder, in its place among the texts")
    func others() throws {
        let end = try End(.client)
        defer { end.finish() }
        let frame = { Self.frame(to: .client, $0, first: $1) }
        // Text, a binary message, a ping between the fragments of a text, and text.
        try end.receive(
            frame("1", 0x81) + frame("2", 0x82) + frame("3", 0x01) + frame("ping", 0x89)
                + frame("4", 0x80) + frame("5", 0x81))
        #expect(end.texts == ["1", "2", "34", "5"])
        #expect(end.inPlaceCount == 2)
        let pong = try end.channel.readOutbound(as: ByteBuffer.self)
        #expect(pong?.getInteger(at: pong?.readerIndex ?? 0, as: UInt8.self) == 0x8A)
    }

    @Test("Compressed text is left to the decoder, in its place among the other")
    func compressed() throws {
        let end = try End(.client, deflate: DeflateAgreement())
        defer { end.finish() }
        let plain = { Self.frame(to: .client, $0) }
        // The example of RFC 7692, §7.2.3.1, and "a", which is UTF-8 compressed, too.
        let hello: [UInt8] = [0xC1, 7, 0xF2, 0x48, 0xCD, 0xC9, 0xC9, 0x07, 0x00]
        let short: [UInt8] = [0xC1, 3, 0x4A, 0x04, 0x00]
        try end.receive(plain("1") + short + hello + plain("2"))
        #expect(end.texts == ["1", "a", "Hello", "2"])
        #expect(end.inPlaceCount == 2)
    }

    // A channel whose flush fails reads what its socket still has, and becomes
    // inactive, before the flush returns.

    @Test("What is read while a message is received comes after it")
    func readWithinRead() throws {
        let end = try End(.client)
        defer { end.finish() }
        let bytes = ["1", "2", "3"].flatMap { Self.frame(to: .client, $0) }
        end.afterText = { [unowned end] in
            end.afterText = {}
            end.channel.pipeline.fireChannelRead(ByteBuffer(bytes: bytes[5...]))
        }
        try end.receive(bytes[..<5])
        #expect(end.texts == ["1", "2", "3"])
        #expect(end.events.isEmpty)
    }

    @Test("A channel that becomes inactive while a message is received loses none of those read")
    func inactiveWithinRead() throws {
        let end = try End(.client)
        defer { end.finish() }
        end.afterText = { [unowned end] in
            end.afterText = {}
            end.channel.pipeline.fireChannelInactive()
        }
        try end.receive(
            Self.frame(to: .client, "1") + Self.frame(to: .client, "2", first: 0x82)
                + Self.frame(to: .client, "3") + [0x88, 2, 0x03, 0xE9])
        #expect(end.texts == ["1", "2", "3"])
        #expect(end.events == [.closing(code: .goingAway, reason: "")])
        #expect(end.textCountsWhenInactive == [3])
    }

    @Test("Text within a message is refused, not read")
    func messageWithinMessage() throws {
        let end = try End(.client)
        defer { end.finish() }
        try end.receive(
            Self.frame(to: .client, "a", first: 0x01) + Self.frame(to: .client, "b"))
        #expect(end.texts.isEmpty)
        #expect(end.events == [.violation(.protocolError, "a message within a message")])
    }

    @Test("What is not in order ends the connection after what was, and nothing comes later")
    func violations() throws {
        let good = Self.frame(to: .client, "good")
        let cases: [(bad: [UInt8], event: WebSocketEvent)] = [
            ([0x81, 1, 0xFF], .violation(
                .dataInconsistentWithMessage, "text that is not UTF-8")),
            ([0x81, 1, 0xC3], .violation(
                .dataInconsistentWithMessage, "text that is not UTF-8")),
            ([0x81, 126, 0, 1, 0x61], .violation(
                .protocolError, "a length that is not in its shortest form")),
            (Self.frame(to: .server, "masked"), .violation(.protocolError, "a masked frame")),
            (Self.frame(to: .client, String(repeating: "z", count: 1_001)), .violation(
                .messageTooLarge, "a frame of more than 1000 bytes")),
            ([0x91, 1, 0x61], .violation(.protocolError, "reserved bits are set")),
        ]
        for (bad, event) in cases {
            let end = try End(.client)
            defer { end.finish() }
            try? end.receive(good + bad + good)
            #expect(end.texts == ["good"], "\(event)")
            #expect(end.events == [event])
        }
    }

    @Test("After the peer's close frame no text is read")
    func closed() throws {
        let end = try End(.client)
        defer { end.finish() }
        try end.receive([0x88, 0] + Self.frame(to: .client, "late"))
        #expect(end.texts.isEmpty)
        #expect(end.events == [.closing(code: nil, reason: "")])
    }
}
