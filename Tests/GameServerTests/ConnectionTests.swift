import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTPTypes
import OddsServer
import Testing

@testable import GameServer

/// How long connections may take, on a virtual clock, and how many there may be.
final class ConnectionTests {
    private let limit = TimeAmount.seconds(60)
    /// Those that a test has made. A channel retains itself until it is closed, its tasks have run,
    /// and its writes are done.
    private var channels: [EmbeddedChannel] = []

    deinit {
        for channel in channels {
            // One that is closed has no pipeline any more.
            channel._channelCore.flush0()
            _ = try? channel.finish(acceptAlreadyClosed: true)
        }
    }

    private static let request = HTTPRequestPart.head(
        HTTPRequest(method: .get, scheme: "http", authority: "a", path: "/"))
    private static let answer = HTTPResponsePart.head(HTTPResponse(status: .ok))

    private func connection(_ handler: some ChannelHandler) throws -> EmbeddedChannel {
        let channel = EmbeddedChannel()
        channels.append(channel)
        try channel.pipeline.syncOperations.addHandler(handler)
        try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
        return channel
    }

    /// A connection on which requests are sent and answered.
    private func exchange() throws -> EmbeddedChannel {
        try connection(ExchangeDeadlineHandler(limit: limit))
    }

    private func send(_ channel: EmbeddedChannel, _ parts: HTTPRequestPart...) throws {
        for part in parts { try channel.writeInbound(part) }
    }

    /// - Parameter isRead: Whether the client reads the answer.
    private func answer(_ channel: EmbeddedChannel, isRead: Bool = true) {
        channel.write(Self.answer, promise: nil)
        channel.write(HTTPResponsePart.end(nil), promise: nil)
        if isRead { channel.flush() }
    }

    /// Expects that a connection is closed after so long, and not before.
    private func expectClose(
        of channel: EmbeddedChannel, after time: TimeAmount,
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        channel.embeddedEventLoop.advanceTime(by: time - .nanoseconds(1))
        #expect(channel.isActive, sourceLocation: sourceLocation)
        channel.embeddedEventLoop.advanceTime(by: .nanoseconds(1))
        #expect(!channel.isActive, sourceLocation: sourceLocation)
    }

    @Test("An exchange ends when its time is over, however its client sends", arguments: [
        false, true,
    ])
    func slowRequest(sendsOn: Bool) throws {
        let channel = try exchange()
        try send(channel, Self.request)
        if sendsOn {
            channel.embeddedEventLoop.advanceTime(by: .seconds(59))
            try send(channel, .body(ByteBuffer(string: "a")))
        }
        expectClose(of: channel, after: sendsOn ? .seconds(1) : limit)
    }

    @Test("An answer that is not read ends the connection, and one that is does not")
    func slowReader() throws {
        let reader = try exchange()
        let other = try exchange()
        for (channel, isRead) in [(reader, true), (other, false)] {
            try send(channel, Self.request, .end(nil))
            answer(channel, isRead: isRead)
        }
        expectClose(of: other, after: limit)
        reader.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(reader.isActive)
        // The next exchange has its own time.
        try send(reader, Self.request)
        expectClose(of: reader, after: limit)
    }

    @Test("Of requests that come together each has its own time")
    func pipelined() throws {
        let channel = try exchange()
        try send(channel, Self.request, .end(nil), Self.request, .end(nil))
        channel.embeddedEventLoop.advanceTime(by: .seconds(59))
        answer(channel)
        expectClose(of: channel, after: limit)
    }

    @Test("A connection without a request is closed, and one with a request is not")
    func firstRequest() throws {
        let channel = try connection(FirstRequestHandler(limit: limit))
        expectClose(of: channel, after: limit)
        let handler = FirstRequestHandler(limit: limit)
        let other = try connection(handler)
        try other.pipeline.syncOperations.removeHandler(handler).wait()
        other.embeddedEventLoop.advanceTime(by: .hours(1))
        #expect(other.isActive)
    }

    @Test("A connection that can send no request any more is closed at once")
    func noRequest() throws {
        let channel = try connection(FirstRequestHandler(limit: limit))
        channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
        #expect(!channel.isActive)
    }

    @Test("Connections are as many as the open files leave room for")
    func openFiles() {
        for (openFiles, isLowered, connections) in [
            (100_000, false, 8_192), (8_320, false, 8_192), (8_319, true, 8_191),
            (8_192, true, 8_064), (1_024, true, 896), (5, true, 1),
        ] {
            var configuration = GameConfiguration()
            #expect(configuration.limitConnections(openFiles: openFiles) == isLowered)
            #expect(configuration.connectionsMax == connections)
        }
    }
}

extension GameTests {
    /// Connections that a server closes by itself.
    @Suite struct ConnectionTimeoutTests {
        /// Runs a server of which one time is short, and the others are longer than a test.
        private func withShort(
            _ time: WritableKeyPath<ConnectionTimeouts, TimeAmount> & Sendable,
            _ body: @escaping @Sendable (RunningGame) async throws -> Void
        ) async throws {
            try await withGame {
                $0.timeouts = ConnectionTimeouts(
                    firstRequest: .hours(1), idle: .hours(1), exchange: .hours(1))
                $0.timeouts[keyPath: time] = .milliseconds(1)
            } _: { try await body($0) }
        }

        private func request(_ port: Int, _ more: String...) -> [String] {
            ["GET / HTTP/1.1", "Host: 127.0.0.1:\(port)"] + more
        }

        @Test("One that sends no request is closed without a word")
        func firstRequest() async throws {
            try await withShort(\.firstRequest) { game in
                for port in [game.port, game.controlPort] {
                    let socket = try await PageSocket(port: port)
                    #expect(await socket.readAll() == "")
                }
            }
        }

        @Test("One whose request does not come to its end is closed")
        func exchange() async throws {
            try await withShort(\.exchange) { game in
                for port in [game.port, game.controlPort] {
                    let socket = try await PageSocket(port: port)
                    let path = "POST /worlds/\(RunningGame.id)/seed HTTP/1.1"
                    try await socket.request(
                        [path] + request(port, "Content-Length: 2").dropFirst())
                    _ = await socket.readAll()
                }
            }
        }

        @Test("One that asks no more is closed after its answer")
        func idle() async throws {
            try await withShort(\.idle) { game in
                let socket = try await PageSocket(port: game.port)
                try await socket.request(request(game.port))
                #expect(await socket.readAll().hasPrefix("HTTP/1.1 200 "))
            }
        }

        @Test("None of these closes the socket of a page")
        func socket() async throws {
            try await withGame {
                $0.timeouts = ConnectionTimeouts(
                    firstRequest: .hours(1), idle: .milliseconds(1), exchange: .milliseconds(1))
            } _: { game in
                let socket = try await PageSocket(port: game.port)
                _ = try await socket.upgrade("/live?world=\(RunningGame.id)&rate=1000")
                var count = 0
                while count < 500 {
                    count += try await socket.readText()["updates"]?.elements.count ?? 0
                }
            }
        }
    }
}
