import OddsMeasurement
import SeededRandom
import Testing

@testable import OddsFleetRun

@Suite struct MessageTests {
    @Test("Requests are the same after they have gone over the wire")
    func requests() throws {
        let run = try RunID("r1")
        let requests: [AgentRequest] = [
            .who, .offer(try FleetRunPlanTests.plan(), coordinator: "host:17:ab"),
            .go(run, startNanoseconds: 1 << 62), .check(run, isAtRest: true),
            .release(run, reason: "Ende \"é\""),
        ]
        for request in requests { #expect(try AgentRequest(json: request.json) == request) }
    }

    @Test("Answers are the same after they have gone over the wire")
    func answers() throws {
        let free = AgentPresence(name: try AgentName("a1"), instance: "x", isSettled: false)
        var taken = free
        taken.run = try RunID("r1")
        taken.isSettled = true
        let answers: [AgentAnswer] = [
            .here(free), .here(taken), .accepted, .refused(reason: "no"),
            .busy(try RunID("r1"), coordinator: "host:17:ab"),
        ]
        for answer in answers { #expect(try AgentAnswer(json: answer.json) == answer) }
    }

    @Test("A request that is none is refused with its reason, and no kind but the known is taken")
    func unknownRequests() throws {
        let schema = #""schema":"oddsbench.fleet-request/1""#
        for (text, message) in [
            (#"{\#(schema),"kind":"shell"}"#, "kind: 'shell' is not known"),
            (#"{\#(schema),"kind":"who","run":"r"}"#, "run: is no member"),
            (#"{\#(schema)}"#, "kind: is missing"),
            (#"[]"#, "is no object"), (#"{"kind":"who","kind":"go"}"#, "a second member"),
        ] {
            let error = try #require(throws: FleetDocumentError.self) {
                try AgentRequest(json: Array(text.utf8))
            }
            #expect(error.description.contains(message), "\(error)")
        }
    }

    @Test("Only a coordinator plans, starts and ends, and only an agent reports")
    func senders() throws {
        let agent = RunMessage.Sender.agent(try AgentName("a1"))
        #expect(try RunMessage.Sender("coordinator") == .coordinator)
        #expect(try RunMessage.Sender("a1") == agent)
        for message in [RunMessage.start(sourceNanoseconds: 1), .end(cutShort: nil)] {
            #expect(throws: FleetDocumentError.self) {
                try RunMessage(json: message.json, from: agent)
            }
            _ = try RunMessage(json: message.json, from: .coordinator)
        }
        let report = RunMessage.report(AgentReport(number: 1, atNanoseconds: 1))
        #expect(throws: FleetDocumentError.self) {
            try RunMessage(json: report.json, from: .coordinator)
        }
    }

    @Test("A report keeps every count and the exact maximum")
    func report() throws {
        var report = AgentReport(number: 3, atNanoseconds: 3_000_000_000)
        var times = LatencyHistogram()
        var random = SplitMix64(seed: 4)
        for _ in 0..<5_000 { times.record(.random(in: 1...80_000_000, using: &random)) }
        report.edges = [.init(target: 1, clients: 7, records: 90, response: LatencySteps(times))]
        report.counts.reconnects = 2
        report.residentBytes = 5
        let json = RunMessage.report(report).json
        let message = try RunMessage(json: json, from: .agent(try AgentName("a")))
        guard case .report(let read) = message else {
            Issue.record("it is a report")
            return
        }
        #expect(RunMessage.report(read).json == json)
        let response = LatencyHistogram(read.edges[0].response)
        #expect(response.max == times.max)
        for percentile in Percentile.allCases {
            #expect(response.value(at: percentile) == times.value(at: percentile))
        }
    }

    @Test("A whole result is the same after it has gone over the wire in parts, in any order")
    func parts() throws {
        let document = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        let parts = DocumentPart.parts(of: document, bytesMax: 300)
        #expect(parts.map(\.bytes.count) == [300, 300, 300, 100])
        for seed in 1...20 as ClosedRange<UInt64> {
            var random = SplitMix64(seed: seed)
            var assembler = DocumentAssembler()
            var whole: [[UInt8]] = []
            for part in (parts + parts.prefix(2)).shuffled(using: &random) {
                let message = try RunMessage(
                    json: RunMessage.part(part).json, from: .agent(try AgentName("a")))
                guard case .part(let read) = message else { continue }
                if let document = assembler.add(read) { whole.append(document) }
            }
            #expect(whole == [document], "seed \(seed)")
        }
    }

    @Test("Parts of another document, or with other bytes than their digest's, give nothing")
    func foreignParts() {
        let parts = DocumentPart.parts(of: Array(0..<100), bytesMax: 50)
        var foreign = DocumentPart.parts(of: Array(1..<101), bytesMax: 50)
        var assembler = DocumentAssembler()
        #expect(assembler.add(parts[0]) == nil)
        #expect(assembler.add(foreign[1]) == nil)
        #expect(assembler.add(parts[1]) == Array(0..<100))
        foreign[1].bytes[0] ^= 1
        var other = DocumentAssembler()
        #expect(other.add(foreign[0]) == nil)
        #expect(other.add(foreign[1]) == nil)
    }

    @Test("Damaged messages are refused, or read as what is written of them, and never trap")
    func hostileMessages() throws {
        var random = SplitMix64(seed: 9)
        let sender = RunMessage.Sender.agent(try AgentName("a"))
        let report = RunMessage.report(AgentReport(number: 1, atNanoseconds: 5)).json
        let message = { (bytes: [UInt8]) in try RunMessage(json: bytes, from: sender).json }
        let documents: [(bytes: [UInt8], rewritten: ([UInt8]) throws -> [UInt8])] = [
            (report, message),
            (
                AgentRequest.offer(try FleetRunPlanTests.plan(), coordinator: "c").json,
                { try AgentRequest(json: $0).json }
            ),
            (try FleetFixtures.result(edge: [5, 6, 7]).json, { try AgentResult(json: $0).json }),
            (RunMessage.part(DocumentPart.parts(of: report)[0]).json, message),
        ]
        var (refusedCount, readCount) = (0, 0)
        for number in 0..<600 {
            var (bytes, rewritten) = documents[number % documents.count]
            #expect(try rewritten(bytes) == bytes)
            for _ in 0..<Int.random(in: 1...3, using: &random) {
                let index = Int.random(in: bytes.indices, using: &random)
                switch Int.random(in: 0..<3, using: &random) {
                case 0: bytes[index] = .random(in: 0...255, using: &random)
                case 1: bytes.remove(at: index)
                default: bytes.insert(contentsOf: Array("99999999999999999999".utf8), at: index)
                }
            }
            guard let once = try? rewritten(bytes) else {
                refusedCount += 1
                continue
            }
            readCount += 1
            #expect(try rewritten(once) == once)
        }
        // Some damage only changes a number or a name.
        #expect(refusedCount > 300 && readCount > 20)
    }

    @Test("Of two agents of one name the settled one keeps it, or else the lower instance")
    func names() throws {
        let agent = { (instance: String, isSettled: Bool) in
            AgentPresence(name: try AgentName("a1"), instance: instance, isSettled: isSettled)
        }
        let new = try agent("m", false)
        #expect(new.refusal(others: []) == nil)
        #expect(new.refusal(others: [new]) == nil)
        #expect(new.refusal(others: [try agent("z", true)])?.contains("'a1'") == true)
        #expect(new.refusal(others: [try agent("z", false)]) == nil)
        #expect(new.refusal(others: [try agent("b", false)]) != nil)
    }
}
