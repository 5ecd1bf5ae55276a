import Testing

@testable import OddsTraffic

@Suite struct RateTests {
    @Test("Offers are updated at the rate, and frames have their mean size", arguments: [
        (1, 7), (10_000, 7), (1_000_000, 7), (10_000, 4), (10_000, 50), (500, 400),
    ])
    func rate(rate: Int, recordsPerFrame: Int) throws {
        var configuration = TrafficConfiguration.small()
        configuration.rate = rate
        configuration.recordsPerFrame = recordsPerFrame
        let traffic = try Traffic(configuration, frameCount: 4_000)
        #expect(abs(Double(traffic.offerUpdateCount) / traffic.seconds / Double(rate) - 1) < 0.02)
        let records = traffic.frames.reduce(0) { $0 + $1.schedule.recordCount }
        let mean = Double(records) / Double(traffic.frames.count)
        #expect(abs(mean / Double(recordsPerFrame) - 1) < 0.1)
    }

    @Test("Any shape works", arguments: [
        (1, 1, 1), (1, 1, 200), (1, 300, 2), (200, 1, 1), (3, 2, 50), (40, 7, 4),
    ])
    func shapes(events: Int, markets: Int, outcomes: Int) throws {
        for (scenario, _) in TrafficScenarios.descriptions where scenario != "hostile" {
            var configuration = TrafficConfiguration.small(scenario: scenario)
            configuration.events = events
            configuration.markets = markets
            configuration.outcomes = outcomes
            let traffic = try Traffic(configuration, frameCount: 400)
            var model = FeedModel()
            for frame in traffic.allFrames { model.apply(frame.bytes) }
            #expect(model.orphanCount == 0)
            #expect(model.count("MATCH") == events)
            #expect(model.count("BETTING_OFFER") == events * markets * outcomes)
        }
    }

    @Test("Each process of arrival has the same mean, and its own shape",
        arguments: ArrivalProcess.allCases)
    func arrival(process: ArrivalProcess) {
        var random = TrafficRandom(seed: 42)
        var clock = ArrivalClock(process, intervalNanoseconds: 1_000)
        var gaps: [Double] = []
        for _ in 0..<100_000 {
            let before = clock.nowNanoseconds
            clock.advance(intensity: 1, using: &random)
            gaps.append(clock.nowNanoseconds - before)
        }
        #expect(abs(clock.nowNanoseconds / 100_000_000 - 1) < 0.01)
        let short = Double(gaps.count { $0 < 500 }) / 100_000
        switch process {
        case .constant: #expect(short == 0)
        case .poisson: #expect(abs(short - 0.393) < 0.01)
        case .bursts: #expect(short == 0.98)
        }
        let before = clock.nowNanoseconds
        for _ in 0..<50_000 { clock.advance(intensity: 5, using: &random) }
        #expect(abs((clock.nowNanoseconds - before) / 10_000_000 - 1) < 0.02)
    }

    @Test("Zipf draws the event of rank k in proportion to 1 / k")
    func zipf() {
        var random = TrafficRandom(seed: 42)
        let sampler = EventSampler(.zipf(exponent: 1), eventCount: 100)
        var counts = [Int](repeating: 0, count: 100)
        for _ in 0..<200_000 { counts[sampler.draw(using: &random)] += 1 }
        // The harmonic number of 100 is 5.187.
        for rank in [1, 2, 10, 50] {
            let expected = 200_000 / 5.187 / Double(rank)
            #expect(abs(Double(counts[rank - 1]) / expected - 1) < 0.1)
        }
        #expect(counts.allSatisfy { $0 > 0 })
    }

    @Test("Uniform draws all events alike")
    func uniform() {
        var random = TrafficRandom(seed: 42)
        let sampler = EventSampler(.uniform, eventCount: 10)
        var counts = [Int](repeating: 0, count: 10)
        for _ in 0..<100_000 { counts[sampler.draw(using: &random)] += 1 }
        #expect(counts.allSatisfy { abs($0 - 10_000) < 500 })
    }

    @Test("Popularity shows in the frames")
    func popularity() throws {
        var configuration = TrafficConfiguration.small()
        configuration.popularity = .zipf(exponent: 2)
        let traffic = try Traffic(configuration, frameCount: 600)
        var model = FeedModel()
        for frame in traffic.initialFrames { model.apply(frame.bytes) }
        let first = try #require(model.all("MATCH").compactMap { $0["id"] as? String }.min())
        let updates = traffic.frames.flatMap { frame in
            String(decoding: frame.bytes, as: UTF8.self)
                .split(separator: #""entityType":"MATCH","id":""#).dropFirst().map { $0.prefix(18) }
        }
        // 1 of 1 + 1/4 + 1/9 + …
        let share = Double(updates.count { $0 == first }) / Double(updates.count)
        #expect(updates.count > 200 && abs(share - 0.64) < 0.08)
    }
}
