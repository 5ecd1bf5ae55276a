import OddsFleetFeed
import OddsTestInputs
import Testing

/// The topics of a source, and the documents that name them.
@Suite struct OpenTopicsTests {
    private static let second: UInt64 = 1_000_000_000

    private func token(_ name: String) throws -> TopicToken {
        try TopicToken(topic: "/sports/1/en/\(name)")
    }

    @Test("A topic that no edge has named for 2 minutes is closed, one that is named is not")
    func lifetime() throws {
        let (named, unnamed) = (try token("named"), try token("unnamed"))
        var topics = OpenTopics()
        for token in [named, unnamed] {
            let isNew = topics.open(token, isNamed: true, now: 0)
            #expect(isNew)
        }
        for time in stride(from: 30, through: 600, by: 30) as StrideThrough<UInt64> {
            topics.name([named], now: time * Self.second)
            let closed = topics.takeUnnamed(now: time * Self.second)
            #expect(closed == (time == 120 ? [unnamed.topic] : []))
        }
        #expect(topics.count == 1 && topics.token(of: unnamed.topic) == nil)
        // Three names in a row may be lost.
        #expect(topics.takeUnnamed(now: 719 * Self.second) == [])
        #expect(topics.takeUnnamed(now: 720 * Self.second) == [named.topic])
        #expect(topics.count == 0 && topics.namedCount == 0)
    }

    @Test("A topic that an edge of an older version asked for stays open without end")
    func olderEdges() throws {
        let (first, second) = (try token("first"), try token("second"))
        var topics = OpenTopics()
        _ = topics.open(first, isNamed: false, now: 0)
        _ = topics.open(second, isNamed: true, now: 0)
        #expect(topics.namedCount == 1)
        // Whoever else asks, and in whichever order.
        for (token, isNamed) in [(first, true), (second, false)] {
            let isNew = topics.open(token, isNamed: isNamed, now: 1)
            #expect(!isNew)
        }
        #expect(topics.namedCount == 0)
        topics.name([first, second], now: 2)
        #expect(topics.takeUnnamed(now: 10_000 * Self.second) == [] && topics.count == 2)
    }

    @Test("A request renews a topic, a name opens none, and silence of all of NATS closes none")
    func renewal() throws {
        let topic = try token("topic")
        var topics = OpenTopics()
        topics.name([topic], now: 0)
        #expect(topics.count == 0)
        _ = topics.open(topic, isNamed: true, now: 0)
        let isNew = topics.open(topic, isNamed: true, now: 100 * Self.second)
        #expect(!isNew && topics.takeUnnamed(now: 219 * Self.second) == [])
        topics.nameAll(now: 500 * Self.second)
        #expect(topics.takeUnnamed(now: 619 * Self.second) == [])
        #expect(topics.takeUnnamed(now: 620 * Self.second) == [topic.topic])
    }

    @Test("All topics of an edge are named, each once, in documents below the message limit")
    func documents() throws {
        print("seed 71")
        var random = SplitMix64(seed: 71)
        for _ in 0..<60 {
            let tokens = FleetSamples.tokens(random.below(60), using: &random)
            let limit = random.pick([0, PartsTests.messageBytesMax, 5_000, 1 << 20])
            let documents = TopicNames.documents(
                tokens + tokens.prefix(3), messageBytesMax: limit)
            let room = FleetLimits.payloadBytes(messageBytesMax: limit)
            #expect(documents.allSatisfy { $0.json.count <= room && !$0.tokens.isEmpty })
            #expect(documents.flatMap(\.tokens) == tokens.sorted())
            for document in documents { #expect(try TopicNames(json: document.json) == document) }
        }
        let many = FleetSamples.tokens(8_192, using: &random)
        let documents = TopicNames.documents(many, messageBytesMax: 64 << 20)
        #expect(documents.map(\.tokens.count) == [4_096, 4_096])
        #expect(documents.allSatisfy { $0.json.count <= TopicNames.bytesMax })
    }

    @Test("Names have one form")
    func form() throws {
        let names = TopicNames.documents(
            [try token("b"), try token("a")], messageBytesMax: 1 << 20)[0]
        #expect(
            String(decoding: names.json, as: UTF8.self)
                == #"{"schema":"oddsbench.fleet-topics/1","topics":["%2Fsports%2F1%2Fen%2Fa","#
                + #""%2Fsports%2F1%2Fen%2Fb"]}"#)
        #expect(
            String(decoding: TopicNames.none.json, as: UTF8.self)
                == #"{"schema":"oddsbench.fleet-topics/1","topics":[]}"#)
        let schema = #"{"schema":"oddsbench.fleet-topics/1","topics":"#
        for text in [
            "", "[]", schema + "null}", schema + #"[1]}"#, schema + #"["b","a"]}"#,
            schema + #"["a","a"]}"#, schema + #"["/a"]}"#, schema + #"[""]}"#, schema + #"[ ]}"#,
            schema + #"["a"],"more":1}"#, #"{"topics":["a"]}"#,
            schema + "[" + String(repeating: "[", count: 100_000),
        ] {
            #expect(throws: FleetFormatError.self) { try TopicNames(json: Array(text.utf8)) }
        }
    }
}
