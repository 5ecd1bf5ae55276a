import Testing

@testable import OddsReconstruction
@testable import OddsWire

/// Frames of `FrameBatch.longFrameBytes` and more, for which the batch is made
/// larger and smaller again.
@Suite struct LongFrameTests {
    private static let dump: [UInt8] = {
        let filler = String(repeating: "x", count: 1000)
        let matches = (1...1_100).map { number in
            entity("MATCH", "\(number)", #""name":"\#(filler)""#)
        }
        return Array(
            #"{"messageType":"INITIAL_DUMP","records":[\#(matches.joined(separator: ","))]}"#.utf8)
    }()

    /// Whatever becomes of it: a client is left with thousands of small frames.
    @Test(arguments: [false, true])
    func memoryOfALongFrameIsGivenBack(isBroken: Bool) {
        var channel = Channel<IncrementalGraph>()
        var frame = Self.dump
        if isBroken { frame.removeLast() }
        #expect(frame.count >= FrameBatch.longFrameBytes)
        let disposition = frame.withUnsafeBytes { channel.receive($0) }
        #expect((disposition == .applied) == !isBroken)
        let unused = FrameBatch()
        #expect(channel.batch.records.capacity == unused.records.capacity)
        #expect(channel.batch.slots.capacity == unused.slots.capacity)
        #expect(channel.batch.count == 0)
    }

    @Test(arguments: Subject.allCases)
    func longDumpIsFollowedByOthers(subject: Subject) {
        let channel = subject.makeChannel()
        channel.receive(Self.dump)
        channel.update(change("MATCH", "7", #""name":"B""#))
        channel.receive(Self.dump)
        channel.update(change("MATCH", "8", #""name":"C""#))
        #expect(channel.counters == ["framesApplied": 4, "recordsApplied": 2_202])
        let names = channel.events
        #expect(names.contains(#""name":"C""#) && !names.contains(#""name":"B""#))
    }
}
