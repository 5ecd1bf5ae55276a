import OddsWire

/// Classifies frames and records by the feed contract. It asks the parser of
/// the measured path, so that the rules have only one implementation.
struct FrameJudge {
    /// Holds the parser, which is noncopyable. Its state does not affect
    /// results.
    private final class Box {
        var parser = FrameParser()
        var batch = FrameBatch()
    }

    private let box = Box()

    /// The number of records in a frame, readable or not; `nil` if the frame is
    /// illegal (EM-F1).
    ///
    /// - Complexity: O(bytes).
    func recordCount(of frame: UnsafeRawBufferPointer) -> Int? {
        guard (try? box.parser.parse(frame, into: &box.batch)) != nil else { return nil }
        return box.batch.count + box.batch.rejectedRecordCount
    }

    /// Whether a record of a legal frame is readable (EM-R1). Complexity:
    /// O(bytes).
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
