import Dispatch
import HummingbirdCore
import NIOConcurrencyHelpers
import NIOCore
import NIOEmbedded
import NIOWebSocket
import OddsJSON
import OddsWebSocket
import Testing

@testable import GameServer

/// Closes channels and ends what is scheduled on loops when no test uses them any more: both retain
/// each other until then.
private final class VirtualLifetime: Sendable {
    private let loops: [NIOAsyncTestingEventLoop]
    private let channels = NIOLockedValueBox<[NIOAsyncTestingChannel]>([])

    init(_ loops: [NIOAsyncTestingEventLoop]) { self.loops = loops }

    deinit {
        for channel in channels.withLockedValue(\.self) { channel.close(promise: nil) }
        for loop in loops { loop.shutdownGracefully(queue: .global()) { _ in } }
    }

    func add(_ channel: NIOAsyncTestingChannel) {
        channels.withLockedValue { $0.append(channel) }
    }
}

/// Worlds on an event loop whose time stands still until a test moves it.
struct VirtualGame {
    static let start = GameTime(seconds: 1_790_000_000)
    static let id = WorldID("0123456789abcdef0123456789abcdef")!

    let loop: NIOAsyncTestingEventLoop
    let worlds: GameWorlds
    /// Whose time the clock shows.
    private let clockLoop: NIOAsyncTestingEventLoop
    fileprivate let lifetime: VirtualLifetime

    /// - Parameter isLate: Whether timers are late: when they fire the clock shows the time
    ///   to which the test has moved it, and not when they were due.
    init(
        seed: UInt64 = 1, rateLimit: Int = PacedSchedule.limitDefault,
        platformMatchesMax: Int? = nil, isLate: Bool = false
    ) {
        loop = NIOAsyncTestingEventLoop()
        clockLoop = isLate ? NIOAsyncTestingEventLoop() : loop
        lifetime = VirtualLifetime(isLate ? [loop, clockLoop] : [loop])
        worlds = GameWorlds(
            loop: loop, seed: seed, rateLimit: rateLimit, platformMatchesMax: platformMatchesMax,
            clock: GameClock(loop: clockLoop, origin: Self.start))
    }

    func advance(_ time: TimeAmount) async {
        if clockLoop !== loop { await clockLoop.advanceTime(by: time) }
        await loop.advanceTime(by: time)
    }

    /// What control wants of the world.
    func control(_ change: String) async throws {
        try await worlds.change(Self.id, ControlChange(Array(change.utf8)))
    }

    /// A page that connects now.
    func page(_ query: String = "world=\(id)") async throws -> VirtualPage {
        try await VirtualPage(self, query)
    }
}

/// The socket of a page, which reads when the test does.
struct VirtualPage {
    let channel: NIOAsyncTestingChannel
    private let lifetime: VirtualLifetime

    init(_ game: VirtualGame, _ query: String) async throws {
        let worldQuery = try WorldQuery(URI("/live?" + query))
        channel = NIOAsyncTestingChannel(loop: game.loop)
        lifetime = game.lifetime
        lifetime.add(channel)
        let channel = channel
        let worlds = game.worlds
        try await channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).get()
        try await game.loop.executeInContext {
            let messages = WebSocketMessageHandler(
                role: .server, messageBytesMax: LiveSocket.messageBytesMax)
            try channel.pipeline.syncOperations.addHandlers(
                WebSocketFrameEncoder(),
                ByteToMessageHandler(
                    WebSocketFrameDecoder(maxFrameSize: LiveSocket.messageBytesMax)),
                messages, LiveSocket(worldQuery, worlds: worlds, messages: messages))
        }
    }

    /// What has come since the last reading: opcodes and data of frames.
    func frames() async throws -> [(opcode: UInt8, data: [UInt8])] {
        var bytes = ByteBuffer()
        while let more = try await channel.readOutbound(as: ByteBuffer.self) {
            bytes.writeImmutableBuffer(more)
        }
        var frames: [(opcode: UInt8, data: [UInt8])] = []
        while let first = bytes.readInteger(as: UInt8.self) {
            var count = bytes.readInteger(as: UInt8.self).map(Int.init)
            if count == 126 { count = bytes.readInteger(as: UInt16.self).map(Int.init) }
            if count == 127 { count = bytes.readInteger(as: UInt64.self).map(Int.init) }
            let data = bytes.readBytes(length: try #require(count))
            frames.append((first & 15, try #require(data)))
        }
        return frames
    }

    /// The texts among them. Pings are answered, as by a browser.
    func texts() async throws -> [JSONValue] {
        var texts: [JSONValue] = []
        for frame in try await frames() {
            if frame.opcode == 9 { try await send(10, frame.data) }
            guard frame.opcode == 1 else { continue }
            texts.append(try frame.data.withUnsafeBytes { try JSONValue(json: $0) })
        }
        return texts
    }

    func send(_ opcode: UInt8, _ data: [UInt8]) async throws {
        let key: [UInt8] = [1, 2, 3, 4]
        let masked = data.enumerated().map { $1 ^ key[$0 % 4] }
        try await channel.writeInbound(
            ByteBuffer(bytes: [0x80 | opcode, 0x80 | UInt8(data.count)] + key + masked))
    }
}

extension JSONValue {
    var number: Double? {
        guard case .number(let text) = self else { return nil }
        return Double(text)
    }

    var elements: [JSONValue] {
        guard case .array(let elements) = self else { return [] }
        return elements
    }
}
