/// The records of an update, each in a frame of its own, with a version of its own.
struct OneRecordFrames {
    /// Behind those of the generator, and of as many digits as EM's, which are
    /// milliseconds.
    private var version: UInt64 = 9_000_000_000_000

    /// The text of each record's frame.
    ///
    /// - Parameter frame: An update as the generator writes it: legal, without white
    ///   space.
    mutating func frames(of frame: UnsafeRawBufferPointer) -> [[UInt8]] {
        Self.records(of: frame).map { record in
            version += 1
            let head = #"{"version":"\#(version)","messageType":"UPDATE","records":["#
            return Array(head.utf8) + frame[record] + Array("]}".utf8)
        }
    }

    /// Where the objects directly within the first array are.
    private static func records(of frame: UnsafeRawBufferPointer) -> [Range<Int>] {
        var records: [Range<Int>] = []
        var depth = 0
        var start = 0
        var isText = false
        var index = frame.firstIndex(of: UInt8(ascii: "[")).map { $0 + 1 } ?? frame.count
        while index < frame.count {
            let byte = frame[index]
            if isText {
                if byte == UInt8(ascii: "\\") { index += 1 }
                isText = byte != UInt8(ascii: "\"")
            } else {
                switch byte {
                case UInt8(ascii: "\""):
                    isText = true
                case UInt8(ascii: "{"):
                    if depth == 0 { start = index }
                    depth += 1
                case UInt8(ascii: "}"):
                    depth -= 1
                    if depth == 0 { records.append(start..<index + 1) }
                case UInt8(ascii: "]") where depth == 0:
                    return records
                default:
                    break
                }
            }
            index += 1
        }
        return records
    }
}
