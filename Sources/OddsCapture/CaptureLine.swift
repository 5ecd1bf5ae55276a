import OddsJSON

/// Reads one line of a capture (EM-C1 of the feed contract, SR-K1 of the SportRadar
/// contract).
struct CaptureLine {
    private var channel: String?
    private var at: Int64?
    private var provider = FeedProvider.everyMatrix
    private var frames: [FrameForm: [UInt8]] = [:]

    /// The three ways to write a frame down, and their keys.
    private enum FrameForm: String, CaseIterable {
        case message, raw, rawBase64
    }

    /// The line's frame, `nil` for a line of nothing but white space.
    static func frame(
        in line: UnsafeRawBufferPointer
    ) throws(LineError) -> CaptureFrame? {
        var scanner = JSONScanner(line)
        scanner.skipWhiteSpace()
        if scanner.isAtEnd { return nil }
        var fields = CaptureLine()
        do {
            let values = try lastValues(&scanner)
            // In the line's order, so that its first error is reported.
            for (key, value) in values.sorted(by: { $0.value.lowerBound < $1.value.lowerBound }) {
                try fields.take(key, value, of: line)
            }
        } catch {
            throw LineError(what: "\(error.what) at byte \(error.offset)")
        }
        return try fields.frame()
    }

    /// The values of the object's keys; of a repeated key, the last one.
    private static func lastValues(
        _ scanner: inout JSONScanner
    ) throws(JSONSyntaxError) -> [[UInt8]: Range<Int>] {
        let line = scanner.bytes
        var values: [[UInt8]: Range<Int>] = [:]
        try scanner.forEachMember { (key, value) throws(JSONSyntaxError) in
            values[JSONText.unescaped(UnsafeRawBufferPointer(rebasing: line[key]))] = value
        }
        scanner.skipWhiteSpace()
        guard scanner.isAtEnd else { throw scanner.error("bytes after the object") }
        return values
    }

    private mutating func take(
        _ key: [UInt8], _ range: Range<Int>, of line: UnsafeRawBufferPointer
    ) throws(JSONSyntaxError) {
        let value = UnsafeRawBufferPointer(rebasing: line[range])
        let fail = { (what: String) in JSONSyntaxError(offset: range.lowerBound, what: what) }
        let name = String(decoding: key, as: UTF8.self)
        let isText = value.first == UInt8(ascii: "\"")
        switch name {
        case "channel":
            guard isText else { throw fail("\"channel\" is not a string") }
            let text = JSONText.unescaped(value)
            guard text.count <= CaptureLimits.channelBytesMax else {
                throw fail(
                    "\"channel\" is longer than \(CaptureLimits.channelBytesMax >> 10) KiB")
            }
            channel = String(decoding: text, as: UTF8.self)
        case "at":
            // What JSON allows as a number and `Int64` reads is an integer.
            at = Int64(String(decoding: value, as: UTF8.self))
            guard at != nil else { throw fail("\"at\" is not an integer") }
        case "provider":
            let text = isText ? String(decoding: JSONText.unescaped(value), as: UTF8.self) : ""
            guard let known = FeedProvider(rawValue: text) else {
                let names = FeedProvider.allCases.map { "\"\($0.rawValue)\"" }
                throw fail("\"provider\" is none of \(names.joined(separator: " and "))")
            }
            provider = known
        default:
            guard let form = FrameForm(rawValue: name) else { return }
            switch form {
            case .message:
                guard value.first == UInt8(ascii: "{") else {
                    throw fail("\"message\" is not an object")
                }
                frames[form] = Array(value)
            case .raw:
                guard isText else { throw fail("\"raw\" is not a string") }
                frames[form] = JSONText.unescaped(value)
            case .rawBase64:
                guard isText, let bytes = Base64.decode(JSONText.unescaped(value)) else {
                    throw fail("\"rawBase64\" is not a Base64 string")
                }
                frames[form] = bytes
            }
        }
    }

    private func frame() throws(LineError) -> CaptureFrame {
        guard let channel else { throw LineError(what: "\"channel\" is missing") }
        guard let at else { throw LineError(what: "\"at\" is missing") }
        guard frames.count == 1, let bytes = frames.values.first else {
            throw LineError(
                what: "needs exactly one of \"message\", \"raw\" and \"rawBase64\", has "
                    + (frames.isEmpty ? "none" : "\(frames.count)"))
        }
        return CaptureFrame(channel: channel, at: at, bytes: bytes, provider: provider)
    }
}
