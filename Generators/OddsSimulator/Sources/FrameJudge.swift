import OddsWire

/// Asks the parser of the measured path what the contract makes of frames and
/// records, so that there is one opinion of that.
struct FrameJudge {
    /// The parser cannot be copied, and is of no state that matters.
    private final class Box {
        var parser = FrameParser()
        var batch = FrameBatch()
    }

    private let box = Box()

    /// The records of a frame, readable or not; `nil` if it is none (EM-F1).
    /// Complexity: O(bytes).
    func recordCount(of frame: UnsafeRawBufferPointer) -> Int? {
        guard (try? box.parser.parse(frame, into: &box.batch)) != nil else { return nil }
        return box.batch.count + box.batch.rejectedRecordCount
    }

    /// Whether a record of a legal frame can be read (EM-R1).
    /// Complexity: O(bytes).
    func isReadable(_ record: UnsafeRawBufferPointer, isDump: Bool) -> Bool {
        let type = isDump ? "INITIAL_DUMP" : "UPDATE"
        let frame = Array(#"{"messageType":"\#(type)","records":["#.utf8) + record
            + Array("]}".utf8)
        return frame.withUnsafeBytes {
            (try? box.parser.parse($0, into: &box.batch)) != nil
                && box.batch.rejectedRecordCount == 0
        }
    }
}
