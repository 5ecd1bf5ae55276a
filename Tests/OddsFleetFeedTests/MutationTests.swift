import OddsFleetFeed
import OddsTestInputs
import Testing

/// Messages that were damaged: nothing crashes, and nothing is accepted that would be written in
/// another way than it came.
@Suite(.timeLimit(.minutes(5)))
struct MutationTests {
    // Compared without expectations, each of which would cost more than its mutant.
    static let mutants = 10_000

    /// Damages a text, one to three times.
    private func mutate(_ text: [UInt8], using random: inout SplitMix64) -> [UInt8] {
        (0...random.below(3)).reduce(text) { text, _ in
            ByteMutation.mutate(text, using: &random)
        }
    }

    /// Damages headers: their names, values, order and number.
    private func mutate(
        _ headers: [FleetHeader], using random: inout SplitMix64
    ) -> [FleetHeader] {
        var headers = headers
        let index = random.below(headers.count)
        let damage = { (text: String, random: inout SplitMix64) in
            String(decoding: self.mutate(Array(text.utf8), using: &random), as: UTF8.self)
        }
        switch random.below(8) {
        case 0: headers.remove(at: index)
        case 1: headers.append(headers[index])
        case 2: headers[index].name = damage(headers[index].name, &random)
        case 3: headers.shuffle(using: &random)
        case 4: headers[index].value = headers[random.below(headers.count)].value
        case 5: headers[index].value = String(random.next())
        default: headers[index].value = damage(headers[index].value, &random)
        }
        return headers
    }

    private static let names: Set = [
        "Odds-Epoch", "Odds-Frame", "Odds-Version", "Odds-Records", "Odds-Due", "Odds-Part",
        "Odds-Bytes", "Odds-Digest", "Odds-Request", "Odds-Refused", "Odds-Status",
    ]

    /// Those of ours, as text, in one order.
    private func ours(_ headers: [FleetHeader]) -> [String] {
        headers.filter { Self.names.contains($0.name) }.map { "\($0.name): \($0.value)" }
            .sorted()
    }

    private func checkHeaders(
        seed: UInt64, _ sample: (inout SplitMix64) -> [FleetHeader],
        _ reread: ([FleetHeader]) throws -> [FleetHeader]
    ) {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        var accepted = 0
        for round in 0..<Self.mutants {
            let original = sample(&random)
            if (try? reread(original)).map(ours) != ours(original) {
                Issue.record("round \(round): \(original)")
            }
            let mutant = mutate(original, using: &random)
            guard let again = try? reread(mutant) else { continue }
            accepted += 1
            if ours(again) != ours(mutant) { Issue.record("round \(round): \(mutant)") }
        }
        #expect(accepted > Self.mutants / 20 && accepted < Self.mutants)
    }

    @Test("Headers of frames")
    func frameHeaders() {
        let splitter = FrameSplitter(messageBytesMax: PartsTests.messageBytesMax)
        checkHeaders(
            seed: 41,
            { random in
                let frame = FleetSamples.frame(bytes: random.below(2_000), using: &random)
                return random.pick(splitter.messages(of: frame)).header.headers
            },
            { try FrameHeader($0).headers })
    }

    @Test("Headers of dumps")
    func dumpHeaders() {
        let splitter = DumpSplitter(
            messageBytesMax: PartsTests.messageBytesMax, digest: FleetSamples.digest)
        checkHeaders(
            seed: 42,
            { random in
                let dump = FleetSamples.dump(bytes: random.below(2_000), using: &random)
                let messages = try? splitter.messages(of: dump, for: FleetSamples.requestID)
                return random.pick(messages ?? []).header.headers
            },
            { try DumpHeader($0).headers })
    }

    @Test("Headers of requests, refusals and answers")
    func otherHeaders() {
        checkHeaders(
            seed: 43, { _ in FleetSamples.requestID.headers }, { try DumpRequest($0).headers })
        checkHeaders(
            seed: 49, { _ in FleetSamples.namedRequest.headers }, { try DumpRequest($0).headers })
        checkHeaders(
            seed: 44, { _ in DumpRefusal(requestID: "r-1", reason: "no such topic").headers },
            { headers in
                guard let refusal = try DumpRefusal(headers) else {
                    throw FleetFormatError("no refusal")
                }
                return refusal.headers
            })
        checkHeaders(
            seed: 45,
            { random in
                let answer = FleetAnswer(status: 404, bytes: [UInt8](repeating: 0, count: 2_000))
                let messages = try? answer.messages(messageBytesMax: PartsTests.messageBytesMax)
                return random.pick(messages ?? []).header.headers
            },
            { try AnswerHeader($0).headers })
    }

    private func checkTexts(
        seed: UInt64, _ sample: (inout SplitMix64) -> [UInt8],
        _ reread: ([UInt8]) throws -> [UInt8]
    ) {
        print("seed \(seed)")
        var random = SplitMix64(seed: seed)
        var refused = 0
        for round in 0..<Self.mutants {
            let original = sample(&random)
            if (try? reread(original)) != original {
                Issue.record("round \(round): \(original)")
            }
            let mutant = mutate(original, using: &random)
            if let again = try? reread(mutant) {
                if again != mutant { Issue.record("round \(round): \(mutant)") }
            } else {
                refused += 1
            }
        }
        #expect(refused > Self.mutants / 4)
    }

    @Test("Documents of beats")
    func beats() {
        checkTexts(
            seed: 51,
            { random in
                let beat = FleetSamples.beat(topics: random.below(3), using: &random)
                return random.pick(beat.parts(messageBytesMax: 0)).json
            },
            { try BeatPart(json: $0).json })
    }

    @Test("Documents of time")
    func time() {
        checkTexts(
            seed: 52, { TimeRequest(number: $0.next() >> 11).json },
            { try TimeRequest(json: $0).json })
        checkTexts(
            seed: 53,
            { random in
                TimeAnswer(
                    to: TimeRequest(number: random.next() >> 12),
                    epoch: FleetSamples.number(max: 1 << 62, using: &random),
                    nanoseconds: random.next() >> 1, bootID: FleetSamples.bootID
                ).json
            },
            { try TimeAnswer(json: $0).json })
    }

    @Test("Tokens of topics")
    func tokens() {
        checkTexts(
            seed: 54,
            { random in
                let topic = random.pick(["/sports/1", "a.b*", "é", "-_", "/%2F"])
                return Array(((try? TopicToken(topic: topic))?.description ?? "").utf8)
            },
            { bytes in
                let text = String(decoding: bytes, as: UTF8.self)
                let token = try TopicToken(token: text)
                return Array(try TopicToken(topic: token.topic).description.utf8)
            })
    }

    @Test("Names of topics")
    func topicNames() {
        checkTexts(
            seed: 50,
            { random in
                let tokens = FleetSamples.tokens(1 + random.below(5), using: &random)
                return TopicNames.documents(tokens, messageBytesMax: 1 << 20)[0].json
            },
            { try TopicNames(json: $0).json })
    }
}
