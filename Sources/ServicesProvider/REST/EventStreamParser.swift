/// Reads server-sent events
/// (https://html.spec.whatwg.org/multipage/server-sent-events.html) from pieces of any
/// size. Only data is of interest here: names and numbers of events are left out.
struct EventStreamParser {
    /// Data beyond which an event is given up.
    private static let bytesMax = 1 << 20

    private var line: [UInt8] = []
    private var data: [UInt8] = []
    private var hasData = false
    private var endedWithReturn = false
    private var isFirstLine = true
    /// Events that were too large.
    private(set) var droppedCount = 0
    private var isTooLarge = false

    /// Takes the next bytes, and returns the data of the events that they complete.
    ///
    /// - Complexity: O(bytes).
    mutating func take(_ bytes: some Sequence<UInt8>) -> [[UInt8]] {
        var events: [[UInt8]] = []
        for byte in bytes {
            if byte == UInt8(ascii: "\n"), endedWithReturn {
                endedWithReturn = false
                continue
            }
            endedWithReturn = byte == UInt8(ascii: "\r")
            if byte == UInt8(ascii: "\n") || endedWithReturn {
                if let event = endLine() { events.append(event) }
            } else if line.count < Self.bytesMax {
                line.append(byte)
            } else {
                isTooLarge = true
            }
        }
        return events
    }

    private mutating func endLine() -> [UInt8]? {
        defer {
            line.removeAll(keepingCapacity: true)
            isFirstLine = false
        }
        if isFirstLine, line.starts(with: [0xEF, 0xBB, 0xBF]) { line.removeFirst(3) }
        guard !line.isEmpty else { return dispatch() }
        let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
        guard line[..<colon].elementsEqual("data".utf8) else { return nil }
        var value = line[colon...].dropFirst()
        if value.first == UInt8(ascii: " ") { value = value.dropFirst() }
        if hasData { data.append(UInt8(ascii: "\n")) }
        hasData = true
        if data.count + value.count > Self.bytesMax { isTooLarge = true } else { data += value }
        return nil
    }

    private mutating func dispatch() -> [UInt8]? {
        defer {
            data = []
            hasData = false
            isTooLarge = false
        }
        guard !isTooLarge else {
            droppedCount += 1
            return nil
        }
        return hasData ? data : nil
    }
}
