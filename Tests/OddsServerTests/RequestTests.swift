import Logging
import OddsServer
import ServiceLifecycle
import Testing

extension ServerTests {
    /// Requests as such, whatever they ask for, on all ports of a feed.
    @Suite struct RequestTests {
        @Test("Two fields Host or Origin are refused, in handshakes and at control", arguments: [
            "Host: localhost:PORT", "Host: evil.example", "Origin: http://localhost:PORT",
        ])
        func doubled(field: String) async throws {
            try await withControl { server, control in
                let origin = "Origin: http://localhost:PORT"
                for (port, lines) in [
                    (server.port, ["GET /v2 HTTP/1.1"] + TestSocket.handshakeHeaders
                        + ["Sec-WebSocket-Protocol: wamp.2.json", origin]),
                    (control, ["GET /health HTTP/1.1", "Host: localhost:PORT", origin]),
                ] {
                    let text = (lines + [field]).joined(separator: "\n")
                        .replacing("PORT", with: "\(port)")
                    let socket = try await TestSocket(port: port)
                    try await socket.request(text.split(separator: "\n").map(String.init))
                    let answer = String(decoding: await socket.readAll(), as: UTF8.self)
                    #expect(answer.hasPrefix("HTTP/1.1 400 "), "\(answer)")
                    let name = field.prefix { $0 != ":" }
                    #expect(answer.contains("more than one field \(name)"), "\(answer)")
                }
                #expect(try await ask("GET", "/health", port: control).status == 200)
            }
        }

        @Test("A body without an end is refused and ends the connection, whatever it is sent to",
            arguments: [
                ("POST /faults", 413), ("POST /nothing", 404), ("GET /faults", 405),
                ("GET /health", 413),
            ])
        func endlessBody(target: String, status: Int) async throws {
            try await withControl { _, port in
                let socket = try await TestSocket(port: port)
                try await socket.request([
                    "\(target) HTTP/1.1", "Host: localhost:\(port)",
                    "Content-Type: application/json", "Transfer-Encoding: chunked",
                ])
                let chunk = Array("10000\r\n\(String(repeating: " ", count: 1 << 16))\r\n".utf8)
                // Until the server ends the connection.
                while (try? await socket.write(chunk)) != nil {}
                let answer = String(decoding: await socket.readAll(), as: UTF8.self)
                #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(answer)")
                #expect(answer.lowercased().contains("connection: close"))
            }
        }

        /// NIO ends the process for an asynchronous channel that nobody serves.
        @Test("Connections that nobody serves any more are closed when a server is cancelled")
        func cancelled() async throws {
            try await withServer { server in
                for _ in 0..<20 {
                    let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
                    let control = ControlServer(server).service { continuation.yield($0) }
                    let run = Task { try await control.run() }
                    var iterator = ports.makeAsyncIterator()
                    let port = try #require(await iterator.next())
                    await withTaskGroup(of: Void.self) { clients in
                        for index in 0..<40 {
                            clients.addTask {
                                let socket = try? await TestSocket(port: port)
                                if index == 10 { run.cancel() }
                                _ = await socket?.readAll()
                            }
                        }
                    }
                    _ = await run.result
                }
            }
        }
    }
}
