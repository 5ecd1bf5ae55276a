import OddsWire
import Testing

/// EM-F3: 64 levels and 64 MiB.
@Suite struct FrameLimitTests {
    private let start = #"{"messageType":"UPDATE","records":["#

    @Test(arguments: [("[", "]"), (#"{"a":"#, "}")])
    func nestingOfSixtyFourLevelsIsReadAndOneMoreIsNot(open: String, close: String) {
        func frame(levels: Int) -> [UInt8] {
            // The frame and its records are the first two levels; the innermost
            // one is empty.
            let opening = String(repeating: open, count: levels - 3)
            let closing = String(repeating: close, count: levels - 3)
            return Array("\(start)\(opening)[]\(closing)]}".utf8)
        }
        let offset = start.utf8.count + 62 * open.utf8.count
        let expected = FrameError(reason: .tooDeep, offset: offset)
        for read in [FrameReader().read, FrameReader.readByReference] {
            #expect(read(frame(levels: 64)).frame?.rejectedRecordCount == 1)
            #expect(read(frame(levels: 65)).error == expected)
            #expect(read(frame(levels: 100_000)).error == expected)
        }
    }

    @Test func depthCountsInsideOfEntitiesToo() {
        let entity = #"{"changeType":"CREATE","entityType":"SPORT","id":"1","entity":{"x":"#
        func frame(levels: Int) -> [UInt8] {
            // Frame, records, record and entity are the first four levels.
            let opening = String(repeating: "[", count: levels - 4)
            let closing = String(repeating: "]", count: levels - 4)
            return Array("\(start)\(entity)\(opening)\(closing)}}]}".utf8)
        }
        let expected = FrameError(
            reason: .tooDeep, offset: start.utf8.count + entity.utf8.count + 60)
        for read in [FrameReader().read, FrameReader.readByReference] {
            #expect(read(frame(levels: 64)).frame?.records.count == 1)
            #expect(read(frame(levels: 65)).error == expected)
        }
    }

    /// The parser alone: what the reference says of a frame of this size is
    /// plain to see.
    @Test func frameOfSixtyFourMebibytesIsReadAndOneByteMoreIsNot() {
        let limit = 64 * 1024 * 1024
        let end = Array(#"x"]}"#.utf8)
        var frame = Array(#"{"messageType":"UPDATE","records":[""#.utf8)
        frame += [UInt8](repeating: UInt8(ascii: "x"), count: limit - frame.count - end.count)
        frame += end
        #expect(frame.count == limit)
        #expect(FrameReader().read(frame).frame?.rejectedRecordCount == 1)
        frame.append(UInt8(ascii: " "))
        #expect(FrameReader().read(frame).error == FrameError(reason: .tooLarge, offset: limit))
        #expect(
            FrameReader.readByReference(frame).error
                == FrameError(reason: .tooLarge, offset: limit))
    }
}
