import OddsTestInputs
import Testing

@testable import OddsWAMP

@Suite struct EnvelopeTests {
    private let frame = Array(#"{"messageType":"UPDATE","records":[],"note":"]}"}"#.utf8)

    private func invocation(_ stamp: UInt64?, registration: WAMPID = 12) -> [UInt8] {
        var head = [UInt8](repeating: 0, count: WAMPEnvelope.headBytesMax)
        let count = head.withUnsafeMutableBytes {
            WAMPEnvelope.writeInvocationHead(
                request: WAMPLimits.idMax, registration: registration,
                intendedNanoseconds: stamp, to: $0)
        }
        return head.prefix(count) + frame + [WAMPEnvelope.tail]
    }

    @Test("An invocation around a frame is what the encoder would write")
    func invocationBytes() throws {
        let message = WAMPMessage.invocation(
            request: WAMPLimits.idMax, registration: 12, details: .empty,
            payload: WAMPPayload(
                arguments: Array("[]".utf8), keywords: JSONObjectText(unchecked: frame)))
        #expect(invocation(nil) == message.json)
        _ = try decode(invocation(.max, registration: WAMPLimits.idMax))
    }

    @Test("The frame is found without being read")
    func headOfInvocation() {
        for stamp in [nil, 0, UInt64.max] {
            let message = invocation(stamp)
            message.withUnsafeBytes { bytes in
                let head = WAMPEnvelopeHead(bytes)
                #expect(head?.type == .invocation && head?.registration == 12)
                #expect(head?.request == WAMPLimits.idMax)
                #expect(head?.intendedNanoseconds == stamp)
                #expect(head.map { Array(bytes[$0.keywords]) } == frame)
            }
        }
        let result = WAMPEnvelope.resultHead(request: 3) + frame + [WAMPEnvelope.tail]
        result.withUnsafeBytes { bytes in
            let head = WAMPEnvelopeHead(bytes)
            #expect(head?.type == .result && head?.request == 3)
            #expect(head.map { Array(bytes[$0.keywords]) } == frame)
        }
    }

    @Test("A broken frame is found too; its parser finds out what is wrong")
    func brokenFrame() {
        Array(#"[68,1,2,{},[],{"messageType":"UPD]"#.utf8).withUnsafeBytes { bytes in
            #expect(WAMPEnvelopeHead(bytes)?.keywords == 14..<bytes.count - 1)
        }
    }

    @Test("White space is as Python's json.dumps writes it")
    func spaces() {
        Array(#"[68, 1, 2, {}, [], {"a": 1}]"#.utf8).withUnsafeBytes { bytes in
            #expect(WAMPEnvelopeHead(bytes)?.registration == 2)
        }
    }

    @Test("Anything else is left to the general reader", arguments: [
        "", "[", "[70,1,{}]", "[68,1,2,{\"a\":1},[],{}]", "[68,1,2,{},[1],{}]", "[68,1,2,{}]",
        "[68,99999999999999999999,2,{},[],{}]", "[50,1,{},[],[]]", "[68,1,2,{},[],{}",
        "[68,1,2,{},[],{},7]", #"[68,1,2,{},[],{"a":{}},"x"]"#, "[68,1,2,{},[],{}, []]",
        #"[68,1,2,{},[],{"a":[{"b":1}]} , {"c":"}"} ]"#, "[50,1,{},[],{},7,{}]",
    ])
    func others(text: String) {
        Array(text.utf8).withUnsafeBytes { #expect(WAMPEnvelopeHead($0) == nil) }
    }

    @Test("What looks like an element behind the frame is read with it", arguments: [
        #"{"a":[1,{"b":1}]}"#, #"{"a":"},{}"}"#, #"{"a":1,"b":{"c":{}}}"#, #"{"a":",{\"b\":1}"}"#,
    ])
    func unfollowed(frame: String) {
        Array("[68,1,2,{},[],\(frame)]".utf8).withUnsafeBytes { bytes in
            #expect(WAMPEnvelopeHead(bytes)?.keywords == 14..<bytes.count - 1)
        }
    }

    @Test("Where both readers take a message, they agree", arguments: [5, 6])
    func agreement(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        var agreedCount = 0
        for _ in 0..<20_000 {
            let text = ByteMutation.mutate(invocation(nil), using: &random)
            text.withUnsafeBytes { bytes in
                guard let head = WAMPEnvelopeHead(bytes),
                    case .invocation(let request, let registration, _, let payload) =
                        try? WAMPMessage(json: bytes)
                else { return }
                #expect(head.request == request && head.registration == registration)
                let keywords = JSONObjectText(bytes[head.keywords])
                #expect(keywords == payload.keywords, "seed \(seed)")
                agreedCount += 1
            }
        }
        #expect(agreedCount > 100)
    }
}
