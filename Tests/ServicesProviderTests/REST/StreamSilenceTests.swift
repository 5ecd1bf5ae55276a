import Logging
import OddsClientTesting
import Testing

@testable import ServicesProvider

/// Streams of events that fall silent: platform contract, section 7.
@Suite(.timeLimit(.minutes(5))) struct StreamSilenceTests {
    /// Answers with a stream that ends when nobody reads it.
    private struct OneStream: HTTPTransport {
        let pieces: AsyncThrowingStream<[UInt8], any Error>

        func send(
            _ request: HTTPTransportRequest
        ) async throws(HTTPTransportError) -> HTTPTransportResponse { .json(404) }

        func open(
            _ request: HTTPTransportRequest
        ) async throws(HTTPTransportError) -> (
            head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
        ) { (.json(200), pieces) }

        func shutDown() async {}
    }

    private let clock = ManualClock()

    private func manager(_ transport: OneStream) -> NetworkManager {
        let session = StoredSession(
            token: "t0", credentials: Credentials(username: "ana", password: "p"), userID: "7")
        return NetworkManager(
            transport: transport,
            coordinator: SessionCoordinator(
                store: MemoryTokenStore(session), sharing: [[.playerSessionToken]]),
            key: .playerSessionToken, table: EveryMatrixErrorTable(),
            configuration: NetworkConfiguration(), clock: clock,
            random: LockedRandom(SystemRandomNumberGenerator()), log: Logger(label: "test"),
            noteExchange: { _ in })
    }

    @Test func eachPieceIsASignOfLifeAndSilenceTheEnd() async throws {
        let (pieces, server) = AsyncThrowingStream<[UInt8], any Error>.makeStream()
        let closed = Gate<Void>()
        server.onTermination = { _ in Task { await closed.pass() } }
        let endpoint = try EveryMatrix.PlayerEndpoint(
            url: "http://h", .getUpdates(userId: "7"), userID: "7")
        var events = try await manager(OneStream(pieces: pieces)).events(endpoint)
            .makeAsyncIterator()
        while clock.sleeperCount != 1 { await Task.yield() }
        for number in 0..<10 {
            clock.advance(by: .seconds(44))
            server.yield(Array("data: \(number)\n\n".utf8))
            let event = await events.next()
            #expect(event == Array("\(number)".utf8))
        }
        let time = Task { [clock] in
            while !Task.isCancelled {
                clock.advance(by: .seconds(1))
                await Task.yield()
            }
        }
        #expect(await events.next() == nil)
        time.cancel()
        await closed.arrivals(1)
        closed.open()
    }
}
