import OddsServer
import OddsSimulator
import OddsWAMP
import Testing

extension ServerTests {
    /// Faults on demand, each as a client meets it.
    @Suite struct FaultTests {
        private func withFault(
            _ rule: FaultRule, _ body: (EMServer) async throws -> Void
        ) async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [rule])
            try await withServer(configuration, body)
        }

        @Test("ABORT instead of WELCOME")
        func abort() async throws {
            try await withFault(FaultRule(.abort)) { server in
                let socket = try await TestSocket(port: server.port)
                _ = try await socket.upgrade()
                try await socket.send(#"[1,"r",{}]"#)
                #expect(try await socket.readMessage().type == .abort)
            }
        }

        @Test("REGISTER refused, or answered by wamp.no.backend", arguments: [
            (FaultKind.refuseRegistration, "wamp.error.not_authorized"),
            (.maintenance, WAMPReason.noBackend),
        ])
        func refusedRegistration(kind: FaultKind, error: String) async throws {
            try await withFault(FaultRule(kind)) { server in
                let socket = try await TestSocket.session(port: server.port)
                try await socket.send(#"[64,1,{},"\#(liveTopic)"]"#)
                guard case .error(64, 1, _, error, let payload) = try await socket.readMessage()
                else {
                    Issue.record("not refused")
                    return
                }
                #expect(payload.keywords?.text("desc")?.isEmpty == false)
            }
        }

        @Test("REGISTER without an answer", arguments: [
            FaultKind.ignoreRegistration, .silentMaintenance,
        ])
        func silentRegistration(kind: FaultKind) async throws {
            try await withFault(FaultRule(kind)) { server in
                let socket = try await TestSocket.session(port: server.port)
                try await socket.send(#"[64,1,{},"\#(liveTopic)"]"#)
                try await socket.send(#"[32,2,{},"/sessionStateChange"]"#)
                // What was asked later is answered, the first request never.
                #expect(try await socket.readMessage().type == .subscribed)
                #expect(server.metrics.value(of: .registrationsMade) == 0)
            }
        }

        @Test("Connections that drop, or end with ABORT", arguments: [
            FaultKind.drop, .abortSession,
        ])
        func endedConnection(kind: FaultKind) async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(kind, everySeconds: 0.01)]))
                try? await socket.send(#"[64,1,{},"\#(liveTopic)"]"#)
                var last: WAMPMessage?
                while let message = try? await socket.readMessage() { last = message }
                #expect((last?.type == .abort) == (kind == .abortSession))
            }
        }

        @Test("A half-open connection is silent while others are served")
        func halfOpen() async throws {
            try await withServer { server in
                let frozen = try await TestSocket.session(port: server.port)
                try await server.setFaults(
                    FaultPlan(rules: [FaultRule(.halfOpen, everySeconds: 0.01)]))
                while server.metrics.value(of: FaultKind.halfOpen) == 0 { await Task.yield() }
                try await server.setFaults(FaultPlan())
                try await frozen.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                let other = try await TestSocket.session(port: server.port)
                try await other.send(#"[48,1,{},"/sports#operatorInfo"]"#)
                #expect(try await other.readAnswer().type == .result)
                #expect(server.metrics.value(of: .connections) == 2)
            }
        }

        @Test("A restart drops all, and versions are lower after it")
        func restart() async throws {
            try await withServer { server in
                let before = try await truth(server, liveTopic).version
                let socket = try await TestSocket.session(port: server.port)
                _ = try await socket.register(liveTopic)
                let rule = FaultRule(.restart, everySeconds: 0.01)
                try await server.setFaults(FaultPlan(rules: [rule]))
                while (try? await socket.readMessage()) != nil {}
                try await server.setFaults(FaultPlan())
                let after = try await truth(server, liveTopic).version
                #expect(UInt64(after)! < UInt64(before)!)
                #expect(server.metrics.value(of: .restarts) > 0)
                let again = try await TestSocket.session(port: server.port)
                var follower = try await Follower(liveTopic, on: again)
                while follower.invocationCount < 20 { try await follower.step() }
                #expect(try await server.pause())
                let truth = try await truth(server, liveTopic)
                try await follower.follow(toVersion: truth.version)
                #expect(follower.state == truth.state)
            }
        }

        @Test("Connections are refused for a while, and then taken on the same port")
        func refusedConnections() async throws {
            let rule = FaultRule(.refuseConnections, everySeconds: 0.01, milliseconds: 1_000)
            try await withServer { server in
                let port = server.port
                let socket = try await TestSocket.session(port: port)
                try await server.setFaults(FaultPlan(rules: [rule]))
                #expect(await socket.isClosed())
                try await server.setFaults(FaultPlan())
                var refusedCount = 0
                while true {
                    do {
                        let again = try await TestSocket.session(port: port)
                        _ = try await again.register(liveTopic)
                        break
                    } catch {
                        refusedCount += 1
                    }
                }
                #expect(refusedCount > 0)
            }
        }

        @Test("Every kind of fault is in the preset chaos")
        func chaos() {
            let kinds = FaultPresets.named("chaos")?.rules.map(\.fault) ?? []
            #expect(Set(kinds) == Set(FaultKind.allCases))
        }

        @Test("Plans are read, and what is wrong with one is told", arguments: [
            (#"{"rules":[{"fault":"delay","probability":0.5,"milliseconds":3}]}"#, nil),
            (#"{"rules":[{"fault":"drop","everySeconds":5}],"seed":9}"#, nil),
            ("[]", "invalid fault plan"), (#"{"rules":[{"fault":"fire"}]}"#, "rules[0].fault"),
            (#"{"rules":[{"fault":"delay","probability":2}]}"#, "probability must be"),
            (#"{"rules":[{"fault":"drop"}]}"#, "rules[0] (drop): needs everySeconds"),
            (#"{"rules":[{"fault":"delay","everySeconds":1}]}"#, "does not apply"),
            (#"{"rules":[{"fault":"delay","probabilty":1}]}"#, ".rules[0].probabilty: unknown"),
            (#"{"rules":[],"sed":1}"#, ".sed: unknown: choose of seed, rules"),
        ] as [(String, String?)])
        func plans(text: String, complaint: String?) {
            do {
                _ = try FaultPlan(json: Array(text.utf8))
                #expect(complaint == nil)
            } catch {
                let expected = complaint ?? "nothing"
                #expect(error.description.contains(expected), "\(error)")
            }
        }
    }
}
