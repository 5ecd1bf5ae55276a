import OddsFleetFeed
import OddsTestInputs
import Testing

/// Names of worlds, tokens of topics, subjects.
@Suite struct NameTests {
    @Test("A world is 1 to 32 of letters, digits, - and _")
    func worlds() throws {
        for name in ["main", "A-z_09", String(repeating: "w", count: 32)] {
            #expect(try WorldName(name).description == name)
        }
        for name in [
            "", "a.b", "a b", "a*", ">", "ä", "a\n", String(repeating: "w", count: 33),
        ] {
            #expect(throws: FleetFormatError.self) { try WorldName(name) }
        }
        let error = #expect(throws: FleetFormatError.self) { try WorldName("a.b") }
        #expect(error?.description.contains("\"a.b\"") == true)
    }

    @Test("Bytes other than letters, digits, - and _ are %2F, in upper case")
    func tokens() throws {
        let token = try TopicToken(topic: "/sports/1/en/live-matches_odds.é")
        #expect(
            token.description == "%2Fsports%2F1%2Fen%2Flive-matches_odds%2E%C3%A9")
        #expect(try TopicToken(token: token.description) == token)
        #expect(token.topic == "/sports/1/en/live-matches_odds.é")
    }

    @Test("A token of 512 bytes is a topic, a longer one is none, however long")
    func longTokens() throws {
        #expect(try TopicToken(topic: String(repeating: "a", count: 512)).topic.count == 512)
        #expect(try TopicToken(topic: String(repeating: "/", count: 170)).topic.count == 170)
        for topic in [
            String(repeating: "a", count: 513), String(repeating: "/", count: 171),
            String(repeating: "a", count: 511) + "/", String(repeating: "x", count: 1 << 20), "",
        ] {
            #expect(throws: FleetFormatError.self) { try TopicToken(topic: topic) }
            #expect(throws: FleetFormatError.self) { try TopicToken(token: topic) }
        }
    }

    @Test(
        "One topic has one token",
        arguments: ["a/b", "%2f", "%41", "%", "%2", "%GG", "%C3", "a.b", "a b", "%FF", "é", "*"])
    func strictTokens(token: String) {
        #expect(throws: FleetFormatError.self) { try TopicToken(token: token) }
    }

    @Test("Random topics come back, and no two have one token")
    func randomTopics() throws {
        print("seed 3")
        var random = SplitMix64(seed: 3)
        var topics: [String: [UInt8]] = [:]
        for _ in 0..<5_000 {
            let limit = random.pick([0x80, 0x800, 0x11_0000])
            let scalars = (0..<1 + random.below(6)).compactMap { _ in
                Unicode.Scalar(UInt32(random.below(limit)))
            }
            let topic = String(String.UnicodeScalarView(scalars))
            guard !topic.isEmpty else { continue }
            let token = try TopicToken(topic: topic)
            #expect(token.topic.utf8.elementsEqual(topic.utf8))
            let other = topics.updateValue(Array(topic.utf8), forKey: token.description)
            #expect(other == nil || other == Array(topic.utf8))
        }
    }

    @Test("Subjects are those of the contract, and are read back strictly")
    func subjects() throws {
        let subjects = FeedSubjects(try WorldName("w"))
        let token = try TopicToken(topic: "/a")
        #expect(subjects.frames(token) == "odds.w.frames.%2Fa")
        #expect(subjects.allFrames == "odds.w.frames.*")
        #expect(subjects.dump(token) == "odds.w.dump.%2Fa" && subjects.allDumps == "odds.w.dump.*")
        #expect(subjects.beat == "odds.w.beat" && subjects.time == "odds.w.time")
        #expect(subjects.control("truth") == "odds.w.control.truth")
        #expect(subjects.allControls == "odds.w.control.*" && subjects.streamName == "ODDS_w")
        #expect(subjects.topic(ofDump: "odds.w.dump.%2Fa") == token)
        #expect(subjects.name(ofControl: "odds.w.control.truth") == "truth")
        for subject in [
            "odds.w.dump.", "odds.w.dump.a.b", "odds.v.dump.a", "odds.w.frames.a", "",
            "odds.w.dump.*",
        ] {
            #expect(subjects.topic(ofDump: subject) == nil)
        }
        #expect(subjects.name(ofControl: "odds.w.control.a.b") == nil)
    }
}
