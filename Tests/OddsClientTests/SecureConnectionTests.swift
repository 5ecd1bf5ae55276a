import Foundation
import NIOSSL
import OddsClient
import OddsClientTesting
import OddsServer
import Testing

extension ClientServerTests {
    /// TLS, and a server that asks for credentials.
    @Suite struct SecureConnectionTests {
        let clock = ManualClock()

        /// Why the first attempt to connect fails.
        private func refusal(_ client: EMWebSocketClient) async -> ClientError? {
            let states = await client.states()
            let connecting = Task { try? await client.connect() }
            defer { connecting.cancel() }
            for await state in states {
                if case .waiting(_, let error) = state { return error }
            }
            return nil
        }

        private func withSecureServer(_ body: (EMServer) async throws -> Void) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let chain = folder.appending(path: "chain.pem")
            let key = folder.appending(path: "key.pem")
            try Data(TestCertificate.certificate.utf8).write(to: chain)
            try Data(TestCertificate.key.utf8).write(to: key)
            var configuration = ServerConfiguration()
            configuration.certificate = (chain.path, key.path)
            try await withServer(configuration, body)
        }

        private func trusting(
            _ server: EMServer, host: String = "127.0.0.1"
        ) throws -> ClientConfiguration {
            var configuration = ClientConfiguration.patient(server, clock)
            configuration.url = server.url.replacing("127.0.0.1", with: host)
            configuration.tls.trustRoots = .certificates(
                try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)))
            return configuration
        }

        @Test("A topic over TLS, of a server named by its address and by its name",
            arguments: ["127.0.0.1", "localhost"])
        func secure(host: String) async throws {
            try await withSecureServer { server in
                #expect(server.url.hasPrefix("wss://"))
                let client = try EMWebSocketClient(try trusting(server, host: host))
                try await client.connect()
                let store = ChannelDataStore(listTopic, client: client)
                await store.subscribe()
                try await eventually(clock) { await store.counters.framesApplied > 20 }
                try await expectTruth(server, [store], clock)
                await store.unsubscribe()
                await client.disconnect()
            }
        }

        @Test("An untrusted certificate is reported, and there is no session")
        func untrusted() async throws {
            try await withSecureServer { server in
                let client = try EMWebSocketClient(.patient(server, clock))
                guard case .unreachable(let reason) = await refusal(client) else {
                    Issue.record("connected")
                    return
                }
                #expect(reason.contains("CERTIFICATE_VERIFY_FAILED"))
                await client.disconnect()
            }
        }

        @Test("A plain client at a secure server, and the reverse, report an error")
        func mixedUp() async throws {
            try await withSecureServer { server in
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.url = server.url.replacing("wss://", with: "ws://")
                let client = try EMWebSocketClient(configuration)
                #expect(await refusal(client) != nil)
                await client.disconnect()
            }
            try await withServer { server in
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.url = server.url.replacing("ws://", with: "wss://")
                let client = try EMWebSocketClient(configuration)
                guard case .unreachable = await refusal(client) else {
                    Issue.record("connected")
                    return
                }
                await client.disconnect()
            }
        }

        @Test("A CHALLENGE is answered by the authenticator, anew on each connection")
        func challenge() async throws {
            var configuration = ServerConfiguration()
            configuration.ticket = "open sesame"
            try await withServer(configuration) { server in
                let asked = Asked()
                var configuration = ClientConfiguration.patient(server, clock)
                configuration.authenticationID = "me"
                configuration.authenticator = { challenge in
                    await asked.note(challenge.method)
                    return "open sesame"
                }
                let client = try EMWebSocketClient(configuration)
                try await client.connect()
                let store = ChannelDataStore(listTopic, client: client)
                await store.subscribe()
                try await eventually(clock) { await store.state == .active }
                await client.dropConnection()
                try await eventually(clock) { await store.isStale }
                try await expectTruth(server, [store], clock)
                #expect(await asked.methods == ["ticket", "ticket"])
                await store.unsubscribe()
                await client.disconnect()
            }
        }

        @Test("A wrong ticket, a failing authenticator and a missing one are reported and retried",
            arguments: [
                (WrongAnswer.wrongTicket, "wamp.error.authentication_failed"),
                (.failure, "no ticket today"), (.none, "there is no authenticator"),
            ])
        func refusedTicket(answer: WrongAnswer, reason: String) async throws {
            var configuration = ServerConfiguration()
            configuration.ticket = "open sesame"
            try await withServer(configuration) { server in
                var configuration = ClientConfiguration.patient(server, clock)
                switch answer {
                case .wrongTicket: configuration.authenticator = { _ in "barley" }
                case .failure: configuration.authenticator = { _ in throw NoTicket() }
                case .none: break
                }
                let client = try EMWebSocketClient(configuration)
                let error = try #require(await refusal(client))
                #expect("\(error)".contains(reason), "\(error)")
                let states = await client.states()
                await withTimePassing(clock) {
                    for await state in states {
                        if case .connecting(let attempt) = state, attempt > 2 { break }
                    }
                }
                await client.disconnect()
            }
        }

        enum WrongAnswer: Sendable {
            case wrongTicket, failure, none
        }

        private struct NoTicket: Error, CustomStringConvertible {
            let description = "no ticket today"
        }

        private actor Asked {
            private(set) var methods: [String] = []
            func note(_ method: String) { methods.append(method) }
        }
    }
}
