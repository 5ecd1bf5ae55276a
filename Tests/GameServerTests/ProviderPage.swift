import AsyncHTTPClient
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import OddsJSON
import OddsWebSocket
import Testing

@testable import GameServer

/// A page of a server, over sockets: asks for matches and odds, and keeps what its stream
/// brings, as the page does.
final class ProviderPage: Sendable {
    /// Odds as a page has them.
    struct Odds: Equatable {
        let a: Double
        let b: Double
        let seq: Int
        let isSuspended: Bool
    }

    /// An update of a message, with its times in milliseconds.
    struct Update {
        let id: Int
        let odds: Odds
        let at: Double
        let received: Double
        let applied: Double
        let sent: Double
    }

    private struct State {
        var hello: JSONValue?
        var updates: [Update] = []
        var listChanges = 0
        var feedIsThere = true
        var isClosed = false
    }

    let server: String
    let query: String
    private let channel: any Channel
    private let state: NIOLockedValueBox<State>

    /// Connects.
    ///
    /// - Parameter server: The page's address.
    init(
        _ server: String, world: String, _ more: String = "",
        on group: any EventLoopGroup = MultiThreadedEventLoopGroup.singleton
    ) async throws {
        let state = NIOLockedValueBox(State())
        let query = "world=\(world)\(more)"
        let authority = server.dropFirst("http://".count).dropLast()
        let parts = authority.split(separator: ":")
        let handshake = WebSocketHandshake(
            host: String(authority), path: "/live?\(query)", subprotocol: nil,
            headers: [(WorldAccess.fieldName, "1")])
        channel = try await ClientBootstrap(group: group)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addWebSocketClient(
                        handshake, messageBytesMax: 1 << 20, handler: Reader(state)
                    ) { error in
                        Issue.record(error)
                    }
                }
            }
            .connect(host: String(parts[0]), port: try #require(Int(parts[1]))).get()
        self.server = server
        self.query = query
        self.state = state
    }

    /// The number of the last change when it connected; `nil` before the hello.
    var seq: Int? { state.withLockedValue { $0.hello?["hello"]?["seq"]?.integer } }

    /// The updates since the last call, in their order.
    func takeUpdates() -> [Update] {
        state.withLockedValue { state in
            defer { state.updates = [] }
            return state.updates
        }
    }

    /// How many updates wait to be taken.
    var updateCount: Int { state.withLockedValue { $0.updates.count } }

    /// How many times other matches were announced.
    var listChanges: Int { state.withLockedValue { $0.listChanges } }

    /// What the last message about the feed said.
    var feedIsThere: Bool { state.withLockedValue { $0.feedIsThere } }

    var isClosed: Bool { state.withLockedValue { $0.isClosed } }

    func close() async throws { try await channel.close() }

    func get(_ path: String) async throws -> (status: Int, body: JSONValue) {
        try await ask("\(server)\(path)?\(query)")
    }

    /// The odds that the server has, by match.
    func odds() async throws -> [Int: Odds] {
        let (status, body) = try await get("odds")
        #expect(status == 200)
        return Dictionary(
            uniqueKeysWithValues: try body.elements.map {
                (
                    try #require($0["matchID"]?.integer),
                    Odds(
                        a: try #require($0["teamAOdds"]?.number),
                        b: try #require($0["teamBOdds"]?.number),
                        seq: try #require($0["seq"]?.integer),
                        isSuspended: $0["suspended"] == .bool(true))
                )
            })
    }

    /// Notes what comes.
    private final class Reader: ChannelInboundHandler {
        typealias InboundIn = WebSocketMessage

        private let state: NIOLockedValueBox<State>

        init(_ state: NIOLockedValueBox<State>) { self.state = state }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            guard case .text(let text) = unwrapInboundIn(data),
                let json = text.withUnsafeReadableBytes({ try? JSONValue(json: $0) })
            else { return }
            state.withLockedValue { state in
                if json["hello"] != nil {
                    state.hello = json
                } else if json["changed"] != nil {
                    state.listChanges += 1
                } else if case .bool(let isThere)? = json["feed"] {
                    state.feedIsThere = isThere
                } else {
                    state.updates += (json["updates"]?.elements ?? []).compactMap {
                        Update($0.elements, sent: json["sent"]?.number)
                    }
                }
            }
        }

        func channelInactive(context: ChannelHandlerContext) {
            state.withLockedValue { $0.isClosed = true }
        }
    }
}

extension ProviderPage.Update {
    fileprivate init?(_ values: [JSONValue], sent: Double?) {
        let numbers = values.compactMap(\.number)
        guard numbers.count == 8, let sent else {
            Issue.record("an update of another form: \(values)")
            return nil
        }
        id = Int(numbers[0])
        odds = ProviderPage.Odds(
            a: numbers[1], b: numbers[2], seq: Int(numbers[3]), isSuspended: numbers[5] == 1)
        at = numbers[4]
        received = numbers[6]
        applied = numbers[7]
        self.sent = sent
    }
}

/// Sends a request: POST if it has a body.
func ask(_ url: String, _ body: String? = nil) async throws -> (status: Int, body: JSONValue) {
    var request = HTTPClientRequest(url: url)
    request.headers.add(name: WorldAccess.fieldName, value: "1")
    if let body {
        request.method = .POST
        request.body = .bytes(ByteBuffer(string: body))
    }
    let response = try await HTTPClient.shared.execute(request, timeout: .minutes(5))
    let bytes = try await response.body.collect(upTo: 16 << 20)
    let json = try bytes.withUnsafeReadableBytes { $0.isEmpty ? .null : try JSONValue(json: $0) }
    return (Int(response.status.code), json)
}

extension JSONValue {
    var integer: Int? {
        guard case .number(let text) = self else { return nil }
        return Int(text)
    }
}
