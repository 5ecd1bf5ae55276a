import NIOCore
import NIOPosix
import OddsWAMP
import OddsWebSocket
import Testing

/// A TCP connection of bytes, with WebSocket frames made and read by hand: a
/// second opinion on what the server's libraries do.
final class TestSocket {
    struct Frame: Equatable {
        var opcode: UInt8
        var isFinal = true
        var isCompressed = false
        var data: [UInt8]

        var text: String { String(decoding: data, as: UTF8.self) }

        /// Of a close frame.
        var closeCode: Int? {
            opcode == 8 && data.count >= 2 ? Int(data[0]) << 8 | Int(data[1]) : nil
        }
    }

    struct Closed: Error {}

    let channel: any Channel
    private var iterator: AsyncStream<ByteBuffer>.Iterator
    private var unread = ByteBuffer()

    /// - Parameter receiveBytes: of the socket's buffer, for clients that are
    ///   not to read much before they are slow.
    init(port: Int, receiveBytes: Int32? = nil) async throws {
        let (stream, continuation) = AsyncStream.makeStream(of: ByteBuffer.self)
        var bootstrap = ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        if let receiveBytes {
            bootstrap = bootstrap.channelOption(
                .socketOption(.so_rcvbuf), value: SocketOptionValue(receiveBytes))
        }
        channel = try await bootstrap
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        StreamHandler(continuation: continuation))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        iterator = stream.makeAsyncIterator()
    }

    deinit { channel.close(promise: nil) }

    func write(_ bytes: [UInt8]) async throws {
        try await channel.writeAndFlush(ByteBuffer(bytes: bytes))
    }

    private func fill() async throws {
        guard var more = await iterator.next() else { throw Closed() }
        unread.writeBuffer(&more)
    }

    func read(_ count: Int) async throws -> [UInt8] {
        while unread.readableBytes < count { try await fill() }
        return unread.readBytes(length: count) ?? []
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

    /// All that comes until the end.
    func readAll() async -> [UInt8] {
        while (try? await fill()) != nil {}
        return unread.readBytes(length: unread.readableBytes) ?? []
    }

    /// Whether nothing but the end comes any more.
    func isClosed() async -> Bool {
        _ = await readAll()
        return true
    }

    // WebSocket

    /// Makes the handshake, whose key and answer are those of RFC 6455, §1.3.
    func upgrade(
        path: String = "/v2", headers: [String] = ["Sec-WebSocket-Protocol: wamp.2.json"]
    ) async throws -> String {
        try await request(["GET \(path) HTTP/1.1"] + Self.handshakeHeaders + headers)
        return try await readHead()
    }

    static let handshakeHeaders = [
        "Host: localhost", "Upgrade: websocket", "Connection: Upgrade",
        "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Version: 13",
    ]

    /// Sends the lines of an HTTP request without a body.
    func request(_ lines: [String]) async throws {
        try await write(Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8))
    }

    static func frame(
        _ opcode: UInt8, _ data: [UInt8], isFinal: Bool = true, isMasked: Bool = true,
        reserved: UInt8 = 0, key: [UInt8] = [0x37, 0xFA, 0x21, 0x3D]
    ) -> [UInt8] {
        var bytes = [(isFinal ? 0x80 : 0) | reserved | opcode]
        let mask: UInt8 = isMasked ? 0x80 : 0
        switch data.count {
        case 0..<126: bytes.append(mask | UInt8(data.count))
        case 126..<65_536:
            bytes += [mask | 126, UInt8(data.count >> 8), UInt8(data.count & 255)]
        default:
            bytes.append(mask | 127)
            for shift in (0..<8).reversed() {
                bytes.append(UInt8(truncatingIfNeeded: data.count >> (8 * shift)))
            }
        }
        guard isMasked else { return bytes + data }
        return bytes + key + data.enumerated().map { $1 ^ key[$0 % 4] }
    }

    func readFrame() async throws -> Frame {
        let head = try await read(2)
        #expect(head[1] & 0x80 == 0, "a server masks nothing")
        var count = Int(head[1] & 0x7F)
        if count == 126 {
            count = try await read(2).reduce(0) { $0 << 8 | Int($1) }
        } else if count == 127 {
            count = try await read(8).reduce(0) { $0 << 8 | Int($1) }
        }
        return Frame(
            opcode: head[0] & 15, isFinal: head[0] & 0x80 != 0,
            isCompressed: head[0] & 0x40 != 0, data: try await read(count))
    }

    /// The data of a frame that does not refer to earlier ones.
    private func inflated(_ frame: Frame) throws -> [UInt8] {
        guard frame.isCompressed else { return frame.data }
        var message = ByteBuffer()
        try MessageInflater(.init(keepsContext: false), messageBytesMax: 64 << 20)
            .inflate(ByteBuffer(bytes: frame.data), isLast: true, into: &message)
        return Array(message.readableBytesView)
    }

    // WAMP

    func send(_ text: String) async throws { try await write(Self.frame(1, Array(text.utf8))) }

    /// The next message.
    func readMessage() async throws -> WAMPMessage {
        while true {
            let frame = try await readFrame()
            guard frame.opcode == 1 else { continue }
            return try inflated(frame).withUnsafeBytes { try WAMPMessage(json: $0) }
        }
    }

    /// The next message that is not an INVOCATION.
    func readAnswer() async throws -> WAMPMessage {
        while true {
            let message = try await readMessage()
            if message.type != .invocation { return message }
        }
    }

    /// A session of its own.
    ///
    /// - Parameter headers: further ones of the handshake.
    static func session(
        port: Int, receiveBytes: Int32? = nil, headers: [String] = []
    ) async throws -> TestSocket {
        let socket = try await TestSocket(port: port, receiveBytes: receiveBytes)
        _ = try await socket.upgrade(headers: ["Sec-WebSocket-Protocol: wamp.2.json"] + headers)
        try await socket.send(#"[1,"r",{"roles":{"caller":{}}}]"#)
        #expect(try await socket.readMessage().type == .welcome)
        return socket
    }

    /// Registers and gives the registration.
    func register(_ topic: String, request: Int = 1) async throws -> WAMPID {
        try await send(#"[64,\#(request),{},"\#(topic)"]"#)
        guard case .registered(_, let registration) = try await readAnswer() else {
            throw Closed()
        }
        return registration
    }

    func askDump(_ topic: String, request: Int) async throws {
        try await send(#"[48,\#(request),{},"/sports#initialDump",[],{"topic":"\#(topic)"}]"#)
    }
}

private final class StreamHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    private let continuation: AsyncStream<ByteBuffer>.Continuation

    init(continuation: AsyncStream<ByteBuffer>.Continuation) {
        self.continuation = continuation
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        // Of its own, as the channel takes its buffer back once nobody holds it,
        // which the thread sanitizer cannot see.
        continuation.yield(ByteBuffer(bytes: unwrapInboundIn(data).readableBytesView))
    }

    func channelInactive(context: ChannelHandlerContext) { continuation.finish() }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        continuation.finish()
        context.close(promise: nil)
    }
}
