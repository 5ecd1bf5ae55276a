import Logging
import OddsServer
import ServiceLifecycle
import Testing

/// A response of the control interface.
struct ControlAnswer {
    let status: Int
    let head: String
    let body: String
}

/// Runs a server with its control interface for as long as the body takes.
func withControl(
    _ configuration: ServerConfiguration = ServerConfiguration(),
    _ body: (EMServer, _ port: Int) async throws -> Void
) async throws {
    try await withServer(configuration) { server in
        try await withControl(of: server) { try await body(server, $0) }
    }
}

/// Runs the control interface of a server for as long as the body takes.
func withControl(of server: EMServer, _ body: (_ port: Int) async throws -> Void) async throws {
    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
    let control = ControlServer(server).service { continuation.yield($0) }
    let services = ServiceGroup(
        configuration: .init(services: [control], logger: server.logger))
    try await withThrowingTaskGroup(of: Void.self) { tasks in
        tasks.addTask { try await services.run() }
        var iterator = ports.makeAsyncIterator()
        let port = try #require(await iterator.next())
        try await body(port)
        await services.triggerGracefulShutdown()
        try await tasks.waitForAll()
    }
}

/// Sends a request over a real socket; the body is JSON by its headers.
func ask(
    _ method: String, _ target: String, _ body: String = "", host: String? = nil,
    type: String? = "application/json", headers: [String] = [], port: Int
) async throws -> ControlAnswer {
    let socket = try await TestSocket(port: port)
    let lines =
        [
            "\(method) \(target) HTTP/1.1", "Host: \(host ?? "localhost:\(port)")",
            "Connection: close", "Content-Length: \(body.utf8.count)",
        ] + (type.map { ["Content-Type: \($0)"] } ?? []) + headers + ["", body]
    try await socket.write(Array(lines.joined(separator: "\r\n").utf8))
    let text = String(decoding: await socket.readAll(), as: UTF8.self)
    let end = try #require(text.firstRange(of: "\r\n\r\n"))
    let status = try #require(Int(text.dropFirst(9).prefix(3)))
    return ControlAnswer(
        status: status, head: String(text[..<end.lowerBound]),
        body: String(text[end.upperBound...]).replacing(#"\/"#, with: "/"))
}
