import OddsClient
import OddsFleetRun
import OddsLive
import OddsWebSocket

/// The clients of an agent, each with one channel.
struct AgentClients: Sendable {
    let clients: LiveClients
    let places: ClientPlaces
    let recorder: AgentRecorder
    private let watchers: [Task<Void, Never>]

    /// Connects all clients of an agent, at the plan's rate, and waits until each has its tree.
    ///
    /// - Throws: `ExperimentFailure`.
    static func connect(
        _ plan: FleetRunPlan, of agent: AgentName, at addresses: TargetAddresses, offset: Int64
    ) async throws -> AgentClients {
        let planned = plan.clients(of: agent)
        let places = ClientPlaces(targets: planned.map(\.target))
        let recorder = AgentRecorder(places: places, offset: offset)
        let sockets = planned.map { client in
            LiveFeed.SocketClient(
                addresses.configuration(plan, of: client), topics: [plan.topics[client.topic]])
        }
        let clients = try await LiveClients.start(plan.live, .sockets(sockets)) {
            client, _, update in
            recorder.note(client: client, update, at: FrameTrace.now)
        }
        let watchers = clients.sockets.enumerated().map { index, socket in
            watch(socket, index, first: planned[index].target, plan, places, recorder)
        }
        do {
            try await clients.waitUntilCurrent(within: LivePlan.startLimit)
        } catch {
            for watcher in watchers { watcher.cancel() }
            await clients.stop()
            throw error
        }
        return AgentClients(
            clients: clients, places: places, recorder: recorder, watchers: watchers)
    }

    /// Follows a client from edge to edge.
    private static func watch(
        _ socket: EMWebSocketClient, _ index: Int, first: Int, _ plan: FleetRunPlan,
        _ places: ClientPlaces, _ recorder: AgentRecorder
    ) -> Task<Void, Never> {
        Task {
            for await state in await socket.states() {
                guard case .connected = state else {
                    places.disconnected(index)
                    continue
                }
                let target = (first + (await socket.addressNumber)) % plan.targets.count
                places.connected(index, to: target, at: recorder.now)
            }
        }
    }

    /// Disconnects all clients, and returns the number of reconnects.
    func stop() async -> Int {
        let reconnects = await clients.stop()
        for watcher in watchers { watcher.cancel() }
        return reconnects
    }
}

extension FleetRunPlan {
    /// The plan for the clients of one agent.
    var live: LivePlan {
        var plan = LivePlan()
        plan.strategy = strategy
        plan.connectionsPerSecond = connectionsPerSecond
        plan.warmup = .milliseconds(Int64(warmupMilliseconds))
        plan.duration = .milliseconds(Int64(durationMilliseconds))
        plan.storms = storms
        plan.backoffMax = .milliseconds(backoffMaxMilliseconds)
        plan.compression = compression.flatMap { WebSocketCompression(rawValue: $0.rawValue) }
        return plan
    }
}
