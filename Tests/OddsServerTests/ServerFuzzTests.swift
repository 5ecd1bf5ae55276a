import OddsServer
import OddsTestInputs
import OddsWAMP
import Testing

extension ServerTests {
    /// Damaged bytes on real sockets: the server closes or answers, and serves
    /// others all the same.
    @Suite struct ServerFuzzTests {
        private static let messages = [
            #"[1,"r",{"roles":{}}]"#, #"[64,1,{},"\#(liveTopic)"]"#,
            #"[48,2,{},"/sports#initialDump",[],{"topic":"\#(liveTopic)"}]"#, "[66,3,1]",
            #"[32,4,{},"/sessionStateChange"]"#, "[70,5,{}]", #"[6,{},"wamp.close.close_realm"]"#,
        ]

        @Test("Damaged messages", arguments: [21, 22] as [UInt64])
        func messages(seed: UInt64) async throws {
            var random = SplitMix64(seed: seed)
            try await withServer { server in
                for _ in 0..<60 {
                    let socket = try await TestSocket.session(port: server.port)
                    for message in Self.messages where random.chance(80) {
                        let text = ByteMutation.mutate(Array(message.utf8), using: &random)
                        try? await socket.write(TestSocket.frame(1, text))
                    }
                    socket.channel.close(promise: nil)
                }
                try await expectService(of: server)
            }
        }

        @Test("Damaged bytes, of the handshake and behind it", arguments: [23, 24] as [UInt64])
        func bytes(seed: UInt64) async throws {
            var random = SplitMix64(seed: seed)
            try await withServer { server in
                for _ in 0..<60 {
                    let socket = try await TestSocket(port: server.port)
                    if random.chance(70) { _ = try await socket.upgrade() }
                    var bytes = Self.messages.flatMap { TestSocket.frame(1, Array($0.utf8)) }
                    for _ in 0...random.below(8) {
                        bytes = ByteMutation.mutate(bytes, using: &random)
                    }
                    try? await socket.write(bytes)
                    socket.channel.close(promise: nil)
                }
                try await expectService(of: server)
            }
        }

        private func expectService(of server: EMServer) async throws {
            let socket = try await TestSocket.session(port: server.port)
            var follower = try await Follower(liveTopic, on: socket)
            while follower.invocationCount < 5 { try await follower.step() }
            #expect(follower.redumpCount == 0)
            // Nothing is left of the others.
            while server.metrics.value(of: .connections) > 1 { await Task.yield() }
            #expect(server.metrics.value(of: .registrations) == 1)
            let opened = server.metrics.value(of: .connectionsOpened)
            #expect(server.metrics.value(of: .connectionsClosed) == opened - 1)
        }
    }
}
