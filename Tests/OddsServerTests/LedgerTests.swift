import NIOCore
import OddsLedger
@testable import OddsServer
import OddsSimulator
import OddsTraffic
import Testing

extension ServerTests {
    /// The ledger and the metrics of what was due.
    @Suite struct LedgerTests {
        private static var now: UInt64 { NIODeadline.now().uptimeNanoseconds }

        /// The topic's frames once the schedule has passed `time`.
        private func frames(_ server: EMServer, after time: UInt64) async throws -> [LedgerFrame] {
            let loop = try server.world(for: "a test").loop
            var covered: UInt64 = 0
            while covered < time {
                // Behind the turns of the feed that are due by then.
                try await loop.scheduleTask(deadline: .uptimeNanoseconds(time)) {}
                    .futureResult.get()
                covered = try #require(await server.ledgerProgress()).coversUntil
            }
            return try #require(await server.ledgerFrames(of: liveTopic))
        }

        @Test("The schedule goes on while nobody is connected")
        func nobodyConnected() async throws {
            try await withServer { server in
                try await server.noteFrames(of: [liveTopic])
                let start = Self.now
                let noted = try await frames(server, after: start + 300_000_000)
                #expect(noted.contains { $0.due > start + 100_000_000 })
                #expect(zip(noted, noted.dropFirst()).allSatisfy { $0.version <= $1.version })
                try await server.noteFrames(of: [])
                let progress = try await server.ledgerProgress()
                #expect(progress == nil)
            }
        }

        @Test("A generator that stops is late by as much")
        func frozenGenerator() async throws {
            try await withServer { server in
                try await server.noteFrames(of: [liveTopic])
                let start = Self.now
                _ = try await frames(server, after: start + 100_000_000)
                let stop = Self.now
                let freeze: UInt64 = 200_000_000
                try await server.world(for: "a test").loop.submit {
                    let end = Self.now + freeze
                    while Self.now < end {}
                }.get()
                let late = try await frames(server, after: stop + freeze)
                    .filter { $0.due > stop && $0.due < stop + freeze / 2 }
                #expect(!late.isEmpty && late.allSatisfy { $0.delay >= freeze / 2 })
            }
        }

        @Test("The ledger follows a restart, with lower versions")
        func restart() async throws {
            try await withServer { server in
                try await server.noteFrames(of: [liveTopic])
                _ = try await frames(server, after: Self.now + 200_000_000)
                try server.world(for: "a test").restart()
                let noted = try await frames(server, after: Self.now + 200_000_000)
                #expect(Set(noted.map(\.epoch)) == [0, 1])
                let first = noted.filter { $0.epoch == 0 }.map(\.version)
                let second = noted.filter { $0.epoch == 1 }.map(\.version)
                #expect(second.allSatisfy { version in first.allSatisfy { version < $0 } })
            }
        }

        @Test("An unknown topic is refused, and no ledger begins")
        func unknownTopic() async throws {
            try await withServer { server in
                await #expect(throws: FeedError.self) {
                    try await server.noteFrames(of: [liveTopic, "/no/such"])
                }
                let progress = try await server.ledgerProgress()
                #expect(progress == nil)
            }
        }

        @Test("All that a step changes in a content is one frame")
        func contentsOfAStep() async throws {
            var configuration = ServerConfiguration()
            configuration.servesContents = true
            var world = TrafficConfiguration.small
            world.events = 60
            world.rate = 5_000
            // Events that come and go are said apart from what else the step changes.
            world.lifeCycleMilliseconds = 1_000
            let list = "liveDataSummaryAdvancedListBySportType/FBL/0"
            try await withServer(configuration, world: world) { server in
                try await server.noteFrames(of: [], contents: [list])
                while try #require(await server.ledgerProgress()).frames < 1_000 {
                    await Task.yield()
                }
                let noted = try #require(await server.ledgerFrames(of: list))
                #expect(zip(noted, noted.dropFirst()).allSatisfy { $0.version < $1.version })
            }
        }

        @Test("Records that were due have been sent, or dropped for a reason")
        func recordsDue() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                _ = try await socket.register(liveTopic)
                while server.metrics.value(of: .recordsSent) < 100 {
                    _ = try await socket.readMessage()
                }
                _ = try await server.pause()
                // Those that wait to be sent end with the connection.
                try server.world(for: "a test").restart()
                _ = await socket.readAll()
                // The server ends what belonged to the connection right after it.
                while server.metrics.value(of: .registrations) > 0 {
                    _ = try await server.ledgerProgress()
                }
                let metrics = server.metrics
                let dropped = ServerMetrics.DropReason.allCases
                    .reduce(0) { $0 + metrics.recordsDropped($1) }
                #expect(metrics.value(of: .recordsDue) >= 100)
                #expect(
                    metrics.value(of: .recordsDue) == metrics.value(of: .recordsSent) + dropped)
                #expect(metrics.feedLateness.count == metrics.value(of: .framesPublished))
            }
        }
    }
}
