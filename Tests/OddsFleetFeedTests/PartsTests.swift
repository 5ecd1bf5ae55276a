import OddsFleetFeed
import OddsTestInputs
import Testing

/// What is above the message limit goes in parts: frames, dumps and answers.
@Suite(.timeLimit(.minutes(5)))
struct PartsTests {
    /// The smallest parts there are, of 1 KiB.
    static let messageBytesMax = FleetLimits.headerBytes + 1_024

    @Test("Frames come back from parts in any order, some twice, among each other")
    func frames() {
        print("seed 21")
        var random = SplitMix64(seed: 21)
        let splitter = FrameSplitter(messageBytesMax: Self.messageBytesMax)
        for _ in 0..<300 {
            let frames = (0..<1 + random.below(FrameAssembler.unfinishedMax)).map { _ in
                FleetSamples.frame(bytes: random.below(6_000), using: &random)
            }
            var messages = frames.flatMap(splitter.messages)
            #expect(messages.allSatisfy { $0.bytes.count <= 1_024 })
            for _ in 0..<random.below(4) { messages.append(random.pick(messages)) }
            messages.shuffle(using: &random)
            var assembler = FrameAssembler()
            var found: [UInt64: [UInt8]] = [:]
            for message in messages {
                guard
                    let frame = assembler.receive(message.header, Array(message.bytes))
                else { continue }
                #expect(frame.version == message.header.version)
                found[frame.number] = frame.bytes
            }
            for frame in frames where frames.count(where: { $0.number == frame.number }) == 1 {
                #expect(found[frame.number] == frame.bytes)
            }
        }
    }

    @Test("A topic has few unfinished frames; the lowest are given up")
    func unfinishedFrames() {
        var assembler = FrameAssembler()
        let splitter = FrameSplitter(messageBytesMax: Self.messageBytesMax)
        var messages: [(header: FrameHeader, bytes: ArraySlice<UInt8>)] = []
        for number in 1...6 as ClosedRange<UInt64> {
            let frame = FleetFrame(
                epoch: 1, number: number, version: nil, recordCount: 1, dueNanoseconds: 1,
                bytes: [UInt8](repeating: 1, count: 2_000))
            messages += splitter.messages(of: frame)
        }
        for message in messages where message.header.part.part == 1 {
            #expect(assembler.receive(message.header, Array(message.bytes)) == nil)
        }
        #expect(assembler.dropped == 2 && assembler.byteCount == 4 * 1_024)
        let finished = messages.filter { $0.header.part.part == 2 }.compactMap {
            assembler.receive($0.header, Array($0.bytes))?.number
        }
        // The seconds of the two that were given up have taken the places of two others.
        #expect(finished.allSatisfy { $0 >= 3 } && finished.count >= 2)
    }

    @Test("Unfinished frames take no more than a frame may")
    func unfinishedBytes() throws {
        var assembler = FrameAssembler()
        let megabyte = [UInt8](repeating: 0, count: 1 << 20)
        for part in 1...100 {
            let header = try FrameHeader([
                ("Odds-Epoch", "1"), ("Odds-Frame", "7"), ("Odds-Records", "1"),
                ("Odds-Due", "0"), ("Odds-Part", "\(part)/100"),
            ])
            #expect(assembler.receive(header, megabyte) == nil)
            #expect(assembler.byteCount <= FleetLimits.bytesMax)
        }
        #expect(assembler.dropped == 1)
    }

    @Test("Dumps come back from parts in any order; the digest is over all")
    func dumps() throws {
        print("seed 22")
        var random = SplitMix64(seed: 22)
        let splitter = DumpSplitter(
            messageBytesMax: Self.messageBytesMax, digest: FleetSamples.digest)
        for _ in 0..<300 {
            let dump = FleetSamples.dump(bytes: random.below(6_000), using: &random)
            let other = FleetSamples.dump(bytes: random.below(6_000), using: &random)
            let request = FleetSamples.requestID
            var messages = try splitter.messages(of: dump, for: request)
            let older = try DumpRequest(id: "edge-1_16")
            messages += try splitter.messages(of: other, for: older)
            messages.shuffle(using: &random)
            var assembler = DumpAssembler(request, digest: FleetSamples.digest)
            var dumps: [FleetDump] = []
            for message in messages {
                let outcome = assembler.receive(message.header.headers, Array(message.bytes))
                if case .dump(let whole) = outcome { dumps.append(whole) }
                #expect((outcome == .dropped) == (message.header.requestID != request.id))
            }
            #expect(dumps == [dump])
        }
    }

    @Test("A dump with one wrong byte is damaged, and parts that contradict are dropped")
    func damage() throws {
        let dump = FleetDump(
            epoch: 1, number: 4, version: 9, bytes: [UInt8](repeating: 7, count: 3_000))
        let splitter = DumpSplitter(
            messageBytesMax: Self.messageBytesMax, digest: FleetSamples.digest)
        let messages = try splitter.messages(of: dump, for: FleetSamples.requestID)
        let headers = messages.map(\.header.headers)
        let parts = messages.map { Array($0.bytes) }
        var wrong = parts[1]
        wrong[5] = 8
        var otherNumber = headers[2]
        otherNumber[1].value = "5"
        var assembler = DumpAssembler(FleetSamples.requestID, digest: FleetSamples.digest)
        #expect(assembler.receive(headers[0], parts[0]) == .progress)
        #expect(assembler.receive(otherNumber, parts[2]) == .dropped)
        #expect(assembler.receive([], parts[2]) == .dropped)
        #expect(assembler.receive(headers[1], wrong) == .progress)
        #expect(assembler.receive(headers[2], parts[2]) == .damaged)
    }

    @Test("A refusal says why; one of another request is dropped")
    func refusals() throws {
        var assembler = DumpAssembler(FleetSamples.requestID, digest: FleetSamples.digest)
        let other = DumpRefusal(requestID: "other", reason: "no")
        #expect(assembler.receive(other.headers, []) == .dropped)
        let refusal = DumpRefusal(
            requestID: FleetSamples.requestID.id, reason: " no\r\ntopic \u{1F3C0} ")
        #expect(refusal.reason == "no??topic ?" || refusal.reason == "no?topic ?")
        #expect(assembler.receive(refusal.headers, []) == .refused(refusal.reason))
        let long = DumpRefusal(requestID: "r", reason: String(repeating: "a ", count: 999))
        #expect(try DumpRefusal(long.headers) == long && long.reason.utf8.count <= 256)
    }

    @Test("Answers come back from parts, with their status")
    func answers() throws {
        print("seed 23")
        var random = SplitMix64(seed: 23)
        for _ in 0..<200 {
            let answer = FleetAnswer(
                status: random.pick([200, 404, 409, 599]),
                bytes: FleetSamples.bytes(random.below(6_000), using: &random))
            var messages = try answer.messages(messageBytesMax: Self.messageBytesMax)
            messages.shuffle(using: &random)
            var assembler = AnswerAssembler()
            let answers = messages.compactMap {
                assembler.receive($0.header.headers, Array($0.bytes))
            }
            #expect(answers == [answer] && assembler.dropped == 0)
        }
        #expect(FleetAnswer(status: 0, bytes: []).status == 500)
        #expect(FleetAnswer(status: .max, bytes: []).status == 500)
    }

    @Test("Nothing larger than 64 MiB is cut or announced")
    func sizes() {
        let bytes = [UInt8](repeating: 0, count: FleetLimits.bytesMax + 1)
        let dump = FleetDump(epoch: 1, number: 0, version: nil, bytes: bytes)
        let splitter = DumpSplitter(messageBytesMax: 1 << 20, digest: FleetSamples.digest)
        #expect(throws: FleetFormatError.self) {
            try splitter.messages(of: dump, for: FleetSamples.requestID)
        }
        #expect(throws: FleetFormatError.self) {
            try FleetAnswer(status: 200, bytes: bytes).messages(messageBytesMax: 1 << 20)
        }
        #expect(throws: FleetFormatError.self) {
            try AnswerHeader([("Odds-Status", "200"), ("Odds-Bytes", "\(bytes.count)")])
        }
        var assembler = AnswerAssembler()
        let longer = [("Odds-Status", "200"), ("Odds-Bytes", "3")]
        #expect(assembler.receive(longer, [1, 2, 3, 4]) == nil && assembler.dropped == 1)
    }
}
