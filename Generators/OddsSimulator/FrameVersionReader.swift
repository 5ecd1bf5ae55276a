import OddsJSON

/// Reads the version of a frame that is about to be sent.
package enum FrameVersionReader {
    /// The start of every generated frame.
    private static let head = Array(#"{"version":""#.utf8)

    /// A frame's version by EM-V1; `nil` if it has none that is readable.
    ///
    /// - Complexity: O(digits) for generated frames, O(bytes) for recorded ones.
    package static func version(of frame: UnsafeRawBufferPointer) -> UInt64? {
        guard frame.starts(with: head) else { return search(frame) }
        let digits = frame.dropFirst(head.count).prefix { $0 != UInt8(ascii: "\"") }
        return number(digits)
    }

    /// The last member of that name counts.
    private static func search(_ frame: UnsafeRawBufferPointer) -> UInt64? {
        var found: UInt64?
        var scanner = JSONScanner(frame)
        scanner.skipWhiteSpace()
        try? scanner.forEachMember { key, value throws(JSONSyntaxError) in
            let name = JSONText.unescaped(UnsafeRawBufferPointer(rebasing: frame[key]))
            guard name == Array("version".utf8) else { return }
            let text = frame[value]
            found = number(
                text.first == UInt8(ascii: "\"") ? text.dropFirst().dropLast() : text)
        }
        return found
    }

    private static func number(_ digits: some Collection<UInt8>) -> UInt64? {
        guard (1...19).contains(digits.count) else { return nil }
        var number: UInt64 = 0
        for digit in digits {
            guard (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(digit) else { return nil }
            number = number * 10 + UInt64(digit - UInt8(ascii: "0"))
        }
        return number
    }
}
