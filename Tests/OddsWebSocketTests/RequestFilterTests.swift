import NIOCore
import NIOEmbedded
import NIOHTTP1
import Testing

@testable import OddsWebSocket

/// Requests on their way from the decoder to a server.
final class RequestFilterTests {
    /// Those that a test has made. A channel retains itself until it is closed and its tasks
    /// have run.
    private var channels: [EmbeddedChannel] = []

    deinit {
        for channel in channels { _ = try? channel.finish(acceptAlreadyClosed: true) }
    }

    private static let answer = HTTPServerResponsePart.head(
        HTTPResponseHead(version: .http1_1, status: .ok))

    private func connection(_ filter: RequestFilter = RequestFilter()) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channels.append(channel)
        try channel.pipeline.syncOperations.addHandler(filter)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    private static func head(_ fields: (String, String)...) -> HTTPServerRequestPart {
        let headers = HTTPHeaders([("Host", "a")] + fields)
        return .head(
            HTTPRequestHead(version: .http1_1, method: .GET, uri: "/x?y", headers: headers))
    }

    private func send(_ channel: EmbeddedChannel, _ parts: HTTPServerRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    private func answer(_ channel: EmbeddedChannel) {
        channel.write(Self.answer, promise: nil)
        channel.write(HTTPServerResponsePart.end(nil), promise: nil)
        channel.flush()
    }

    private func received(_ channel: EmbeddedChannel) throws -> HTTPServerRequestPart? {
        try channel.readInbound(as: HTTPServerRequestPart.self)
    }

    private func sentHead(_ channel: EmbeddedChannel) throws -> HTTPResponseHead? {
        while let part = try channel.readOutbound(as: HTTPServerResponsePart.self) {
            if case .head(let head) = part { return head }
        }
        return nil
    }

    @Test("A field that may stand once is refused twice, also with the same value", arguments: [
        ("host", "a"), ("Host", "b"), ("HOST", ""),
    ])
    func doubled(name: String, value: String) throws {
        let channel = try connection()
        try send(channel, Self.head((name, value)), .body(ByteBuffer(string: "b")), .end(nil))
        #expect(try received(channel) == nil)
        let head = try #require(try sentHead(channel))
        #expect(head.status == .badRequest && head.headers["Connection"] == ["close"])
        let words = ByteBuffer(string: "the request has more than one field Host: send one\n")
        let body = try channel.readOutbound(as: HTTPServerResponsePart.self)
        #expect(body == .body(.byteBuffer(words)))
        #expect(!channel.isActive)
    }

    @Test("So are two origins and two sites, and one of each is let through")
    func others() throws {
        for name in ["Origin", "Sec-Fetch-Site"] {
            let channel = try connection()
            try send(channel, Self.head((name, "a")), .end(nil))
            #expect(try received(channel) == Self.head((name, "a")))
            answer(channel)
            _ = try sentHead(channel)
            try send(channel, Self.head((name, "a"), (name, "b")))
            #expect(try sentHead(channel)?.status == .badRequest)
        }
    }

    @Test("Requests before a refused one are answered before it, and none behind it")
    func order() throws {
        let channel = try connection()
        try send(
            channel, Self.head(), .end(nil), Self.head(), .end(nil), Self.head(("Host", "b")),
            .end(nil), Self.head(), .end(nil))
        #expect(try sentHead(channel) == nil)
        answer(channel)
        #expect(try sentHead(channel)?.status == .ok && channel.isActive)
        answer(channel)
        #expect(try sentHead(channel)?.status == .ok)
        #expect(try sentHead(channel)?.status == .badRequest && !channel.isActive)
        var count = 0
        while let part = try received(channel) { if case .head = part { count += 1 } }
        #expect(count == 2)
    }

    @Test("Bodies are counted until they are answered, or end the connection")
    func bodies() throws {
        let held = NIOLoopBoundBox(0, eventLoop: EmbeddedEventLoop())
        let filter = RequestFilter(memory: { change in
            held.value += change
            return held.value <= 5
        })
        let channel = try connection(filter)
        let body = HTTPServerRequestPart.body(ByteBuffer(string: "abc"))
        try send(channel, Self.head(), body, .end(nil))
        #expect(held.value == 3)
        answer(channel)
        #expect(held.value == 0 && channel.isActive)
        try send(channel, Self.head(), body, body)
        #expect(!channel.isActive)
        #expect(held.value == 0)
    }

    @Test("A request that is answered before it has come whole ends the connection, and is told")
    func early() throws {
        let channel = try connection()
        try send(channel, Self.head(), .body(ByteBuffer(string: "a")))
        #expect(channel.isActive)
        answer(channel)
        #expect(!channel.isActive)
        #expect(try sentHead(channel)?.headers["Connection"] == ["close"])
    }

    @Test("What comes while a request is answered does not keep the connection")
    func lateEnd() throws {
        let channel = try connection()
        try send(channel, Self.head())
        channel.write(Self.answer, promise: nil)
        try send(channel, .end(nil))
        channel.write(HTTPServerResponsePart.end(nil), promise: nil)
        channel.flush()
        #expect(!channel.isActive)
    }

    @Test("The answer to a whole request leaves the connection to the next one")
    func keptConnection() throws {
        let channel = try connection()
        try send(channel, Self.head(), .end(nil), Self.head())
        answer(channel)
        #expect(channel.isActive)
        #expect(try sentHead(channel)?.headers["Connection"] == [])
    }

    @Test("A request that does not get its upgrade asks for none, and a handshake passes")
    func upgrade() throws {
        let refusing = try connection()
        try send(refusing, Self.head(("Upgrade", "websocket")))
        #expect(try received(refusing) == Self.head())
        let accepting = try connection(RequestFilter(accepts: { _ in true }))
        try send(accepting, Self.head(("Upgrade", "websocket")), .end(nil))
        #expect(try received(accepting) == Self.head(("Upgrade", "websocket")))
        #expect(try received(accepting) == .end(nil))
        // What follows is not HTTP, in either direction.
        try accepting.writeInbound(ByteBuffer(string: "frame"))
        #expect(try accepting.readInbound() == ByteBuffer(string: "frame"))
        try accepting.writeOutbound(ByteBuffer(string: "frame"))
        #expect(try accepting.readOutbound() == ByteBuffer(string: "frame"))
    }
}
