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

        /// Why the first attempt to connect fails, whether others follow or not.
        private func refusal(_ client: EMWebSocketClient) async -> ClientError? {
            let states = await client.states()
            let connecting = Task { try? await client.connect() }
            defer { connecting.cancel() }
            for await state in states {
                switch state {
                case .waiting(_, let error), .disconnected(let error?): return error
                default: break
                }
            }
            return nil
        }

        private func withSecureServer(
            certificate: String = TestCertificate.certificate,
            _ body: (EMServer) async throws -> Void
        ) async throws {
            let folder = FileManager.default.temporaryDirectory.appending(
                path: UUID().uuidString)
            try FileManager.default.createDirectory(
                at: folder, withIntermediateDirectories: false)
            defer { try? FileManager.default.removeItem(at: folder) }
            let chain = folder.appending(path: "chain.pem")
            let key = folder.appending(path: "key.pem")
            try Data(certificate.utf8).write(to: chain)
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

        /// How a certificate that is not trusted ends `connect`.
        private func distrust(_ configuration: ClientConfiguration) async throws -> String {
            let client = try EMWebSocketClient(configuration)
            let error = await #expect(throws: ClientError.self) { try await client.connect() }
            #expect(error?.isPermanent == true)
            var states = await client.states().makeAsyncIterator()
            #expect(await states.next() == .disconnected(error))
            return error.map { "\($0)" } ?? ""
        }

        @Test("An untrusted certificate is named, and the client gives up")
        func untrusted() async throws {
            try await withSecureServer { server in
                let text = try await distrust(.patient(server, clock))
                #expect(
                    text == """
                        no TLS: the server's certificate is not signed by an authority that is \
                        trusted here (\(TestCertificate.description))
                        """)
            }
        }

        @Test("An expired certificate is named with its last day")
        func expired() async throws {
            try await withSecureServer(certificate: TestCertificate.expired) { server in
                let text = try await distrust(trusting(server))
                #expect(
                    text == """
                        no TLS: the server's certificate expired on 2001-02-03 \
                        (\(TestCertificate.expiredDescription))
                        """)
            }
        }

        @Test("A certificate of another host is named")
        func anotherHost() async throws {
            try await withSecureServer(certificate: TestCertificate.elsewhere) { server in
                let text = try await distrust(trusting(server, host: "localhost"))
                #expect(
                    text == """
                        no TLS: the certificate is not for localhost (serial number 3; common \
                        name oddsbench-test; alternative names elsewhere.example)
                        """)
            }
        }

        @Test("A certificate for clients only is named so")
        func forClients() async throws {
            try await withSecureServer(certificate: TestCertificate.forClients) { server in
                let text = try await distrust(trusting(server))
                #expect(
                    text == """
                        no TLS: the server's certificate is for clients only \
                        (\(TestCertificate.forClientsDescription))
                        """)
            }
        }

        @Test("A server that wants a client certificate is named so", arguments: [
            (
                TLSVersion.tlsv12,
                "the server refused the handshake; it may want a client certificate"
            ),
            (.tlsv13, "the server wants a client certificate"),
        ])
        func clientCertificate(version: TLSVersion, text: String) async throws {
            let roots = try TLSListener.roots()
            let edit = { (tls: inout TLSConfiguration) in
                tls.minimumTLSVersion = version
                tls.maximumTLSVersion = version
                tls.certificateVerification = .noHostnameVerification
                tls.trustRoots = roots
            }
            try await TLSListener.run(edit) { url in
                var configuration = ClientConfiguration.patient(url, clock)
                configuration.tls.trustRoots = roots
                let reason = try await distrust(configuration)
                #expect(reason == "no TLS: \(text)")
            }
        }

        @Test("A server without TLS 1.2 is refused, whatever the configuration allows")
        func oldServer() async throws {
            let edit = { (tls: inout TLSConfiguration) in
                tls.minimumTLSVersion = .tlsv1
                tls.maximumTLSVersion = .tlsv11
            }
            try await TLSListener.run(edit) { url in
                var configuration = ClientConfiguration.patient(url, clock)
                configuration.tls.trustRoots = try TLSListener.roots()
                configuration.tls.minimumTLSVersion = .tlsv1
                let text = try await distrust(configuration)
                #expect(text == "no TLS: the server has no version of TLS from 1.2 on")
            }
        }

        @Test("The simulator agrees on TLS 1.2 and later alone", arguments: [
            (TLSVersion.tlsv1, false), (.tlsv11, false), (.tlsv12, true), (.tlsv13, true),
        ])
        func oldClient(version: TLSVersion, isAgreed: Bool) async throws {
            try await withSecureServer { server in
                var tls = TLSConfiguration.makeClientConfiguration()
                tls.minimumTLSVersion = .tlsv1
                tls.maximumTLSVersion = version
                tls.trustRoots = try TLSListener.roots()
                let agrees = try await TLSListener.agrees(tls, with: server.port)
                #expect(agrees == isAgreed)
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
                guard case .insecure(let reason) = await refusal(client) else {
                    Issue.record("connected")
                    return
                }
                #expect(reason.hasPrefix("the port of 127.0.0.1 does not speak TLS"))
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

        @Test("A wrong ticket and none end connect; a failing authenticator is asked again",
            arguments: [
                (WrongAnswer.wrongTicket, "wamp.error.authentication_failed"),
                (.failure, "no ticket today"), (.none, "credentials (ticket), and there are none"),
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
                #expect(error.isPermanent == (answer != .failure))
                if answer == .failure {
                    let states = await client.states()
                    await withTimePassing(clock) {
                        for await state in states {
                            if case .connecting(let attempt) = state, attempt > 2 { break }
                        }
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
