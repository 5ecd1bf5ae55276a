import OddsJSON
import OddsWAMP

/// An INVOCATION or a RESULT with what stands where its keyword arguments should be, of which
/// nothing is expected, so that no frame is lost. Without keyword arguments, a frame is the only
/// positional one.
struct FrameCarrier {
    let request: WAMPID
    /// `nil` in a RESULT.
    let registration: WAMPID?
    /// Without white space around it.
    let frame: [UInt8]

    init?(_ message: UnsafeRawBufferPointer) {
        var scanner = JSONScanner(message)
        do throws(JSONSyntaxError) {
            let type = try Self.open(&scanner)
            guard type == 68 || type == 50 else { return nil }
            try Self.skipComma(&scanner)
            guard let request = try Self.number(&scanner) else { return nil }
            self.request = request
            try Self.skipComma(&scanner)
            registration = type == 68 ? try Self.number(&scanner) : nil
            if registration != nil { try Self.skipComma(&scanner) }
            guard scanner.byte == UInt8(ascii: "{") else { return nil }
            try scanner.skipValue()
            try Self.skipComma(&scanner)
            guard let frame = try Self.frame(&scanner) else { return nil }
            self.frame = Array(message[frame])
        } catch {
            return nil
        }
    }

    /// The number of a message's kind, `nil` if it has none.
    static func type(of message: UnsafeRawBufferPointer) -> UInt64? {
        var scanner = JSONScanner(message)
        return try? open(&scanner)
    }

    /// The frame in the arguments at the position.
    private static func frame(
        _ scanner: inout JSONScanner
    ) throws(JSONSyntaxError) -> Range<Int>? {
        guard scanner.byte == UInt8(ascii: "[") else { return nil }
        let arguments = scanner.position
        try scanner.skipValue()
        scanner.skipWhiteSpace()
        if scanner.byte == UInt8(ascii: "]") {
            return try onlyObject(in: JSONScanner(scanner.bytes, at: arguments))
        }
        try skipComma(&scanner)
        guard let keywords = keywords(scanner) else { return nil }
        let isEmpty = scanner.bytes[keywords].allSatisfy { "{} \t\r\n".utf8.contains($0) }
        let positional = try onlyObject(in: JSONScanner(scanner.bytes, at: arguments))
        return isEmpty ? positional ?? keywords : keywords
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

    private static func onlyObject(
        in arguments: JSONScanner
    ) throws(JSONSyntaxError) -> Range<Int>? {
        var elements: [Range<Int>] = []
        var scanner = arguments
        try scanner.forEachElement { elements.append($0) }
        guard elements.count == 1, scanner.bytes[elements[0].lowerBound] == UInt8(ascii: "{")
        else { return nil }
        return elements[0]
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
