import Logging
import OddsTraffic
import PlatformFixture
import Testing

@testable import OddsPlatform
@testable import OddsPlatformServer

/// How news of the world come to the platform.
@Suite(.timeLimit(.minutes(5))) struct WorldNewsTests {
    private func settled(_ outcomes: UInt64...) -> WorldNews {
        .settled(outcomes.map { MarketSettlement(outcomeIDs: [$0], winner: 0) })
    }

    private func texts(_ news: [WorldNews]) -> [String] {
        news.map { news in
            switch news {
            case .settled(let markets): "settled \(markets.flatMap(\.outcomeIDs))"
            case .reached(let nanoseconds): "reached \(nanoseconds)"
            case .changed(let change): "changed \(change.scenario)"
            case .restarted: "restarted"
            }
        }
    }

    @Test func newsThatWaitAreJoinedWithTheirNeighboursAlone() {
        let queue = WorldNewsQueue()
        let change = { WorldNews.changed(ScriptedWorld.change(at: 4, $0, 5)) }
        let news = [
            settled(1, 2), settled(3), .reached(1), .reached(2), settled(4), .reached(3),
            change("goals"), change("quiet"), .reached(4), .restarted, .reached(0), settled(1),
        ]
        for one in news { queue.put(one) }
        #expect(
            texts(queue.takeAll()) == [
                "settled [1, 2, 3]", "reached 2", "settled [4]", "reached 3", "changed goals",
                "changed quiet", "reached 4", "restarted", "reached 0", "settled [1]",
            ])
        #expect(queue.takeAll().isEmpty)
        // What has been taken is joined with nothing.
        queue.put(settled(2))
        #expect(texts(queue.takeAll()) == ["settled [2]"])
    }

    @Test func newsThatTheStateDoesNotTakeComeAgainBeforeTheNext() async throws {
        try await withPlatform { running in
            let platform = running.platform
            try await platform.state.transact {
                try $0.run(
                    """
                    CREATE TRIGGER refused BEFORE INSERT ON worldChange BEGIN
                        SELECT RAISE(ABORT, 'refused');
                    END
                    """)
            }
            let queue = WorldNewsQueue()
            let (pauses, paused) = AsyncStream.makeStream(of: UInt64?.self)
            let reader = WorldNewsReader(
                platform: platform, news: queue,
                logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() },
                pause: {
                    let position = try? await platform.worldPosition()
                    paused.yield(position?.nanoseconds)
                    // After the second pause they are taken.
                    try? await platform.state.transact { transaction in
                        let name = try transaction.row("SELECT 1 FROM setting WHERE name = 'x'")
                        try transaction.run(
                            name == nil
                                ? "INSERT INTO setting (name, value) VALUES ('x', 1)"
                                : "DROP TRIGGER refused")
                    }
                })
            queue.put(.reached(1))
            queue.put(.changed(ScriptedWorld.change(at: 1, "goals", 5)))
            queue.put(.reached(2))
            let task = Task { await reader.run() }
            while try await platform.worldPosition().nanoseconds != 2 { await Task.yield() }
            task.cancel()
            await task.value
            paused.finish()
            // The news after it waited with it.
            #expect(await pauses.reduce(into: []) { $0.append($1) } == [1, 1])
            #expect(try await platform.worldPosition().changes.map(\.scenario) == ["goals"])
        }
    }
}
