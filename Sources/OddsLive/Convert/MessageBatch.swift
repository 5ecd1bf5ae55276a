import OddsJSON

/// The messages in a text of a connection, or in a line of a log.
enum MessageBatch {
    /// Ends each message of `wamp.2.json.batched`, and begins each text of a JSON sequence
    /// (RFC 7464).
    private static let recordSeparator: UInt8 = 0x1E
    private static let carriageReturn: UInt8 = 0x0D

    /// Where the messages are, without white space around them: one, or those of a batch. A
    /// carriage return alone ends a line as well where it stands between two messages.
    ///
    /// - Complexity: O(bytes).
    static func messages(of text: UnsafeRawBufferPointer) -> [Range<Int>] {
        var messages: [Range<Int>] = []
        var start = text.startIndex
        var searched = start
        while let offset = firstOffset(
            of: recordSeparator, in: UnsafeRawBufferPointer(rebasing: text[searched...])) {
            let end = searched + offset
            searched = text[end...].firstIndex { !isSeparator($0) } ?? text.endIndex
            // Elsewhere it stands in a frame, which is not legal, and written as it came.
            if isBoundary(end..<searched, in: text) {
                appendLines(of: start..<end, in: text, to: &messages)
                start = searched
            }
        }
        appendLines(of: start..<text.endIndex, in: text, to: &messages)
        return messages
    }

    private static func isSeparator(_ byte: UInt8) -> Bool {
        byte == recordSeparator || isWhiteSpace(byte)
    }

    private static func isBoundary(
        _ separators: Range<Int>, in text: UnsafeRawBufferPointer
    ) -> Bool {
        let before = text[..<separators.lowerBound].last { !isWhiteSpace($0) }
        let after = text[separators.upperBound...].first
        return (before.map { "]}".utf8.contains($0) } ?? true)
            && (after.map { "[{".utf8.contains($0) } ?? true)
    }

    private static func appendLines(
        of range: Range<Int>, in text: UnsafeRawBufferPointer, to messages: inout [Range<Int>]
    ) {
        var range = range
        while let message = trimmed(range, in: text) {
            let end = endOfLine(message, in: text) ?? message.upperBound
            messages.append(message.lowerBound..<end)
            range = end..<message.upperBound
        }
    }

    /// The end of the first message, if a carriage return and another message follow it.
    private static func endOfLine(
        _ message: Range<Int>, in text: UnsafeRawBufferPointer
    ) -> Int? {
        let content = UnsafeRawBufferPointer(rebasing: text[message])
        guard firstOffset(of: carriageReturn, in: content) != nil else { return nil }
        var scanner = JSONScanner(content)
        guard (try? scanner.skipValue()) != nil, !scanner.isAtEnd else { return nil }
        let end = scanner.position
        scanner.skipWhiteSpace()
        guard content[end..<scanner.position].contains(carriageReturn) else { return nil }
        return message.lowerBound + end
    }

    private static func trimmed(
        _ range: Range<Int>, in text: UnsafeRawBufferPointer
    ) -> Range<Int>? {
        guard let first = text[range].firstIndex(where: { !isWhiteSpace($0) }),
            let last = text[range].lastIndex(where: { !isWhiteSpace($0) })
        else { return nil }
        return first..<last + 1
    }
}
