import Foundation
import NATSFixture
import OddsNATS
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct ConnectionTests {
    private func configuration(_ server: NATSServer) -> NATSConfiguration {
        NATSConfiguration(servers: [server.address], name: "test", inboxPrefix: "_INBOX_test")
    }

    @Test func aMessageComesAsItWasPublished() async throws {
        let server = try NATSServer()
        let connection = try await NATSConnection.connect(configuration(server))
        let (messages, continuation) = AsyncStream<[String]>.makeStream()
        let subscription = try connection.subscribe("a.*") { message in
            let headers = message.headers.map { "\($0.name): \($0.value)" }
            continuation.yield([
                message.subject, "\(message.lastToken)", message.reply ?? "none",
                headers.joined(separator: ", "), String(decoding: message.bytes, as: UTF8.self),
            ])
        }
        try await connection.flush()
        try connection.publish("a.b", headers: [("Odds-Frame", "7")], Array("text".utf8))
        try connection.publish("a.c", reply: "d")
        var iterator = messages.makeAsyncIterator()
        #expect(await iterator.next() == ["a.b", "b", "none", "Odds-Frame: 7", "text"])
        #expect(await iterator.next() == ["a.c", "c", "d", "", ""])
        subscription.cancel()
        await connection.close()
    }

    @Test func aRequestIsAnsweredRefusedOrEndsInTime() async throws {
        let server = try NATSServer()
        let connection = try await NATSConnection.connect(configuration(server))
        let subscription = try connection.subscribe("ask") { message in
            guard let reply = message.reply else { return }
            try? connection.publish(reply, message.bytes + Array("!".utf8))
        }
        let silent = try connection.subscribe("silent") { _ in }
        try await connection.flush()
        let answer = try await connection.request(
            "ask", Array("yes".utf8), within: .seconds(300))
        #expect(answer.bytes == Array("yes!".utf8))
        await #expect { try await connection.request("nobody", within: .seconds(300)) } throws: {
            ($0 as? NATSError)?.kind == .noResponders
        }
        await #expect {
            try await connection.request("silent", within: .milliseconds(10))
        } throws: {
            ($0 as? NATSError)?.kind == .timedOut
        }
        subscription.cancel()
        silent.cancel()
    }

    @Test func inboxesHaveThePrefixAndDiffer() async throws {
        let server = try NATSServer()
        let connection = try await NATSConnection.connect(configuration(server))
        let inboxes = Set((0..<100).map { _ in connection.makeInbox() })
        #expect(inboxes.count == 100)
        #expect(inboxes.allSatisfy { $0.hasPrefix("_INBOX_test.") })
    }

    @Test func aServerThatComesLaterIsWaitedForAndSaidOnce() async throws {
        let server = try NATSServer()
        server.kill()
        let said = Mutex<[String]>([])
        let (waiting, continuation) = AsyncStream<Void>.makeStream()
        async let connected = NATSConnection.connect(
            configuration(server),
            isWaiting: { text in
                said.withLock { $0.append(text) }
                continuation.yield()
            })
        for await _ in waiting { break }
        try server.start()
        #expect(try await connected.isConnected)
        #expect(said.withLock { $0 } == ["\(server.address): no NATS server yet"])
    }

    @Test func aNameThatIsNotKnownYetIsWaitedFor() async throws {
        var configuration = NATSConfiguration(
            servers: ["nats://no-such-host.invalid:4222"], name: "test", inboxPrefix: "_INBOX")
        configuration.wait = .milliseconds(1)
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unavailable
        }
    }

    @Test func whatNoWaitingHelpsAgainstEndsAtOnce() async throws {
        let server = try NATSServer(
            configuration: "authorization { user: odds, password: secret }")
        var configuration = configuration(server)
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unusable && "\($0)".contains("--nats-creds")
        }
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("odds:wrong\n".utf8).write(to: file)
        configuration.credentials = file.path
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unusable && !"\($0)".contains("wrong")
        }
        try Data("odds:secret\n".utf8).write(to: file)
        #expect(try await NATSConnection.connect(configuration).isConnected)
        try Data("odds".utf8).write(to: file)
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unusable && "\($0)".contains("user:password")
        }
        configuration.credentials = nil
        configuration.servers = ["tls://127.0.0.1:\(server.port)"]
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unusable && "\($0)".contains("TLS")
        }
    }

    @Test(arguments: [Data("HTTP/1.1 400 Bad Request\r\n\r\n".utf8), Data()])
    func aPeerThatIsNotNATSIsNamed(words: Data) async throws {
        let other = try OtherServer(says: words)
        let configuration = NATSConfiguration(
            servers: ["nats://127.0.0.1:\(other.port)"], name: "test", inboxPrefix: "_INBOX")
        await #expect { try await NATSConnection.connect(configuration) } throws: {
            ($0 as? NATSError)?.kind == .unusable && "\($0)".contains("not NATS")
        }
    }

    @Test func aConnectionComesBackAfterTheServerWasKilled() async throws {
        let server = try NATSServer()
        let (events, continuation) = AsyncStream<NATSConnection.Event>.makeStream()
        let connection = try await NATSConnection.connect(
            configuration(server), observe: { continuation.yield($0) })
        let (messages, received) = AsyncStream<String>.makeStream()
        let subscription = try connection.subscribe("a") { message in
            received.yield(String(decoding: message.bytes, as: UTF8.self))
        }
        try await connection.flush()
        server.kill()
        var iterator = events.makeAsyncIterator()
        #expect(await iterator.next() == .disconnected)
        try server.start()
        #expect(await iterator.next() == .reconnected)
        try connection.publish("a", Array("after".utf8))
        var texts = messages.makeAsyncIterator()
        #expect(await texts.next() == "after")
        subscription.cancel()
    }

    @Test func aPublishThatIsNotPermittedIsAnEvent() async throws {
        let server = try NATSServer(
            configuration: """
                authorization { users: [{ user: odds, password: secret, \
                permissions: { publish: ["allowed"], subscribe: ["_INBOX_test.>"] } }] }
                """)
        let file = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data("odds:secret".utf8).write(to: file)
        var configuration = configuration(server)
        configuration.credentials = file.path
        let (events, continuation) = AsyncStream<NATSConnection.Event>.makeStream()
        let connection = try await NATSConnection.connect(
            configuration, observe: { continuation.yield($0) })
        try connection.publish("forbidden")
        var iterator = events.makeAsyncIterator()
        guard case .error(let text) = await iterator.next() else {
            Issue.record("not an error")
            return
        }
        #expect(text.contains("forbidden"))
        withExtendedLifetime(connection) {}
    }
}
