import NIOSSL
import OddsClient
import OddsClientTesting
import Testing

/// Why there is no connection, in words on which the user can act.
@Suite(.hangLimit) struct CauseTests {
    private let clock = ManualClock()
    typealias Server = ScriptedServer

    private static let welcome = ScriptedServer.frame(
        #"[2,1,{"roles":{"broker":{},"dealer":{}}}]"#)

    private static let illegal =
        "the server broke the protocol: its answer to the handshake is illegal: "

    private func client(_ url: String) throws -> EMWebSocketClient {
        var configuration = ClientConfiguration(url: url)
        configuration.clock = clock
        return try EMWebSocketClient(configuration)
    }

    /// How the first attempt ends, how `connect` does, and the state then.
    private func failure(
        _ url: String
    ) async throws -> (attempt: ClientError?, connect: ClientError?, ConnectionState?) {
        let client = try client(url)
        var states = await client.states().makeAsyncIterator()
        let connecting = Task { () async -> ClientError? in
            do throws(ClientError) { try await client.connect() } catch { return error }
            return nil
        }
        var attempt: ClientError?
        while attempt == nil, let state = await states.next() {
            switch state {
            case .disconnected(let error): attempt = error
            case .waiting(_, let error):
                attempt = error
                // The call of `connect`, and the pause before the next attempt.
                try await eventually { clock.sleeperCount == 2 }
                clock.advance(by: .seconds(10))
            default: break
            }
        }
        let error = await connecting.value
        var last = await client.states().makeAsyncIterator()
        let state = await last.next()
        await client.disconnect()
        return (attempt, error, state)
    }

    @Test("An HTTP status that trying again cannot change ends connect at once", arguments: [
        ("301 Moved Permanently\r\nLocation: https://a.example/", 301,
            "Moved Permanently to https://a.example/"),
        ("401 Unauthorized", 401, "Unauthorized"), ("403 Forbidden", 403, "Forbidden"),
    ])
    func permanentStatus(line: String, status: Int, reason: String) async throws {
        try await Server.run(.text("HTTP/1.1 \(line)\r\nContent-Length: 0\r\n\r\n")) { url in
            let (attempt, error, state) = try await failure(url)
            #expect(error == .handshakeRefused(status: status, reason: reason))
            #expect(attempt == error)
            #expect(state == .disconnected(error))
            #expect("\(error!)" == "the server refused the WebSocket: HTTP \(status) \(reason)")
        }
    }

    @Test("What may pass is tried again, and is the error in the end", arguments: [
        (Server.Script.text("HTTP/1.1 503 Service Unavailable\r\nContent-Length: 0\r\n\r\n"),
            "the server refused the WebSocket: HTTP 503 Service Unavailable"),
        (.text("HTTP/1.1 429 Too Many Requests\r\nContent-Length: 0\r\n\r\n"),
            "the server refused the WebSocket: HTTP 429 Too Many Requests"),
        (.text("SSH-2.0-OpenSSH\r\n"), "\(Self.illegal)it is not HTTP: "),
        (.text("""
            HTTP/1.1 101 Switching Protocols\r
            Upgrade: websocket\r
            Connection: upgrade\r
            Sec-WebSocket-Accept: d3Jvbmc=\r
            \r

            """),
            "\(Self.illegal)Sec-WebSocket-Accept is missing or not that of the request"),
        (.text("HTTP/1.1 101 Switching Protocols\r\nUpgrade: h2c\r\nConnection: upgrade\r\n\r\n"),
            "\(Self.illegal)101 without Upgrade: websocket"),
        (.agreement(version: "HTTP/1.0", subprotocol: "wamp.2.json"),
            "\(Self.illegal)101 in HTTP/1.0"),
        (.agreement(version: "HTTP/1.1", subprotocol: "wamp.2.msgpack"),
            "\(Self.illegal)the subprotocol wamp.2.msgpack was not offered"),
        (.webSocket([Server.frame(#"[2,"x",{}]"#)]),
            "the server broke the protocol: an illegal WELCOME: session is not an integer from 0"),
        (.webSocket([Server.frame("[2,1]")]),
            "the server broke the protocol: an illegal WELCOME: details is missing at byte 5"),
        (.webSocket([Server.frame("welcome")]),
            "the server broke the protocol: no message of WAMP: expected '[' at byte 0"),
        (.webSocket([Server.frame(#"[3,{"message":"later"},"a.b",["see"],{"code":7}]"#)]),
            "the server refused the session: ABORT a.b (later)"),
        (.webSocket([Server.frame(#"[6,{},"wamp.close.system_shutdown",["see"],{}]"#)]),
            "the server ended the session: GOODBYE wamp.close.system_shutdown"),
        (.text(nil), "the server closed the connection before its handshake was over"),
        (.webSocket([Server.frame(#"[3,{"message":"later"},"wamp.no.backend"]"#)]),
            "the server refused the session: ABORT wamp.no.backend (later)"),
    ] as [(Server.Script, String)])
    func temporaryCause(script: Server.Script, text: String) async throws {
        try await Server.run(script) { url in
            let (attempt, error, state) = try await failure(url)
            #expect(error.map { "\($0)".hasPrefix(text) } == true, "\(String(describing: error))")
            #expect(attempt == error)
            if case .disconnected = state { Issue.record("it gave up") }
        }
    }

    @Test("An ABORT of the realm ends connect at once")
    func realm() async throws {
        let abort = Server.frame(#"[3,{},"wamp.error.no_such_realm"]"#)
        try await Server.run(.webSocket([abort])) { url in
            let (attempt, error, state) = try await failure(url)
            #expect(error == .aborted(reason: "wamp.error.no_such_realm", message: ""))
            #expect(attempt == error)
            #expect(state == .disconnected(error))
        }
    }

    @Test("A frame that breaks the protocol is named, not only the end that it causes",
        arguments: [
            (Server.frame("[2,1,{}]", mask: [0, 0, 0, 0]), "a masked frame"),
            (Server.frame("[2,1,{}]", head: 0xC1), "reserved bits are set"),
            ([0x81, 2, 0x22, 0xFF], "text that is not UTF-8"),
            (Server.frame(String(repeating: "x", count: 200), head: 0x89),
                "a control frame with more than 125 bytes"),
            (Server.frame("x", head: 0x09), "a fragmented control frame"),
            ([0x81, 127, 0, 0, 1, 0, 0, 0, 0, 0], "a frame of more than 67108961 bytes"),
            (Server.frame("x", head: 0x83), "a reserved opcode"),
            (Server.frame("x", head: 0x80), "a continuation of nothing"),
        ])
    func violation(frame: [UInt8], text: String) async throws {
        try await Server.run(.webSocket([frame])) { url in
            let (attempt, error, _) = try await failure(url)
            #expect(attempt == .protocolViolation(text) && error == attempt)
        }
    }

    @Test("A frame that comes together with the answer to the handshake is not lost")
    func earlyFrame() async throws {
        try await Server.run(.greeting([0x81, 2, 0x22, 0xFF])) { url in
            let (attempt, _, _) = try await failure(url)
            #expect(attempt == .protocolViolation("text that is not UTF-8"))
        }
    }

    @Test("REGISTERED with an id that is in use ends the session, and /b gets nothing of /a")
    func repeatedRoute() async throws {
        let answers = [
            Self.welcome, Server.frame("[65,1,7]"), Server.frame("[65,2,7]"),
        ]
        try await Server.run(.webSocket(answers)) { url in
            let client = try client(url)
            try await client.connect()
            var states = await client.states().makeAsyncIterator()
            _ = try await client.register("/a", receiver: Silent())
            let other = Task { try await client.register("/b", receiver: Silent()) }
            var seen: ClientError?
            while seen == nil, let state = await states.next() {
                if case .waiting(_, let error) = state { seen = error }
            }
            let what = "REGISTERED of /b has the id 7, which is that of /a"
            #expect(seen == .protocolViolation(what))
            other.cancel()
            await client.disconnect()
        }
    }

    private final class Silent: FeedReceiver {
        func receive(_ event: FeedEvent) {}
    }

    @Test("An INVOCATION without keyword arguments is counted as a frame that cannot be read")
    func emptyInvocation() async throws {
        let answers = [
            Self.welcome, Server.frame("[65,1,7]"),
            Server.frame("[50,2,{},[],\(smallWorld(10))]") + Server.frame("[68,1,7,{}]"),
        ]
        try await Server.run(.webSocket(answers)) { url in
            let client = try client(url)
            try await client.connect()
            let store = ChannelDataStore("/a", client: client)
            await store.subscribe()
            try await eventually { await store.counters.framesRejected == 1 }
            #expect(await client.counters == EMCounters())
            await store.unsubscribe()
            // The script has no answer to GOODBYE.
            await withTimePassing(clock) { await client.disconnect() }
        }
    }
}
