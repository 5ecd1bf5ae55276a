import AsyncHTTPClient
import Logging
import NIOCore
import OddsJSON
import ServiceLifecycle
import Testing

@testable import GameServer

/// One server after the other. The limit ends a test that waits in vain.
@Suite(.serialized, .timeLimit(.minutes(10))) struct GameTests {}

/// A server on free ports.
struct RunningGame: Sendable {
    static let id = "0123456789abcdef0123456789abcdef"
    static let quiet = {
        var logger = Logger(label: "test")
        logger.logLevel = .critical
        return logger
    }()

    let urls: GameServer.URLs

    /// The page's address without its last slash.
    var page: String { String(urls.page.dropLast()) }
    var port: Int { Self.port(page) }
    var controlPort: Int { Self.port(urls.control) }

    private static func port(_ url: String) -> Int {
        url.split(separator: ":").last.flatMap { Int($0) } ?? 0
    }

    /// The field with which programs make worlds.
    private static let mark = (WorldAccess.fieldName, "1")

    /// An answer.
    struct Answer {
        let status: Int
        let headers: [String: String]
        let body: [UInt8]

        var text: String { String(decoding: body, as: UTF8.self) }

        func json() throws -> JSONValue { try body.withUnsafeBytes { try JSONValue(json: $0) } }

        /// The words of a refusal.
        func error() throws -> String {
            guard case .string(let words) = try json()["error"] else { return "" }
            return words
        }
    }

    func get(
        _ path: String, headers: [(String, String)] = [], method: String = "GET",
        body: String? = nil
    ) async throws -> Answer {
        try await ask(page + path, [Self.mark] + headers, method, body)
    }

    func post(_ path: String, _ body: String? = nil) async throws -> Answer {
        try await ask(page + path, [Self.mark], "POST", body)
    }

    /// Control of the world.
    func control(_ path: String = "", _ body: String? = nil) async throws -> Answer {
        try await ask(
            urls.control + "/control/" + Self.id + path, [], body == nil ? "GET" : "POST", body)
    }

    func metrics() async throws -> [Substring] {
        try await ask(urls.control + "/metrics", [], "GET", nil).text.split(separator: "\n")
    }

    func ask(
        _ url: String, _ headers: [(String, String)], _ method: String, _ body: String?
    ) async throws -> Answer {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.replaceOrAdd(name: name, value: value) }
        if let body { request.body = .bytes(ByteBuffer(string: body)) }
        let response = try await HTTPClient.shared.execute(request, timeout: .seconds(60))
        let bytes = try await response.body.collect(upTo: 16 << 20)
        return Answer(
            status: Int(response.status.code),
            headers: Dictionary(
                response.headers.map { ($0.name.lowercased(), $0.value) },
                uniquingKeysWith: { "\($0), \($1)" }),
            body: Array(bytes.readableBytesView))
    }

    /// Waits until control shows something of the world.
    func waitUntil(_ isThere: (JSONValue) -> Bool) async throws {
        while true {
            if isThere(try await control().json()) { return }
            try Task.checkCancellation()
            await Task.yield()
        }
    }
}

/// Runs a server for as long as the body takes.
///
/// - Throws: What ended the server, if it ended by itself.
func withGame(
    _ change: (inout GameConfiguration) -> Void = { _ in },
    _ body: @escaping @Sendable (RunningGame) async throws -> Void
) async throws {
    var configuration = GameConfiguration()
    change(&configuration)
    let logger = RunningGame.quiet
    let (started, continuation) = AsyncStream.makeStream(of: GameServer.URLs.self)
    let server = GameServer(configuration, logger: logger) { continuation.yield($0) }
    let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(services: [server], logger: logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask {
            defer { continuation.finish() }
            try await group.run()
        }
        tasks.addTask {
            for await urls in started {
                do {
                    try await body(RunningGame(urls: urls))
                } catch {
                    await group.triggerGracefulShutdown()
                    throw error
                }
                await group.triggerGracefulShutdown()
            }
        }
        try await tasks.waitForAll()
    }
}
