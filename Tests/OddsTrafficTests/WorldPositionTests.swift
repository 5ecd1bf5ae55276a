import Testing

@testable import OddsTraffic

/// A world that is brought to where another one was.
@Suite struct WorldPositionTests {
    private func configuration(_ scenario: String) -> TrafficConfiguration {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: 8)
        configuration.lifeCycleMilliseconds = 4_000
        configuration.rate = 400
        return configuration
    }

    private func feed() throws -> WorldFeed {
        var feed = try WorldFeed(configuration("steady"))
        feed.keepSettlements()
        return feed
    }

    /// Changes the traffic, and notes it as a server does.
    private func change(
        _ feed: inout WorldFeed, _ position: inout WorldPosition, _ scenario: String, _ rate: Int
    ) throws {
        let nanoseconds = feed.nextNanoseconds
        try feed.change(scenario: scenario, rate: rate)
        position.changes.append(.init(nanoseconds: nanoseconds, scenario: scenario, rate: rate))
    }

    private func quotes(_ feed: inout WorldFeed) -> [OfferQuote] {
        feed.matchIDs.indices.flatMap { feed.quotes(feed.offerIDs(ofEvent: $0), of: .offer) }
    }

    /// Both are equal now, in what came before, and in what comes.
    private func expectEqual(_ one: inout WorldFeed, _ other: inout WorldFeed) throws {
        #expect(one.nextNanoseconds == other.nextNanoseconds)
        #expect(one.configuration.scenario == other.configuration.scenario)
        #expect(one.configuration.rate == other.configuration.rate)
        #expect(quotes(&one) == quotes(&other))
        #expect(one.takeSettlements() == other.takeSettlements())
        let scope = TopicScope.liveMatches(sportID: nil, events: 99, markets: 99)
        let topics = (try one.open(scope), try other.open(scope))
        #expect(try one.dump(of: topics.0) == other.dump(of: topics.1))
        var settlementCount = 0
        for _ in 0..<500 {
            var frames: (one: [[UInt8]], other: [[UInt8]]) = ([], [])
            one.advance { _, frame, _ in frames.one.append(Array(frame)) }
            other.advance { _, frame, _ in frames.other.append(Array(frame)) }
            #expect(frames.one == frames.other)
            let settlements = one.takeSettlements()
            #expect(settlements == other.takeSettlements())
            settlementCount += settlements.count
        }
        #expect(quotes(&one) == quotes(&other))
        #expect(settlementCount > 50)
    }

    @Test("A world advanced to a position equals the one that ran there, with its changes")
    func equals() throws {
        var ran = try feed()
        var position = WorldPosition.start
        for step in 0..<1_000 {
            switch step {
            case 200: try change(&ran, &position, "churn", 800)
            case 600:
                // Two at one moment, of which the second counts.
                try change(&ran, &position, "steady", 300)
                try change(&ran, &position, "goal", 700)
            default: break
            }
            ran.advance { _, _, _ in }
        }
        position.nanoseconds = ran.nextNanoseconds
        var come = try feed()
        try come.advance(to: position)
        try expectEqual(&ran, &come)
    }

    @Test("A change at the position itself counts, and so does one that was noted after it")
    func lastChange() throws {
        for distance in [0, 30] {
            var ran = try feed()
            var position = WorldPosition.start
            for _ in 0..<300 { ran.advance { _, _, _ in } }
            position.nanoseconds = ran.nextNanoseconds
            for _ in 0..<distance { ran.advance { _, _, _ in } }
            try change(&ran, &position, "churn", 900)
            var come = try feed()
            try come.advance(to: position)
            try expectEqual(&ran, &come)
        }
    }

    @Test("A time between two changes of the world is that of the next one")
    func between() throws {
        var ran = try feed()
        while ran.nextNanoseconds < 700_000_000 { ran.advance { _, _, _ in } }
        for nanoseconds in [700_000_000, ran.nextNanoseconds] as [UInt64] {
            var come = try feed()
            try come.advance(to: WorldPosition(nanoseconds: nanoseconds, changes: []))
            #expect(come.nextNanoseconds == ran.nextNanoseconds)
        }
        var start = try feed()
        try start.advance(to: .start)
        #expect(try start.nextNanoseconds == feed().nextNanoseconds)
    }

    @Test("A change that the world cannot make is refused")
    func refused() throws {
        var come = try feed()
        let position = WorldPosition(
            nanoseconds: 9, changes: [.init(nanoseconds: 1, scenario: "none", rate: 1)])
        #expect(throws: TrafficConfigurationError.self) { try come.advance(to: position) }
    }
}
