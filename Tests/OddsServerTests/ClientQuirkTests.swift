import OddsWAMP
import Testing

@testable import OddsServer

extension ServerTests {
    /// How real clients speak: each is served.
    @Suite struct ClientQuirkTests {
        private func withSession(_ body: (TestSocket) async throws -> Void) async throws {
            try await withServer { server in
                try await body(TestSocket.session(port: server.port))
            }
        }

        @Test("Slashes may be escaped, and procedures have a # in their names")
        func escapes() async throws {
            try await withSession { socket in
                let topic = liveTopic.split(separator: "/", omittingEmptySubsequences: false)
                    .joined(separator: #"\/"#)
                let registration = try await socket.register(topic, request: 2)
                try await socket.send(
                    #"[48,3,{},"\/sports#initialDump",[],{"topic":"\#(topic)"}]"#)
                guard case .result(3, _, let payload) = try await socket.readAnswer() else {
                    Issue.record("no dump")
                    return
                }
                #expect(payload.keywords?.text("messageType") == "INITIAL_DUMP")
                while true {
                    guard case .invocation(_, registration, _, let payload) =
                        try await socket.readMessage()
                    else { continue }
                    #expect(payload.keywords?.text("messageType") == "UPDATE")
                    return
                }
            }
        }

        @Test("SUBSCRIBE to /sessionStateChange and to topics succeeds and delivers nothing")
        func subscriptions() async throws {
            try await withSession { socket in
                for (request, topic) in ["/sessionStateChange", liveTopic].enumerated() {
                    try await socket.send(#"[32,\#(request),{},"\#(topic)"]"#)
                    guard case .subscribed(WAMPID(request), _) = try await socket.readMessage()
                else {
                        Issue.record("not subscribed")
                        return
                    }
                }
                // The world goes on: what would be delivered would be so before this.
                try await socket.askDump(liveTopic, request: 9)
                #expect(try await socket.readMessage().type == .result)
            }
        }

        @Test("Request ids begin where they like, and go on as they like", arguments: [
            [0, 1, 2], [2, 3, 4], [900_001, 7, 900_001],
        ])
        func requestIDs(ids: [Int]) async throws {
            try await withSession { socket in
                for id in ids {
                    try await socket.send("[48,\(id),{},\"/sports#operatorInfo\"]")
                    guard case .result(WAMPID(id), _, _) = try await socket.readMessage() else {
                        Issue.record("no answer to \(id)")
                        return
                    }
                }
            }
        }

        @Test("A YIELD may hold the registration's id, or anything; nothing waits for it")
        func yields() async throws {
            try await withSession { socket in
                let registration = try await socket.register(liveTopic)
                var seen: WAMPID = 0
                while seen < 40 {
                    guard case .invocation(let request, _, _, _) = try await socket.readMessage()
                    else { continue }
                    #expect(request == seen + 1)
                    seen = request
                    // Half of them are not answered at all.
                    if seen % 2 == 0 { try await socket.send("[70,\(registration),{}]") }
                    if seen % 5 == 0 { try await socket.send(#"[70,123456,{},[],{"a":[]}]"#) }
                }
            }
        }

        @Test("GOODBYE is answered in kind, and the socket closed", arguments: [
            (WAMPReason.errorCloseRealm, WAMPReason.errorGoodbyeAndOut),
            (WAMPReason.closeRealm, WAMPReason.goodbyeAndOut),
        ])
        func goodbye(reason: String, reply: String) async throws {
            try await withSession { socket in
                _ = try await socket.register(liveTopic)
                try await socket.send(#"[6,{},"\#(reason)"]"#)
                #expect(try await socket.readAnswer() == .goodbye(details: .empty, reason: reply))
                #expect(try await socket.readFrame().closeCode == 1_000)
            }
        }

        @Test("A topic registered many times gives each its own id and every update")
        func sharedTopic() async throws {
            try await withServer { server in
                let first = try await TestSocket.session(port: server.port)
                let second = try await TestSocket.session(port: server.port)
                let registrations = [
                    try await first.register(liveTopic),
                try await first.register(liveTopic, request: 2),
                ]
                #expect(Set(registrations).count == 2)
                // Ids are the router's: another session's is another one, too.
                let foreign = try await second.register(liveTopic)
                #expect(!registrations.contains(foreign))
                var versions: [WAMPID: [String]] = [:]
                while versions.values.map(\.count).min() ?? 0 < 20 || versions.count < 2 {
                    guard case .invocation(_, let registration, _, let payload) =
                        try await first.readMessage()
                    else { continue }
                    let version = payload.keywords?.text("version") ?? ""
                versions[registration, default: []].append(version)
                }
                // From where the later one began, both got the same.
                let later = try #require(versions[registrations[1]]?.first)
                let earlier = versions[registrations[0]]?.drop { $0 != later } ?? []
                let both = zip(earlier, versions[registrations[1]] ?? [])
                #expect(both.allSatisfy { $0 == $1 })
                #expect(earlier.count > 10)
                #expect(try await second.readMessage().type == .invocation)
            }
        }

        @Test("Paging is UNREGISTER, REGISTER, new dump; the old page is silent then")
        func paging() async throws {
            try await withSession { socket in
                var registration: WAMPID = 0
                for (page, events) in [10, 20, 30].enumerated() {
                    let topic = liveTopic.replacing("/10/5", with: "/\(events)/5")
                    let old = registration
                    if old != 0 {
                        try await socket.send("[66,\(page * 10),\(old)]")
                        #expect(try await socket.readAnswer().type == .unregistered)
                    }
                    registration = try await socket.register(topic, request: page * 10 + 1)
                    try await socket.askDump(topic, request: page * 10 + 2)
                    while true {
                        let message = try await socket.readMessage()
                        if case .invocation(_, let id, _, _) = message { #expect(id != old) }
                        if message.type == .result { break }
                    }
                }
            }
        }

        @Test("What the server has not is refused with a reason")
        func errors() async throws {
            try await withSession { socket in
                let requests: [(String, Int, String, String)] = [
                    (#"[48,1,{},"/nothing"]"#, 48, WAMPReason.noSuchProcedure, "/nothing"),
                    (#"[48,2,{},"/sports#initialDump"]"#, 48, WAMPReason.invalidArgument, "topic"),
                    (#"[48,3,{},"/sports#initialDump",[],{"topic":"/x"}]"#, 48,
                        WAMPReason.invalidArgument, "/x is not a topic"),
                    (#"[64,4,{},"/sports/1/en/9/match-odds"]"#, 64, WAMPReason.noSuchProcedure,
                        "there is no match 9"),
                    (#"[64,5,{},"/sports/1/en/x/y"]"#, 64, WAMPReason.noSuchProcedure,
                        "no topic is called"),
                    ("[66,6,77]", 66, WAMPReason.noSuchRegistration, "no registration 77"),
                    ("[34,7,78]", 34, WAMPReason.noSuchSubscription, "no subscription 78"),
                ]
                for (text, type, error, description) in requests {
                    try await socket.send(text)
                    guard case .error(type, _, _, error, let payload) =
                        try await socket.readMessage()
                    else {
                        Issue.record("\(text) was not refused")
                        continue
                    }
                    let text = payload.keywords?.text("desc") ?? ""
                    #expect(text.contains(description))
                }
            }
        }

        @Test("A realm that is not served gets ABORT")
        func realm() async throws {
            var configuration = ServerConfiguration()
            configuration.realm = "mine"
            try await withServer(configuration) { server in
                let socket = try await TestSocket(port: server.port)
                _ = try await socket.upgrade()
                try await socket.send(#"[1,"other",{}]"#)
                guard case .abort(_, WAMPReason.noSuchRealm) = try await socket.readMessage() else {
                    Issue.record("no ABORT")
                    return
                }
                #expect(try await socket.readFrame().closeCode == 1_000)
                socket.channel.close(promise: nil)
            }
        }

        @Test("What is no WAMP gets ABORT, with what is wrong and where", arguments: [
            "x", "{}", "[99]", "[1]", "[64,1,{}]",
        ])
        func noWAMP(text: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket(port: server.port)
                _ = try await socket.upgrade()
                try await socket.send(text)
                guard case .abort(let details, WAMPReason.protocolViolation) =
                    try await socket.readMessage()
                else {
                    Issue.record("no ABORT")
                    return
                }
                #expect(details.text("message")?.contains("at byte") == true)
            }
        }

        @Test("When the server stops it says GOODBYE to all")
        func stop() async throws {
            var sockets: [TestSocket] = []
            try await withServer { server in
                for _ in 0..<3 { sockets.append(try await TestSocket.session(port: server.port)) }
                server.leaveAll()
                for socket in sockets {
                    let message = try await socket.readMessage()
                    guard case .goodbye(_, WAMPReason.systemShutdown) = message else {
                        Issue.record("no GOODBYE")
                        return
                    }
                    try await socket.send(#"[6,{},"wamp.close.goodbye_and_out"]"#)
                    #expect(try await socket.readFrame().closeCode == 1_001)
                    socket.channel.close(promise: nil)
                }
            }
        }
    }
}
