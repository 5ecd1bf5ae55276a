import OddsTraffic
import Testing

@testable import OddsSimulator

/// A state that is folded from an earlier dump and the frames behind it is, to the byte, that
/// of a fresh dump.
@Suite struct FoldedTruthTests {
    private func world(_ scenario: String, seed: UInt64) throws -> WorldSource {
        var configuration = TrafficConfiguration()
        configuration.seed = seed
        configuration.scenario = scenario
        configuration.events = 8 + Int(seed % 9)
        configuration.markets = 4 + Int(seed % 5)
        configuration.rate = 500
        // Matches are born and die.
        configuration.lifeCycleMilliseconds = 1_500
        return try WorldSource(configuration)
    }

    /// Topics of all kinds.
    private func topics(_ source: WorldSource) throws -> [String] {
        let live = Self.text("live-matches-aggregator-main", "all-locations/default-event-info")
        let dump = String(decoding: try source.dump(of: live), as: UTF8.self)
        let match = String(dump.split(separator: #""_type":"MATCH","#)[1])
        let tournament = try #require(Self.ids("parentId", in: match).first)
        let offer = try #require(Self.ids(#"_type":"BETTING_OFFER","id"#, in: dump).first)
        let matches = Self.ids(#"_type":"MATCH","id"#, in: dump).prefix(2)
        let others = [
            "next-matches-aggregator-main/all-disciplines/5/3",
            "custom-matches-aggregator/all-disciplines/all/all/all/POPULAR/LIVE/2/1",
            "competition-matches-aggregator/\(tournament)/10/3", "disciplines/LIVE/BOTH",
            "bettingOffers/\(offer)",
        ]
        let single = matches.flatMap {
            ["\($0)/match-odds", "match-aggregator-groups-overview/\($0)/1",
                "\($0)/eventPartScores/small"]
        }
        return [live] + (others + single).map { "/sports/1/en/\($0)" }
    }

    private static func text(_ name: String, _ rest: String) -> String {
        "/sports/1/en/\(name)/all-disciplines/\(rest)/10/5"
    }

    private static func ids(_ name: String, in dump: String) -> [Substring] {
        dump.split(separator: #""\#(name)":""#).dropFirst().map { $0.prefix { $0 != "\"" } }
    }

    @Test("In every scenario",
        arguments: TrafficScenarios.descriptions.map(\.name), 1...2 as ClosedRange<UInt64>)
    func scenarios(scenario: String, seed: UInt64) throws {
        let source = try world(scenario, seed: seed)
        // Topics of one match begin with the world, and lists behind some of it.
        var known: [TopicNumber: (text: String, dump: [UInt8], frames: [[UInt8]])] = [:]
        let texts = try topics(source)
        for (index, text) in texts.reversed().enumerated() {
            if index > texts.count - 4 { run(source, steps: 40, &known) }
            let number = try source.open(text)
            known[number] = (text, try source.dump(of: number), [])
        }
        #expect(known.count == texts.count)
        run(source, steps: 800, &known)
        source.writeFence { topic, frame, _ in known[topic]?.frames.append(Array(frame)) }
        for (number, topic) in known {
            #expect(!topic.frames.isEmpty)
            let fresh = FeedTruth.document(topic: topic.text, dump: try source.dump(of: number))
            let folded = FeedTruth.document(
                topic: topic.text, dump: topic.dump, frames: topic.frames)
            #expect(folded == fresh, "\(topic.text)")
        }
    }

    private func run(
        _ source: WorldSource, steps: Int,
        _ known: inout [TopicNumber: (text: String, dump: [UInt8], frames: [[UInt8]])]
    ) {
        for _ in 0..<steps {
            source.advance { topic, frame, _ in known[topic]?.frames.append(Array(frame)) }
        }
    }

    @Test("Without a frame behind it, the dump is the state")
    func dumpAlone() throws {
        let source = try world("steady", seed: 1)
        let text = try topics(source)[0]
        let dump = try source.dump(of: text)
        #expect(
            FeedTruth.document(topic: text, dump: dump, frames: [])
                == FeedTruth.document(topic: text, dump: dump))
    }
}
