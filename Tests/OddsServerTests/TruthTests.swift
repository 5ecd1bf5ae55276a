import OddsServer
import OddsSimulator
import OddsTraffic
import OddsWAMP
import Testing

extension ServerTests {
    /// What clients have seen adds up to what the server says is true.
    @Suite struct TruthTests {
        /// Topics, and in how many hundredths of the frames they are.
        private static let topics = [
            (liveTopic, 100), ("/sports/1/en/next-matches-aggregator-main/all-disciplines/5/3", 10),
            ("/sports/1/en/custom-matches-aggregator/701/all/all/all/POPULAR/LIVE/10/2", 20),
            ("/sports/1/en/disciplines/LIVE/BOTH", 2),
        ]

        /// Runs clients until each has seen some frames, pauses the world, and
        /// compares.
        private func compare(
            _ configuration: ServerConfiguration = ServerConfiguration(), scenario: String,
            invocations: Int = 100
        ) async throws {
            var world = TrafficConfiguration.small
            world.scenario = scenario
            try await withServer(configuration, world: world) { server in
                for (topic, percent) in Self.topics.prefix(scenario == "odds" ? 3 : 4) {
                    let socket = try await TestSocket.session(port: server.port)
                    var follower = try await Follower(topic, on: socket)
                    let count = invocations * percent / 100
                    while follower.invocationCount < count { try await follower.step() }
                    try await server.setFaults(FaultPlan())
                    #expect(try await server.pause())
                    let truth = try await truth(server, topic)
                    try await follower.follow(toVersion: truth.version)
                    #expect(follower.state == truth.state, "\(topic)")
                    #expect(try await server.resume())
                    try await server.setFaults(configuration.faults)
                }
            }
        }

        @Test("Every scenario", arguments: TrafficScenarios.descriptions.map(\.name))
        func scenarios(name: String) async throws { try await compare(scenario: name) }

        @Test("Connections on several threads")
        func threads() async throws {
            var configuration = ServerConfiguration()
            configuration.threads = 3
            try await compare(configuration, scenario: "churn")
        }

        @Test("Frames that are late, broken, doubled and out of order, and dumps that are late",
            arguments: [1, 2] as [UInt64])
        func faultyFrames(seed: UInt64) async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(
                seed: seed,
                rules: [
                    FaultRule(.delay, probability: 0.05, milliseconds: 5),
                    FaultRule(.jitter, probability: 0.2, milliseconds: 3),
                    FaultRule(.truncate, probability: 0.03),
                    FaultRule(.malform, probability: 0.03),
                    FaultRule(.repeat, probability: 0.1), FaultRule(.reorder, probability: 0.05),
                    FaultRule(.lateDump, probability: 0.5, milliseconds: 20),
                ])
            try await compare(configuration, scenario: "steady", invocations: 200)
        }

        @Test("A paused world stands still for all, at one version")
        func pause() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                _ = try await Follower(liveTopic, on: socket)
                #expect(try await server.pause())
                #expect(try await server.pause() == false)
                let first = try await truth(server, liveTopic)
                let second = try await truth(server, liveTopic)
                #expect(first.version == second.version && first.state == second.state)
                // Who joins now has that version, too.
                let late = try await TestSocket.session(port: server.port)
                var follower = try await Follower(liveTopic, on: late)
                try await follower.follow(toVersion: first.version)
                #expect(follower.state == first.state)
                #expect(try await server.resume())
                #expect(try await server.resume() == false)
            }
        }

        @Test("In a paused world a topic keeps its state when everybody leaves it")
        func pauseWithoutReaders() async throws {
            var world = TrafficConfiguration.small
            // The order of the events depends on when the topic was opened.
            world.lifeCycleMilliseconds = 1_000
            // Shows the same, as the operator is ignored, and is never open.
            let twin = liveTopic.replacing("/sports/1/", with: "/sports/2/")
            try await withServer(world: world) { server in
                let socket = try await TestSocket.session(port: server.port)
                var follower = try await Follower(liveTopic, on: socket)
                while follower.invocationCount < 200 { try await follower.step() }
                #expect(try await server.pause())
                let before = try await truth(server, liveTopic)
                #expect(try await truth(server, twin).state != before.state)
                try await follower.follow(toVersion: before.version)
                try await leave(follower.registration, on: socket)
                let after = try await truth(server, liveTopic)
                #expect(after.version == before.version && after.state == before.state)

                let late = try await TestSocket.session(port: server.port)
                follower = try await Follower(liveTopic, on: late)
                try await follower.follow(toVersion: before.version)
                #expect(follower.state == before.state)
                try await leave(follower.registration, on: late)

                // Nobody reads it when the world resumes, so it is closed.
                #expect(try await server.resume())
                #expect(try await server.pause())
                let closed = try await truth(server, liveTopic)
                #expect(try await truth(server, twin).state == closed.state)
            }
        }

        /// Ends a registration, and waits until the feed has let go of the topic.
        private func leave(_ registration: WAMPID, on socket: TestSocket) async throws {
            try await socket.send("[66,99,\(registration)]")
            #expect(try await socket.readAnswer().type == .unregistered)
            try await socket.askDump(liveTopic, request: 100)
            #expect(try await socket.readAnswer().type == .result)
        }
    }
}
