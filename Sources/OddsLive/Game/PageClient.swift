import Foundation
import NIOCore
import NIOPosix
import OddsExperiments
import OddsWebSocket

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// A page without a screen: loads its world as a page does, and reads its stream.
final class PageClient: ChannelInboundHandler, @unchecked Sendable {
    // Unchecked: all mutable state is used on the event loop of the pages.
    typealias InboundIn = WebSocketMessage
    typealias OutboundOut = WebSocketMessage

    let world: GameWorldID
    private let plan: GamePagesPlan
    private let page: URL
    private let meter: PageMeter
    private let loop: any EventLoop
    private let session: URLSession
    private let ready: EventLoopPromise<Void>
    private var messages: WebSocketMessageHandler?
    private var channel: (any Channel)?
    private var pings: RepeatedTask?
    private var pingCount = 0
    private var isLeaving = false
    private var isLoading = false
    /// Whether matches have changed while the answers for the former ones were on their way.
    private var loadsAgain = false
    private var table = PageTable()

    /// As a page does.
    private static let pingPeriod = TimeAmount.seconds(5)
    private static let messageBytesMax = 4 << 20
    private static let openLimit = TimeAmount.seconds(60)

    init(
        _ world: GameWorldID, of page: URL, plan: GamePagesPlan, meter: PageMeter,
        loop: any EventLoop, session: URLSession
    ) {
        self.world = world
        self.page = page
        self.plan = plan
        self.meter = meter
        self.loop = loop
        self.session = session
        ready = loop.makePromise()
    }

    /// Opens the stream, and loads matches and odds once it is there.
    ///
    /// - Throws: What fails.
    func open() async throws {
        let (host, port) = (page.host ?? "", page.port ?? 80)
        let timer = loop.scheduleTask(in: Self.openLimit) { [ready] in
            ready.fail(PageMessageError("no answer within a minute"))
        }
        defer { timer.cancel() }
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop)
                .channelOption(.socketOption(.tcp_nodelay), value: 1)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try self.setUp(channel, "\(host):\(port)")
                    }
                }
                .connect(host: host, port: port)
                // Channels to other addresses of the name say nothing.
                .map { [self] channel in connected(channel) }.get()
        } catch {
            ready.fail(error)
            throw error
        }
        do {
            try await ready.futureResult.get()
        } catch {
            channel.close(promise: nil)
            throw error
        }
    }

    private func setUp(_ channel: any Channel, _ host: String) throws {
        let query = plan.query(world, rate: plan.rate)
        try channel.pipeline.syncOperations.addWebSocketClient(
            WebSocketHandshake(
                host: host, path: "/live?\(query)", subprotocol: nil,
                headers: [("X-Game", "1")]),
            messageBytesMax: Self.messageBytesMax, handler: self
        ) { [ready] error in
            ready.fail(error)
            channel.close(promise: nil)
        }
    }

    private func connected(_ channel: any Channel) -> any Channel {
        self.channel = channel
        channel.closeFuture.whenComplete { [self] _ in
            pings?.cancel()
            if !isLeaving { meter.lostStreams += 1 }
            ready.fail(ChannelError.ioOnClosedChannel)
        }
        return channel
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        messages = try? pipeline.handler(type: WebSocketMessageHandler.self)
        messages?.receiveText = { [unowned self] in receive($0) }
        // Spread over the period, as pages are not opened in step.
        let delay = TimeAmount.nanoseconds(Int64.random(in: 0...Self.pingPeriod.nanoseconds))
        pings = context.eventLoop.scheduleRepeatedTask(
            initialDelay: delay, delay: Self.pingPeriod
        ) { [unowned self] _ in ping() }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        messages = nil
        pings?.cancel()
    }

    private func ping() {
        guard let channel, let messages else { return }
        pingCount += 1
        var text = WebSocketMessageHandler.payloadBuffer(capacity: 32, channel.allocator)
        text.writeString("{\"ping\":\(pingCount)}")
        messages.write(text: text)
        messages.flush()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        unwrapInboundIn(data).data.withUnsafeReadableBytes { receive($0) }
    }

    private func receive(_ text: UnsafeRawBufferPointer) {
        do throws(PageMessageError) {
            switch try PageMessage(text) {
            case .hello, .changed: load()
            case .pong: break
            case .updates(let updates):
                table.receive(updates)
                meter.note(updates, byteCount: text.count)
            }
        } catch {
            meter.note(problem: "a message cannot be read: \(error)")
        }
    }

    /// Asks for matches and odds, once at a time.
    private func load() {
        guard !isLoading else {
            loadsAgain = true
            return
        }
        isLoading = true
        loadsAgain = false
        let promise = loop.makePromise(of: (matches: [UInt8], odds: [UInt8]).self)
        promise.completeWithTask { [self] in
            async let matches = get("matches")
            async let odds = get("odds")
            return try await (matches, odds)
        }
        promise.futureResult.whenComplete { [self] in didLoad($0) }
    }

    private func didLoad(_ result: Result<(matches: [UInt8], odds: [UInt8]), any Error>) {
        isLoading = false
        if loadsAgain { return load() }
        do {
            let (matches, odds) = try result.get()
            try table.load(matches: matches, odds: odds)
            ready.succeed()
        } catch {
            meter.note(problem: "a world cannot be loaded: \(error)")
            ready.fail(error)
        }
    }

    private func get(_ kind: String) async throws -> [UInt8] {
        guard let url = URL(string: "\(kind)?\(plan.query(world, rate: nil))", relativeTo: page)
        else { throw PageMessageError("no address of \(kind)") }
        let (data, response) = try await session.data(from: url)
        guard (response as? HTTPURLResponse)?.statusCode == 200 else {
            throw PageMessageError("\(kind): \(String(decoding: data.prefix(200), as: UTF8.self))")
        }
        return Array(data)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }

    /// What the page has received, and the digest of what it has.
    func state() async throws -> (received: Int, digest: String) {
        try await loop.submit { [self] in (table.received, table.digest) }.get()
    }

    /// Ends the stream, or the wait for it.
    func leave() async {
        try? await loop.submit { [self] in
            isLeaving = true
            ready.fail(ChannelError.ioOnClosedChannel)
            channel?.close(promise: nil)
        }.get()
    }
}
