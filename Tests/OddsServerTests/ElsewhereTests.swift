import Logging
import OddsServer
import OddsSimulator
import Testing

extension ServerTests {
    /// A server that passes on the feed of a world elsewhere.
    @Suite struct ElsewhereTests {
        private func withEdge(
            _ configuration: ServerConfiguration = ServerConfiguration(),
            _ body: (EMServer, NumberedFeed, _ port: Int) async throws -> Void
        ) async throws {
            let feed = NumberedFeed(topics: ["a", "b/c"])
            let server = try await EMServer.start(
                configuration, logger: Logger(label: "test"), feed: feed)
            try await withControl(of: server) { try await body(server, feed, $0) }
            try await server.stop()
        }

        @Test("The control of a world is refused with the place of the world",
            arguments: [
                ("POST", "/scenario", #"{"rate":5}"#), ("POST", "/pause", ""),
                ("POST", "/resume", ""), ("GET", "/ledger", ""), ("GET", "/ledger?topic=a", ""),
                ("POST", "/ledger", #"{"topics":["a"]}"#),
                ("POST", "/faults", #"{"rules":[{"fault":"jitter"}]}"#),
                ("POST", "/faults", #"{"rules":[{"fault":"restart","everySeconds":1}]}"#),
            ])
        func refused(method: String, path: String, body: String) async throws {
            try await withEdge { _, _, port in
                let answer = try await ask(method, path, body, port: port)
                #expect(answer.status == 409)
                #expect(answer.body.contains("at the test"), "\(answer.body)")
            }
        }

        @Test("Faults of connections are its own")
        func faults() async throws {
            try await withEdge { _, _, port in
                let plan = #"{"rules":[{"fault":"lateDump"},{"fault":"drop","everySeconds":9}]}"#
                let answer = try await ask("POST", "/faults", plan, port: port)
                #expect(answer.status == 200)
            }
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [FaultRule(.truncate)])
            await #expect(throws: ElsewhereError.self) {
                try await withEdge(configuration) { _, _, _ in }
            }
        }

        @Test("Its truth is the feed's, and its health names stale topics")
        func truth() async throws {
            try await withEdge { _, feed, port in
                let truth = try await ask("GET", "/truth?topic=a", port: port)
                #expect(truth.status == 200)
                #expect(truth.body == #"{"topic":"a","epoch":1,"truth":0}"#)
                #expect(try await ask("GET", "/truth?topic=x", port: port).status == 404)
                let healthy = try await ask("GET", "/health", port: port)
                #expect(healthy.body == #"{"status":"ok"}"#)
                feed.setStale([])
                let unused = try await ask("GET", "/health", port: port)
                #expect(
                    unused.body == #"{"staleTopicCount":0,"staleTopics":[],"status":"stale"}"#)
                feed.setStale(["a", "b/c"])
                let stale = try await ask("GET", "/health", port: port)
                #expect(stale.status == 200)
                #expect(
                    stale.body
                        == #"{"staleTopicCount":2,"staleTopics":["a","b/c"],"status":"stale"}"#)
            }
        }

        @Test("What publishes a world is refused as well")
        func publishing() async throws {
            try await withEdge { server, _, _ in
                await #expect(throws: ElsewhereError.self) {
                    try await server.publishedState()
                }
                await #expect(throws: ElsewhereError.self) {
                    try await server.openPublished("a")
                }
                await #expect(throws: ElsewhereError.self) {
                    try await server.quotes([1], of: .offer)
                }
            }
        }
    }
}
