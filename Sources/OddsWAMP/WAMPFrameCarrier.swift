import OddsJSON

/// An INVOCATION or a RESULT with what stands where its keyword arguments should be, of which
/// nothing is expected, so that no frame is lost. Without keyword arguments, a frame is the only
/// positional one.
package struct WAMPFrameCarrier {
    /// The id of the INVOCATION, or of the CALL that the RESULT answers.
    package let request: WAMPID
    /// `nil` in a RESULT.
    package let registration: WAMPID?
    /// Without white space around it.
    package let frame: [UInt8]

    /// Reads a message. The result is `nil` for other messages, and for those without
    /// keyword arguments and without a frame among the others.
    ///
    /// - Complexity: O(bytes).
    package init?(_ message: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(message)
        do throws(JSONSyntaxError) {
            guard let addressee = try Self.addressee(&scanner) else { return nil }
            (request, registration) = addressee
            guard scanner.byte == UInt8(ascii: "{") else { return nil }
            try scanner.skipValue()
            try Self.skipComma(&scanner)
            guard let frame = try Self.frame(&scanner) else { return nil }
            self.frame = Array(message[frame])
        } catch {
            return nil
        }
    }

    /// Reads no more than the addressee of a message that is damaged behind it; the frame
    /// is the whole message, which its parser refuses.
    package init?(damaged message: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(message)
        guard let addressee = try? Self.addressee(&scanner) else { return nil }
        (request, registration) = addressee
        frame = Array(message)
    }

    /// The number of a message's kind, `nil` if it has none.
    package static func type(of message: UnsafeRawBufferPointer) -> UInt64? {
        var scanner = JSONScanner(message)
        return try? open(&scanner)
    }

    /// The ids of an INVOCATION or a RESULT; `nil` for other messages.
    private static func addressee(
        _ scanner: inout JSONScanner
    ) throws(JSONSyntaxError) -> (request: WAMPID, registration: WAMPID?)? {
        let type = try open(&scanner)
        guard type == 68 || type == 50 else { return nil }
        try skipComma(&scanner)
        guard let request = try number(&scanner) else { return nil }
        try skipComma(&scanner)
        guard type == 68 else { return (request, nil) }
        guard let registration = try number(&scanner) else { return nil }
        try skipComma(&scanner)
        return (request, registration)
    }

    /// The frame in the arguments at the position.
    private static func frame(
        _ scanner: inout JSONScanner
    ) throws(JSONSyntaxError) -> Range<Int>? {
        guard scanner.byte == UInt8(ascii: "[") else { return nil }
        var arguments: [Range<Int>] = []
        try scanner.forEachElement { arguments.append($0) }
        scanner.skipWhiteSpace()
        var keywords: Range<Int>?
        if scanner.byte != UInt8(ascii: "]") {
            try skipComma(&scanner)
            keywords = self.keywords(scanner)
            guard let keywords else { return nil }
            let isEmpty = scanner.bytes[keywords].allSatisfy { "{} \t\r\n".utf8.contains($0) }
            if !isEmpty { return keywords }
        }
        guard arguments.count == 1,
            scanner.bytes[arguments[0].lowerBound] == UInt8(ascii: "{")
        else { return keywords }
        return arguments[0]
    }

    /// All that stands where the keyword arguments should be; without what follows them, if
    /// they can be read.
    private static func keywords(_ scanner: JSONScanner) -> Range<Int>? {
        let start = scanner.position
        var following = scanner
        if (try? following.skipValue()) != nil {
            let end = following.position
            following.skipWhiteSpace()
            if following.byte == UInt8(ascii: ",") { return start..<end }
        }
        let rest = scanner.bytes[start...]
        guard let last = rest.lastIndex(where: { !isWhiteSpace($0) }),
            rest[last] == UInt8(ascii: "]"),
            let end = rest[..<last].lastIndex(where: { !isWhiteSpace($0) })
        else { return nil }
        return start..<end + 1
    }

    private static func open(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> UInt64? {
        scanner.skipWhiteSpace()
        try scanner.skip("[")
        scanner.skipWhiteSpace()
        return try number(&scanner)
    }

    private static func number(_ scanner: inout JSONScanner) throws(JSONSyntaxError) -> UInt64? {
        let start = scanner.position
        try scanner.skipValue()
        return UInt64(String(decoding: scanner.bytes[start..<scanner.position], as: UTF8.self))
    }

    private static func skipComma(_ scanner: inout JSONScanner) throws(JSONSyntaxError) {
        scanner.skipWhiteSpace()
        try scanner.skip(",")
        scanner.skipWhiteSpace()
    }
}
