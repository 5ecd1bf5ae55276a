import OddsReference
import OddsWire
import Testing

/// Random frames, most of them damaged: the parser and the reference must make
/// the same of each, down to the offset of the first offending byte.
@Suite struct FrameFuzzTests {
    @Test(arguments: UInt64(1)...20)
    func parserAndReferenceAgreeOnHostileFrames(seed: UInt64) {
        let reader = FrameReader()
        var traffic = HostileTraffic(seed: seed)
        for index in 0..<200 {
            let frame = traffic.nextFrame()
            guard expectAgreement(on: frame, reader, "seed \(seed), frame \(index)") else { return }
        }
    }

    @Test(arguments: UInt64(1)...20)
    func parserAndReferenceAgreeOnDamagedFrames(seed: UInt64) {
        let reader = FrameReader()
        var traffic = HostileTraffic(seed: seed)
        var random = SplitMix64(seed: ~seed)
        var rejectedCount = 0
        for index in 0..<200 {
            var frame = traffic.nextFrame()
            for _ in 0...random.below(3) { frame = ByteMutation.mutate(frame, using: &random) }
            if reader.read(frame).error != nil { rejectedCount += 1 }
            guard expectAgreement(on: frame, reader, "seed \(seed), frame \(index)") else { return }
        }
        #expect(rejectedCount > 50, "seed \(seed) damages too little to test anything")
    }

    /// Every prefix of a legal frame is cut short, and says so at its end.
    @Test(arguments: UInt64(1)...5)
    func everyPrefixIsRejectedAtItsEnd(seed: UInt64) {
        let reader = FrameReader()
        var traffic = HostileTraffic(seed: seed)
        var frame = traffic.nextFrame()
        while reader.read(frame).error != nil { frame = traffic.nextFrame() }
        let end = frame.lastIndex(of: UInt8(ascii: "}"))!
        for count in 0...end {
            let prefix = Array(frame.prefix(count))
            let error = reader.read(prefix).error
            // A sequence of UTF-8 cut short is reported where it begins.
            if error?.reason != .utf8 {
                #expect(error == FrameError(reason: .syntax, offset: count), "seed \(seed)")
            }
            let place = "seed \(seed), \(count) bytes"
            guard expectAgreement(on: prefix, reader, place) else { return }
        }
    }

    private func expectAgreement(
        on frame: [UInt8], _ reader: FrameReader, _ place: String
    ) -> Bool {
        let actual = reader.read(frame)
        let expected = FrameReader.readByReference(frame)
        guard actual != expected else { return true }
        Issue.record(
            """
            \(place): \(String(decoding: frame, as: UTF8.self))
            parser: \(actual)
            reference: \(expected)
            """)
        return false
    }
}
