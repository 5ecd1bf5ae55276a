import OddsReconstruction

/// What the agents of a run do, in one document. It says whom to connect to and for how long;
/// there is no command, no path and no code in it.
package struct FleetRunPlan: Equatable, Sendable {
    /// How many clients an agent runs.
    package struct Share: Equatable, Sendable {
        package var name: AgentName
        package var clients: Int

        package init(name: AgentName, clients: Int) {
            self.name = name
            self.clients = clients
        }
    }

    /// The compression that the clients offer, by the names of `--compression`.
    package enum Compression: String, CaseIterable, Sendable {
        case takeover
        case noTakeover = "no-takeover"
    }

    package var run: RunID
    /// The name of the world, whose source the agents ask.
    package var world: String
    package var seed: UInt64
    /// The edges.
    package var targets: [Target]
    package var agents: [Share]
    /// How many clients a second each agent connects.
    package var connectionsPerSecond = 500
    package var warmupMilliseconds: UInt64 = 2_000
    package var durationMilliseconds: UInt64 = 10_000
    /// In their text forms.
    package var topics: [String]
    package var strategy = StrategyName.graph
    package var compression: Compression?
    /// How often each agent drops all of its connections at once, evenly over the window.
    package var storms = 0
    /// The longest pause between connection attempts of a client.
    package var backoffMaxMilliseconds = 1_000

    /// - Parameter world: A name of 1 to 32 of `A–Z a–z 0–9 _ -`.
    package init(
        run: RunID, world: String, seed: UInt64, targets: [Target], agents: [Share],
        topics: [String]
    ) {
        self.run = run
        self.world = world
        self.seed = seed
        self.targets = targets
        self.agents = agents
        self.topics = topics
    }

    /// The clients of all agents.
    package var clients: Int { agents.reduce(0) { $0 + $1.clients } }
    /// How long an agent takes to connect its clients.
    package var connectingNanoseconds: UInt64 {
        UInt64(agents.map(\.clients).max() ?? 0) * 1_000_000_000 / UInt64(connectionsPerSecond)
    }
    package var warmupNanoseconds: UInt64 { warmupMilliseconds * 1_000_000 }
    package var durationNanoseconds: UInt64 { durationMilliseconds * 1_000_000 }

    // MARK: Bounds

    package static let targetCounts = 1...64
    package static let agentCounts = 1...256
    package static let clientCounts = 1...100_000
    package static let connectionRates = 1...100_000
    /// Up to an hour.
    package static let warmups: ClosedRange<UInt64> = 0...3_600_000
    /// From a second to half the time that the stream of runs keeps messages.
    package static let durations: ClosedRange<UInt64> = 1_000...43_200_000
    package static let topicCounts = 1...4_096
    /// Longer ones are no topics.
    package static let topicBytes = 1...512
    package static let stormCounts = 0...100_000
    package static let backoffs = 1...600_000
    /// Below the message limit of a NATS server.
    package static let bytesMax = 900 << 10
}
