import NATSFixture
import OddsNATS
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(10)))
struct JetStreamTests {
    private func connect(
        _ server: NATSServer, wait: Duration? = nil, respondersLimit: Duration = .seconds(300)
    ) async throws -> NATSConnection {
        var configuration = NATSConfiguration(
            servers: [server.address], name: "test", inboxPrefix: "_INBOX_test")
        configuration.wait = wait
        configuration.respondersLimit = respondersLimit
        return try await NATSConnection.connect(configuration)
    }

    private var stream: StreamConfiguration {
        StreamConfiguration(
            name: "ODDS_test", subjects: ["odds.test.frames.*"], age: .seconds(60),
            bytesMax: 1 << 20)
    }

    @Test func aStreamIsMadeOnceAndHasWhatWasPublished() async throws {
        let server = try NATSServer()
        let connection = try await connect(server)
        let streams = try JetStream(connection)
        #expect(try await streams.state(of: "ODDS_test") == nil)
        #expect(try await streams.make(stream))
        #expect(try await !streams.make(stream))
        for number in 1...3 {
            let subject = "odds.test.frames.\(number == 2 ? "b" : "a")"
            _ = try await connection.request(
                subject, headers: [("Odds-Frame", "\(number)")], Array("frame \(number)".utf8),
                within: .seconds(300))
        }
        let state = try #require(try await streams.state(of: "ODDS_test"))
        #expect(state.sequences == 1..<4)
        let second = try await streams.next(
            of: "ODDS_test", subject: "odds.test.frames.a", from: 2)
        #expect(second?.sequence == 3)
        #expect(second?.headers.first { $0.name == "Odds-Frame" }?.value == "3")
        #expect(second.map { String(decoding: $0.bytes, as: UTF8.self) } == "frame 3")
        #expect(second?.subject == "odds.test.frames.a")
        let any = try await streams.next(of: "ODDS_test", subject: "odds.test.frames.*", from: 2)
        #expect(any?.sequence == 2)
        let beyond = try await streams.next(
            of: "ODDS_test", subject: "odds.test.frames.b", from: 3)
        #expect(beyond?.sequence == nil)
    }

    /// What a feed knows by that such a message is not its publisher's.
    @Test func aMessageHasAStampForEachTimeThatAStreamGaveItOut() async throws {
        let server = try NATSServer()
        let connection = try await connect(server)
        let streams = try JetStream(connection)
        try await streams.make(stream)
        _ = try await connection.request(
            "odds.test.frames.a", headers: [("Odds-Frame", "1")], within: .seconds(10))
        try connection.publish(
            "$JS.API.DIRECT.GET.ODDS_test", reply: "odds.test.frames.b", Array(#"{"seq":1}"#.utf8))
        var replayed: StoredMessage?
        while replayed == nil {
            replayed = try await streams.next(
                of: "ODDS_test", subject: "odds.test.frames.b", from: 1)
        }
        let first = try await streams.next(of: "ODDS_test", subject: "odds.test.frames.a", from: 1)
        #expect(first?.headers.count { $0.name == "Nats-Stream" } == 1)
        #expect(replayed?.headers.count { $0.name == "Nats-Stream" } == 2)
        #expect(replayed?.headers.first { $0.name == "Odds-Frame" }?.value == "1")
    }

    @Test func aServerWithoutJetStreamHasNoResponders() async throws {
        let server = try NATSServer(hasJetStream: false)
        let connection = try await connect(server)
        let streams = try JetStream(connection)
        await #expect { try await streams.make(stream) } throws: {
            ($0 as? NATSError)?.kind == .noResponders
        }
    }

    @Test func aServerWithoutJetStreamIsUnusableAfterALimit() async throws {
        let server = try NATSServer(hasJetStream: false)
        let connection = try await connect(server, respondersLimit: .zero)
        let streams = try JetStream(connection)
        await #expect {
            try await streams.makeWhenAvailable(stream)
        } throws: {
            ($0 as? NATSError)?.kind == .unusable
        }
    }

    @Test func aStreamIsWaitedForNoLongerThanTheConfigurationSays() async throws {
        let server = try NATSServer(hasJetStream: false)
        await (try await connect(server)).close()
        let connection = try await connect(server, wait: .seconds(2))
        let streams = try JetStream(connection)
        let isWaiting = Mutex(0)
        await #expect {
            try await streams.makeWhenAvailable(stream) { _ in isWaiting.withLock { $0 += 1 } }
        } throws: {
            ($0 as? NATSError)?.kind == .noResponders
        }
        #expect(isWaiting.withLock { $0 } == 1)
    }

    @Test func whatIsNotThereYetIsTriedAgainAndWhatNeverWillBeIsNot() async throws {
        let server = try NATSServer(hasJetStream: false)
        let connection = try await connect(server)
        let passing: [NATSError.Kind] = [.unavailable, .timedOut, .noResponders]
        let count = Mutex(0)
        let result = try await connection.whenAvailable { () throws(NATSError) in
            let attempt = count.withLock { count in
                defer { count += 1 }
                return count
            }
            guard attempt >= passing.count else { throw NATSError(passing[attempt], "not yet") }
            return attempt
        }
        #expect(result == passing.count)
        for kind in [NATSError.Kind.unusable, .closed] {
            let tries = Mutex(0)
            await #expect {
                try await connection.whenAvailable { () throws(NATSError) in
                    tries.withLock { $0 += 1 }
                    throw NATSError(kind, "never")
                }
            } throws: {
                ($0 as? NATSError)?.kind == kind
            }
            #expect(tries.withLock { $0 } == 1)
        }
    }
}
