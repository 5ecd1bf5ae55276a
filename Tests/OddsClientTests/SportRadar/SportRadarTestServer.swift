import NIOCore
import NIOPosix
import OddsWAMP
import OddsWebSocket
import SeededRandom

/// A server of SportRadar's wire: the socket and its subscriptions, over real sockets.
/// What it does is the wire's §2 and §3, and what a test tells it to do instead.
///
/// All of it runs on one event loop, on which tests look at it and change it, too.
final class SportRadarTestServer: @unchecked Sendable {
    // Unchecked, because all that changes is touched on the event loop alone.

    /// How the server answers a request.
    enum Answer {
        case accept
        /// Accepts, and sends no `REFRESHED`.
        case acceptOnly
        /// With a status and a body, without any effect.
        case status(Int, body: String = "", headers: [(String, String)] = [])
        /// Closes the connection in place of an answer.
        case cut
    }

    struct Subscriber {
        var socket: (any Channel)?
        var contents: [String] = []
    }

    /// A request that was received.
    struct Request: Equatable {
        let isSubscribe: Bool
        let subscriber: String
        let content: String
    }

    let loop = MultiThreadedEventLoopGroup.singleton.next()
    var world: TestWorld
    var random: SplitMix64
    var subscribers: [String: Subscriber] = [:]
    /// Those that have said who they are, also of subscribers that were forgotten.
    private var sockets: [ObjectIdentifier: any Channel] = [:]
    private var lastSubscriber = 0

    // What a test tells it.
    /// The answers to the next requests to subscribe; later ones are accepted.
    var answers: [Answer] = []
    /// The answer to all requests, in place of `answers`.
    var answer: Answer?
    /// Frames that stand before the `REFRESHED` of a content, and between that and another
    /// one.
    var changesBeforeRefreshed = 0
    var refreshesTwice = false
    /// Whether answers wait for `releaseAnswers`.
    var holdsAnswers = false
    /// What the server answers on the socket in place of `LISTENING_STARTED`.
    var listeningAnswers: [String] = []
    var sendsBinary = false

    // What it has seen.
    private(set) var requests: [Request] = []
    /// The texts that opened sessions.
    private(set) var greetings: [String] = []
    private(set) var openRequestCount = 0
    private(set) var openRequestMax = 0
    private var held: [() -> Void] = []

    init(_ world: TestWorld, seed: UInt64) {
        self.world = world
        random = SplitMix64(seed: seed)
    }

    /// Runs a server of a world for as long as the body takes.
    static func run(
        events: Int = 5, seed: UInt64 = 1,
        _ body: (SportRadarTestServer, _ port: Int) async throws -> Void
    ) async throws {
        let server = SportRadarTestServer(TestWorld(events: events), seed: seed)
        let listener = try await server.listen()
        do {
            try await body(server, listener.localAddress?.port ?? 0)
        } catch {
            try await server.stop(listener)
            throw error
        }
        try await server.stop(listener)
    }

    private func stop(_ listener: any Channel) async throws {
        try await listener.close()
        await on { server in
            server.releaseAnswers()
            server.drop()
        }
    }

    /// Does something where the server runs.
    @discardableResult
    func on<Result: Sendable>(
        _ body: @escaping @Sendable (SportRadarTestServer) -> Result
    ) async -> Result {
        // The body cannot fail, and the singleton's loops do not end.
        try! await loop.submit { body(self) }.get()
    }

    // MARK: Socket

    /// A socket has said who it is.
    func listen(_ socket: any Channel, _ greeting: String) {
        sockets[ObjectIdentifier(socket)] = socket
        greetings.append(greeting)
        guard listeningAnswers.isEmpty else {
            send(listeningAnswers.removeFirst(), to: socket)
            return
        }
        let asked = JSONObjectText(Array(greeting.utf8))?.text("subscriberId")
        if let asked, subscribers[asked] == nil {
            send(#"{"errorType":"SUBSCRIBER_NOT_FOUND","data":["\#(asked)"]}"#, to: socket)
            return
        }
        let id = asked ?? newSubscriber()
        let old = subscribers[id]?.socket
        subscribers[id, default: Subscriber()].socket = socket
        old?.close(promise: nil)
        send(#"{"notificationType":"LISTENING_STARTED","data":"\#(id)"}"#, to: socket)
    }

    private func newSubscriber() -> String {
        lastSubscriber += 1
        return "s-\(lastSubscriber)"
    }

    func closed(_ socket: any Channel) {
        sockets[ObjectIdentifier(socket)] = nil
        for id in subscribers.keys where subscribers[id]?.socket === socket {
            subscribers[id]?.socket = nil
        }
    }

    func send(_ text: String, to socket: any Channel) {
        let bytes = ByteBuffer(string: text)
        socket.writeAndFlush(
            sendsBinary ? WebSocketMessage.binary(bytes) : .text(bytes), promise: nil)
    }

    /// Closes all sockets without notice, and forgets their subscribers if told so.
    func drop(forgets: Bool = false) {
        for socket in sockets.values { socket.close(promise: nil) }
        if forgets { subscribers = [:] }
    }

    // MARK: Changes

    /// Changes the world so often, and tells all subscribers, a frame for each change.
    func change(_ count: Int = 1) {
        for _ in 0..<count { publish(world.change(&random)) }
    }

    func publish(_ elements: [TestWorld.Element]) {
        for subscriber in subscribers.values {
            let own = elements.filter { subscriber.contents.contains($0.content) }
            guard let socket = subscriber.socket, !own.isEmpty else { continue }
            send(Self.frame(own), to: socket)
        }
    }

    static func frame(_ elements: [TestWorld.Element]) -> String {
        let list = elements.map(\.json).joined(separator: ",")
        return #"{"notificationType":"CONTENT_CHANGES","data":[\#(list)]}"#
    }

    /// A frame in which a content comes whole.
    func refreshed(_ content: String) -> String {
        Self.frame([
            TestWorld.Element(
                content: content, type: "REFRESHED", path: "", change: world.content(content))
        ])
    }

    // MARK: Requests

    /// Takes a request, and calls `respond` with its answer, now or later.
    func take(_ request: Request, _ respond: @escaping (Answer) -> Void) {
        requests.append(request)
        openRequestCount += 1
        openRequestMax = max(openRequestMax, openRequestCount)
        let answer = effect(of: request)
        let end = { [self] in
            openRequestCount -= 1
            respond(answer)
        }
        if holdsAnswers { held.append(end) } else { end() }
    }

    /// Answers the oldest requests whose answers wait.
    func releaseAnswers(_ count: Int = .max) {
        for _ in 0..<min(count, held.count) { held.removeFirst()() }
    }

    private func effect(of request: Request) -> Answer {
        guard subscribers[request.subscriber] != nil else {
            return .status(404, body: #"{"errorType":"SUBSCRIBER_NOT_FOUND"}"#)
        }
        guard request.isSubscribe else {
            if answer == nil {
                subscribers[request.subscriber]?.contents.removeAll { $0 == request.content }
            }
            return answer ?? .accept
        }
        guard world.content(request.content) != nil else {
            return .status(400, body: #"{"errorType":"CONTENT_NOT_FOUND"}"#)
        }
        let answer = self.answer ?? (answers.isEmpty ? .accept : answers.removeFirst())
        switch answer {
        case .accept: subscribe(request, refreshes: true)
        case .acceptOnly: subscribe(request, refreshes: false)
        case .status, .cut: break
        }
        return answer
    }

    private func subscribe(_ request: Request, refreshes: Bool) {
        if subscribers[request.subscriber]?.contents.contains(request.content) == false {
            subscribers[request.subscriber]?.contents.append(request.content)
        }
        guard let socket = subscribers[request.subscriber]?.socket else { return }
        change(changesBeforeRefreshed)
        guard refreshes else { return }
        send(refreshed(request.content), to: socket)
        guard refreshesTwice else { return }
        change(changesBeforeRefreshed)
        send(refreshed(request.content), to: socket)
    }
}
