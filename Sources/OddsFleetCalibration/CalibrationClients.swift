import NIOPosix
import OddsClient
import OddsExperiments
import OddsFleetLoad
import OddsLive
import OddsLoadClients

/// The clients of one cell's edge, which run in this process.
protocol CalibrationClients: Sendable {
    /// Frames that all clients have received.
    func frameCount() async throws -> Int
    /// How many have lost their connection.
    func lostCount() async throws -> Int
    /// A window opens, or has ended.
    func begin() async
    func end() async
    func stop() async
}

/// Clients that count what they get, so that two cores carry a thousand of them.
struct CountingClients: CalibrationClients {
    private let meter: LoadMeter
    private let group: MultiThreadedEventLoopGroup

    init() {
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        meter = LoadMeter(loop: group.next())
    }

    /// Connects more clients, and returns once they have their dumps.
    ///
    /// - Throws: `ExperimentFailure`.
    func connect(
        _ count: Int, to address: String, topics: [String], conduct: LoadClient.Conduct
    ) async throws {
        // ws://HOST:PORT/v2
        let parts = address.split(whereSeparator: { $0 == "/" || $0 == ":" })
        guard parts.count == 4, let port = Int(parts[2]) else {
            throw ExperimentFailure(.childDied, "the edge serves at \(address): no address")
        }
        do {
            for number in 0..<count {
                let client = try await LoadClient.connect(
                    host: String(parts[1]), port: port, topic: topics[number % topics.count],
                    conduct: conduct, meter: meter)
                try await client.isReady.get()
            }
        } catch {
            throw ExperimentFailure(.unavailable, "a client cannot connect to \(address): \(error)")
        }
    }

    func frameCount() async throws -> Int { try await meter.figures().get().frameCount }
    func lostCount() async throws -> Int { try await meter.figures().get().closedCount }
    func begin() async {}
    func end() async {}
    func stop() async { try? await group.shutdownGracefully() }
}

/// Clients as agents have them, with a store of one match each.
actor ApplyingClients: CalibrationClients {
    private var parts: [(clients: LiveClients, recorder: AgentRecorder)] = []

    /// Connects more clients, and returns once they have their trees.
    ///
    /// - Throws: `ExperimentFailure`.
    func connect(_ count: Int, to address: String, topics: [String]) async throws {
        let recorder = AgentRecorder(
            places: ClientPlaces(targets: Array(repeating: 0, count: count)), offset: 0)
        let sockets = (0..<count).map {
            LiveFeed.SocketClient(
                ClientConfiguration(url: address), topics: [topics[$0 % topics.count]])
        }
        let clients = try await LiveClients.start(LivePlan(), .sockets(sockets)) {
            client, _, update in
            recorder.note(client: client, update, at: FrameTrace.now)
        }
        parts.append((clients, recorder))
        try await clients.waitUntilCurrent(within: LivePlan.startLimit)
    }

    func frameCount() async throws -> Int {
        var count = 0
        for part in parts { count += await part.clients.counters.framesApplied }
        return count
    }

    /// A client that came back has another dump, and its frames do not add up.
    func lostCount() async throws -> Int {
        var count = 0
        for part in parts {
            let counters = await part.clients.counters
            count += counters.framesRejected
        }
        return count
    }

    func begin() { for part in parts { part.recorder.begin(start: part.recorder.now) } }
    func end() { for part in parts { _ = part.recorder.end() } }
    func stop() async { for part in parts { await part.clients.stop() } }
}
