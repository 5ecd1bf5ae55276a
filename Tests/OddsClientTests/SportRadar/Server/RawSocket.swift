import OddsClient
import OddsJSON
import Testing

/// A socket of SportRadar's wire without a client, as the frames stand on it.
struct RawSocket {
    private let stream: WebSocketClientStream
    private var messages: WebSocketClientStream.Iterator

    init(_ scene: ContentScene) async throws {
        var configuration = SocketConfiguration(
            url: "ws://127.0.0.1:\(scene.running.port)/notification/listen/websocket")
        configuration.clock = scene.clock
        stream = try WebSocketClientStream(configuration)
        messages = stream.makeAsyncIterator()
        try await stream.connect()
    }

    /// Says who it is, and returns the answer.
    mutating func listen(as id: String?) async throws -> JSONValue {
        let who = id.map { "\"\($0)\"" } ?? "null"
        return try await say(
            #"{"subscriberId":\#(who),"versionList":[],"clientContext":{"language":"EN"}}"#)
    }

    mutating func say(_ text: String) async throws -> JSONValue {
        try await stream.send(.text(text))
        return try #require(try await read())
    }

    /// The id of a new subscriber.
    mutating func listen() async throws -> String {
        guard case .string(let id) = try await listen(as: nil)["data"] else {
            throw ClientError.notConnected
        }
        return id
    }

    /// The next message; `nil` at the end.
    mutating func read() async throws -> JSONValue? {
        guard let message = try? await messages.next() else { return nil }
        switch message {
        case .text(let text): return try Self.json(Array(text.utf8))
        case .binary(let bytes): return try Self.json(bytes)
        }
    }

    /// The elements of the next frame of changes.
    mutating func readElements() async throws -> [JSONValue] {
        guard case .array(let elements) = try await read()?["data"] else {
            throw ClientError.notConnected
        }
        return elements
    }

    func close() async { await stream.close() }

    static func json(_ bytes: [UInt8]) throws -> JSONValue {
        try bytes.withUnsafeBytes { try JSONValue(json: $0, levelsMax: 64) }
    }
}

extension JSONValue {
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
