import OddsCapture

/// Makes captures of what others recorded of EM's feed.
package enum CaptureConversion {
    /// Converts the WebSocket messages of a HAR file. Those of several connections are ordered
    /// by their times.
    ///
    /// - Returns: A report of each connection.
    /// - Throws: `ConversionError`; then nothing is written.
    /// - Complexity: O(bytes + messages × log messages). Memory: the messages' places, and the
    ///   largest message.
    package static func convert(
        har file: String, to output: String
    ) throws(ConversionError) -> [ConvertedMessages] {
        let archive = try HARArchive(path: file)
        var reports = archive.connections.map { ConvertedMessages(source: $0.url) }
        var conversations = archive.connections.map { _ in FeedConversation() }
        let messages = archive.connections.enumerated().flatMap { index, connection in
            connection.messages.map { (connection: index, message: $0) }
        }
        try write(to: output, unlessEmpty: file) { write throws(CaptureError) in
            // The sort is stable, and the times of a connection do not decrease.
            for (index, message) in messages.sorted(by: { $0.message.at < $1.message.at }) {
                let content = archive.bytes(of: message).map { bytes in
                    bytes.withUnsafeBytes { conversations[index].take($0) }
                }
                if let frame = reports[index].frame(in: content ?? .unreadable("no Base64")) {
                    try write(frame.bytes, frame.channel, message.at)
                }
            }
        }
        return reports
    }

    /// Converts a file that has one message on each line: messages of WAMP, of either side, or
    /// frames alone. A line that begins with `[` is the former.
    ///
    /// - Parameters:
    ///   - channel: That of frames alone.
    ///   - intervalNanoseconds: From one line to the next, in place of times.
    /// - Returns: A report.
    /// - Throws: `ConversionError`; then nothing is written.
    /// - Complexity: O(bytes). Memory: the longest line.
    package static func convert(
        lines file: String, channel: String?, intervalNanoseconds: UInt64, to output: String
    ) throws(ConversionError) -> ConvertedMessages {
        var report = ConvertedMessages(source: file)
        var conversation = FeedConversation()
        try write(to: output, unlessEmpty: file) { write throws(CaptureError) in
            var lines = try LineReader(path: file)
            var count: UInt64 = 0
            while true {
                let content = try lines.withNextLine { line throws(LineError) in
                    try Self.content(of: line, channel, &conversation)
                }
                guard let content else { break }
                guard let content = content else { continue }
                let at = Int64(count &* intervalNanoseconds / 1_000_000)
                count += 1
                if let frame = report.frame(in: content) {
                    try write(frame.bytes, frame.channel, at)
                }
            }
        }
        return report
    }

    /// `nil` for a line of nothing but white space.
    private static func content(
        of line: UnsafeRawBufferPointer, _ channel: String?,
        _ conversation: inout FeedConversation
    ) throws(LineError) -> FeedConversation.Content? {
        let space: Set<UInt8> = [0x20, 0x09, 0x0D]
        guard let start = line.firstIndex(where: { !space.contains($0) }),
            let last = line.lastIndex(where: { !space.contains($0) })
        else { return nil }
        let text = UnsafeRawBufferPointer(rebasing: line[start...last])
        if text[0] == UInt8(ascii: "[") { return conversation.take(text) }
        guard let channel else {
            throw LineError(
                what: "a frame that is in no message of WAMP; name its channel with --channel")
        }
        return .frame(channel: channel, bytes: Array(text))
    }

    /// Writes a capture; one without frames gets no name.
    private static func write(
        to output: String, unlessEmpty source: String,
        _ body: (
            _ write: (_ frame: [UInt8], _ channel: String, _ at: Int64) throws(CaptureError) -> Void
        ) throws(CaptureError) -> Void
    ) throws(ConversionError) {
        var hasFrames = false
        do throws(CaptureError) {
            var writer = try CaptureWriter(path: output)
            try body { frame, channel, at throws(CaptureError) in
                hasFrames = true
                try frame.withUnsafeBytes { bytes in
                    Result { () throws(CaptureError) in
                        try writer.write(bytes, channel: channel, at: at)
                    }
                }.get()
            }
            if hasFrames { try writer.finish() }
        } catch {
            throw .capture(error)
        }
        if !hasFrames { throw .noFrames(file: source) }
    }
}
