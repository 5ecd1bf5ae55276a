import NIOCore
import NIOPosix
import OddsJSON
import Testing

/// A TCP connection of bytes, with WebSocket frames made and read by hand: a second opinion on
/// what the server's libraries do.
final class PageSocket {
    struct Closed: Error {}

    let channel: any Channel
    private var iterator: AsyncStream<ByteBuffer>.Iterator
    private var unread = ByteBuffer()

    /// - Parameter reads: Whether it reads anything.
    init(port: Int, reads: Bool = true) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        iterator = stream.makeAsyncIterator()
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .channelOption(.autoRead, value: reads)
        if !reads { bootstrap = bootstrap.channelOption(.socketOption(.so_rcvbuf), value: 4_096) }
        channel = try await bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(ReadingHandler(continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    deinit { channel.close(promise: nil) }

    func write(_ text: String) async throws {
        try await channel.writeAndFlush(ByteBuffer(string: text))
    }

    private func fill() async throws {
        guard var more = await iterator.next() else { throw Closed() }
        unread.writeBuffer(&more)
    }

    private func read(_ count: Int) async throws -> [UInt8] {
        while unread.readableBytes < count { try await fill() }
        return unread.readBytes(length: count) ?? []
    }

    /// All that comes until the end.
    func readAll() async -> String {
        while (try? await fill()) != nil {}
        let bytes = unread.readBytes(length: unread.readableBytes) ?? []
        return String(decoding: bytes, as: UTF8.self)
    }

    /// Sends a request without a body.
    func request(_ lines: [String]) async throws {
        try await write((lines + ["", ""]).joined(separator: "\r\n"))
    }

    /// The lines of a handshake, whose key and answer are those of RFC 6455, §1.3.
    static func handshake(_ path: String, port: Int, _ headers: [String] = []) -> [String] {
        [
            "GET \(path) HTTP/1.1", "Host: 127.0.0.1:\(port)", "Upgrade: websocket",
            "Connection: Upgrade", "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
            "Sec-WebSocket-Version: 13", "X-Game: 1",
        ] + headers
    }

    /// Makes a handshake.
    ///
    /// - Returns: The head of the answer.
    func upgrade(_ path: String, _ headers: [String] = []) async throws -> String {
        let port = channel.remoteAddress?.port ?? 0
        try await request(Self.handshake(path, port: port, headers))
        return try await readHead()
    }

    /// Up to and with an empty line.
    func readHead() async throws -> String {
        while true {
            let text = String(buffer: unread)
            if let end = text.firstRange(of: "\r\n\r\n") {
                let head = String(text[..<end.upperBound])
                unread.moveReaderIndex(forwardBy: head.utf8.count)
                return head
            }
            try await fill()
        }
    }

    /// A head, and the body whose length it says.
    func readAnswer() async throws -> String {
        let head = try await readHead()
        let field = head.split(separator: "\r\n").first { $0.hasPrefix("Content-Length: ") }
        let count = field.flatMap { Int($0.dropFirst("Content-Length: ".count)) }
        return head + String(decoding: try await read(count ?? 0), as: UTF8.self)
    }

    /// A masked frame.
    static func frame(_ opcode: UInt8, _ data: [UInt8]) -> [UInt8] {
        let key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
        let masked = data.enumerated().map { $1 ^ key[$0 % 4] }
        return [0x80 | opcode, 0x80 | UInt8(data.count)] + key + masked
    }

    func send(_ opcode: UInt8, _ data: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: Self.frame(opcode, data)))
    }

    func readFrame() async throws -> (opcode: UInt8, data: [UInt8]) {
        let head = try await read(2)
        #expect(head[1] & 0x80 == 0, "a server masks nothing")
        var count = Int(head[1])
        if count == 126 { count = try await read(2).reduce(0) { $0 << 8 | Int($1) } }
        return (head[0] & 15, try await read(count))
    }

    /// The bytes of the next text. Pings are answered, as by a browser.
    func readMessage() async throws -> [UInt8] {
        while true {
            let frame = try await readFrame()
            if frame.opcode == 9 { try await send(10, frame.data) }
            if frame.opcode == 1 { return frame.data }
        }
    }

    /// The next text.
    func readText() async throws -> JSONValue {
        try await readMessage().withUnsafeBytes { try JSONValue(json: $0) }
    }

    /// The code of the close frame, which ends all messages.
    func readClose() async throws -> Int {
        while true {
            let frame = try await readFrame()
            guard frame.opcode == 8 else { continue }
            return frame.data.prefix(2).reduce(0) { $0 << 8 | Int($1) }
        }
    }
}

private final class ReadingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let continuation: AsyncStream<ByteBuffer>.Continuation

    init(_ continuation: AsyncStream<ByteBuffer>.Continuation) { self.continuation = continuation }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        continuation.yield(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
