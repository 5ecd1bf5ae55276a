import Foundation
import NIOCore
import NIOPosix
import OddsExperiments
import OddsWebSocket

/// The DevTools protocol of a browser, over one WebSocket on loopback.
package actor DevTools {
    private typealias Waiter = CheckedContinuation<Data, any Error>

    private let channel: any Channel
    private var calls = DevToolsCalls<Waiter>()

    /// The browser's answer to a whole measurement is some hundred kilobytes.
    private static let messageBytesMax = 64 << 20
    private static let connectLimit = TimeAmount.seconds(10)
    /// For what the browser does at once.
    package static let callLimit = Duration.seconds(30)

    private init(_ channel: any Channel) { self.channel = channel }

    /// Connects to a browser.
    ///
    /// - Parameter address: As the browser prints it: `ws://127.0.0.1:PORT/devtools/browser/…`.
    /// - Throws: `ExperimentFailure` if it is none, or if nothing answers there.
    package static func connect(to address: String) async throws -> DevTools {
        guard let url = URL(string: address), url.scheme == "ws", let host = url.host,
            let port = url.port
        else {
            throw ExperimentFailure(.childDied, "the browser's address is none: \(address)")
        }
        let (texts, continuation) = AsyncStream.makeStream(of: Data.self)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let ready = loop.makePromise(of: Void.self)
        let handler = DevToolsHandler(continuation, ready: ready)
        let handshake = WebSocketHandshake(
            host: "\(host):\(port)", path: url.path, subprotocol: nil)
        let channel: any Channel
        do {
            channel = try await ClientBootstrap(group: loop)
                .connectTimeout(connectLimit)
                .channelInitializer { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try channel.pipeline.syncOperations.addWebSocketClient(
                            handshake, messageBytesMax: messageBytesMax, handler: handler
                        ) { error in
                            ready.fail(error)
                            channel.close(promise: nil)
                        }
                    }
                }
                .connect(host: host, port: port).get()
        } catch {
            ready.fail(error)
            throw ExperimentFailure(.childDied, "\(address): cannot be connected to: \(error)")
        }
        channel.closeFuture.whenComplete { _ in
            ready.fail(ChannelError.ioOnClosedChannel)
            continuation.finish()
        }
        do {
            try await ready.futureResult.get()
        } catch {
            channel.close(promise: nil)
            throw ExperimentFailure(.childDied, "\(address): no DevTools protocol: \(error)")
        }
        let devTools = DevTools(channel)
        // Ends with the connection.
        Task { await devTools.read(texts) }
        return devTools
    }

    private func read(_ texts: AsyncStream<Data>) async {
        for await text in texts {
            if let outcome = calls.receive(text) { Self.resume(outcome) }
        }
        for outcome in calls.endAll() { Self.resume(outcome) }
    }

    private static func resume(_ outcome: DevToolsCalls<Waiter>.Outcome) {
        outcome.waiter.resume(with: outcome.result.mapError { $0 as any Error })
    }

    /// Sends a command, and waits for its answer.
    ///
    /// - Parameters:
    ///   - method: Its name, such as `Page.navigate`.
    ///   - parameters: What it takes.
    ///   - session: The page that it is for; `nil` for the browser.
    ///   - limit: How long its answer may take.
    /// - Throws: `DevToolsError`, and `CancellationError` if the task is cancelled.
    func call<Answer: Decodable>(
        _ method: String, _ parameters: some Encodable & Sendable, session: String? = nil,
        within limit: Duration = callLimit, as answer: Answer.Type
    ) async throws -> Answer {
        let id = calls.nextID()
        let command = try DevToolsMessage.command(
            id: id, method: method, session: session, parameters)
        let timer = Task {
            try await Task.sleep(for: limit)
            giveUp(id) { .tooLate(method: $0, limit: limit) }
        }
        defer { timer.cancel() }
        let text = try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { (waiter: Waiter) in
                if let outcome = calls.wait(for: id, method: method, waiter) {
                    return Self.resume(outcome)
                }
                channel.writeAndFlush(
                    WebSocketMessage.text(ByteBuffer(bytes: command)), promise: nil)
            }
        } onCancel: {
            Task { await giveUp(id) { _ in .ended } }
        }
        try Task.checkCancellation()
        return try DevToolsMessage.result(answer, of: text)
    }

    /// The same, for an answer that says nothing.
    func call(
        _ method: String, _ parameters: some Encodable & Sendable = DevToolsNothing(),
        session: String? = nil, within limit: Duration = callLimit
    ) async throws {
        _ = try await call(
            method, parameters, session: session, within: limit, as: DevToolsNothing.self)
    }

    private func giveUp(_ id: Int, _ error: (String) -> DevToolsError) {
        if let outcome = calls.giveUp(id, error) { Self.resume(outcome) }
    }

    /// What was wrong in a page since the last call: exceptions, and errors and warnings of its
    /// console; the first twenty.
    func takeProblems(of session: String) -> [String] { calls.takeProblems(of: session) }

    /// Ends the connection.
    package func close() async {
        try? await channel.close().get()
    }
}

/// An object without members, and whatever has more.
struct DevToolsNothing: Codable, Sendable {}

/// Passes texts on.
private final class DevToolsHandler: ChannelInboundHandler, Sendable {
    typealias InboundIn = WebSocketMessage

    private let texts: AsyncStream<Data>.Continuation
    private let ready: EventLoopPromise<Void>

    init(_ texts: AsyncStream<Data>.Continuation, ready: EventLoopPromise<Void>) {
        self.texts = texts
        self.ready = ready
    }

    func handlerAdded(context: ChannelHandlerContext) { ready.succeed() }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        texts.yield(Data(unwrapInboundIn(data).data.readableBytesView))
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        context.close(promise: nil)
    }
}
