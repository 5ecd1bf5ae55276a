import OddsTestInputs
import OddsWire
import Testing

/// Random frames, most of them damaged: the parser and the reference must make
/// the same of each, down to the offset of the first offending byte. So must
/// parsers with each of the kernels that this machine has, which learn at once.
@Suite struct FrameFuzzTests {
    private let readers =
        [FrameReader()] + PredictionOptions.Kernels.available.map { FrameReader($0, patience: 1) }

    @Test(arguments: UInt64(1)...12)
    func parserAndReferenceAgreeOnHostileFrames(seed: UInt64) {
        var traffic = HostileTraffic(seed: seed)
        for index in 0..<200 {
            let frame = traffic.nextFrame()
            guard expectAgreement(on: frame, "seed \(seed), frame \(index)") else { return }
        }
    }

    @Test(arguments: UInt64(1)...12)
    func parserAndReferenceAgreeOnDamagedFrames(seed: UInt64) {
        var traffic = HostileTraffic(seed: seed)
        var random = SplitMix64(seed: ~seed)
        var rejectedCount = 0
        for index in 0..<200 {
            var frame = traffic.nextFrame()
            for _ in 0...random.below(3) { frame = ByteMutation.mutate(frame, using: &random) }
            if readers[0].read(frame).error != nil { rejectedCount += 1 }
            guard expectAgreement(on: frame, "seed \(seed), frame \(index)") else { return }
        }
        #expect(rejectedCount > 50, "seed \(seed) damages too little to test anything")
    }

    /// A parser that has seen a frame reads others of that shape another way;
    /// damage to one place must not go unseen there.
    @Test(arguments: UInt64(1)...12)
    func parserAndReferenceAgreeOnDamagedCopiesOfKnownFrames(seed: UInt64) {
        var traffic = HostileTraffic(seed: seed)
        var random = SplitMix64(seed: ~seed)
        for _ in 0..<10 {
            let frame = traffic.nextFrame()
            for index in 0..<25 {
                // The frame itself comes again and again, to be learnt.
                let copy = index % 4 == 0 ? frame : ByteMutation.mutate(frame, using: &random)
                guard expectAgreement(on: copy, "seed \(seed), copy \(index)") else {
                    return
                }
            }
        }
    }

    /// The same, with frames of few shapes and short values, as a feed has
    /// them: nearly every damage is to what a known shape consists of.
    @Test(arguments: UInt64(1)...12)
    func parserAndReferenceAgreeOnDamagedPlainFrames(seed: UInt64) {
        var random = SplitMix64(seed: seed)
        for index in 0..<400 {
            let version = random.below(10_000)
            let records = (0..<random.below(4)).map { _ in plainRecord(&random) }
            let frame =
                #"{"version":"\#(version)","messageType":"UPDATE","#
                + #""records":[\#(records.joined(separator: ","))]}"#
            var bytes = Array(frame.utf8)
            if random.chance(60) { bytes = ByteMutation.mutate(bytes, using: &random) }
            guard expectAgreement(on: bytes, "seed \(seed), frame \(index)") else { return }
        }
    }

    private func plainRecord(_ random: inout SplitMix64) -> String {
        let id = random.pick(["1", "007", "7", "1234567890123456789", "x", "é"])
        let number = random.pick(["1.5", "2", "-1", "1e5", "0", "100.125", "null"])
        let properties = random.pick([
            #""odds":\#(number)"#, #""odds":\#(number),"isAvailable":true"#,
            #""isAvailable":false,"statusId":"\#(id)""#, #""lastChangedTime":\#(number)"#,
            #""outcomeId":"\#(id)","odds":\#(number)"#, "",
        ])
        return random.pick([
            #"{"changeType":"UPDATE","entityType":"BETTING_OFFER","id":"\#(id)","#
                + #""changedProperties":{\#(properties)}}"#,
            #"{"changeType":"CREATE","entityType":"BETTING_OFFER","id":"\#(id)","#
                + #""entity":{"_type":"BETTING_OFFER","id":"\#(id)",\#(properties)}}"#,
            #"{"changeType":"DELETE","entityType":"BETTING_OFFER","id":"\#(id)"}"#,
            #"{"changeType":"UPDATE","entityType":"SPORT","id":"\#(id)","#
                + #""changedProperties":{\#(properties)}}"#,
        ])
    }

    /// Every prefix of a legal frame is cut short, and says so at its end.
    @Test(arguments: UInt64(1)...5)
    func everyPrefixIsRejectedAtItsEnd(seed: UInt64) {
        var traffic = HostileTraffic(seed: seed)
        var frame = traffic.nextFrame()
        while readers[0].read(frame).error != nil { frame = traffic.nextFrame() }
        let end = frame.lastIndex(of: UInt8(ascii: "}"))!
        for count in 0...end {
            let prefix = Array(frame.prefix(count))
            let error = readers[0].read(prefix).error
            // A sequence of UTF-8 cut short is reported where it begins.
            if error?.reason != .utf8 {
                #expect(error == FrameError(reason: .syntax, offset: count), "seed \(seed)")
            }
            let place = "seed \(seed), \(count) bytes"
            guard expectAgreement(on: prefix, place) else { return }
        }
    }

    private func expectAgreement(on frame: [UInt8], _ place: String) -> Bool {
        let expected = FrameReader.readByReference(frame)
        for (index, reader) in readers.enumerated() {
            let actual = reader.read(frame)
            guard actual != expected else { continue }
            Issue.record(
                """
                \(place), parser \(index): \(String(decoding: frame, as: UTF8.self))
                parser: \(actual)
                reference: \(expected)
                """)
            return false
        }
        return true
    }
}
