import OddsModel
import OddsWire

// Canonical JSON of values that are kept as received. The text is known to be
// legal: it came through the parser. Anything else is a programmer error.

/// Appends the value that `json` holds: no white space, no escapes but the
/// necessary (lone surrogates become U+FFFD), members of objects sorted by the
/// UTF-8 bytes of their names, each name once with its last value, numbers as
/// they are written. Complexity: O(bytes · depth), beside the sorting.
func appendCanonical(json: [UInt8], to output: inout [UInt8]) {
    var walker = JSONWalker(json: json)
    walker.skipSpace()
    walker.appendValue(to: &output)
    walker.skipSpace()
    precondition(walker.offset == json.count, "bytes after a JSON value")
}

/// Names in the order of their bytes.
func sortedByBytes(_ names: some Sequence<[UInt8]>) -> [[UInt8]] {
    Array(names).sorted { $0.lexicographicallyPrecedes($1) }
}

/// Appends a text as a JSON string.
func appendQuoted(_ utf8: some Sequence<UInt8>, to output: inout [UInt8]) {
    output.append(UInt8(ascii: "\""))
    for byte in utf8 {
        switch byte {
        case UInt8(ascii: "\""), UInt8(ascii: "\\"):
            output.append(UInt8(ascii: "\\"))
            output.append(byte)
        case 0..<0x20:
            output.append(contentsOf: (byte < 0x10 ? #"\u000"# : #"\u00"#).utf8)
            output.append(contentsOf: String(byte, radix: 16).utf8)
        default:
            output.append(byte)
        }
    }
    output.append(UInt8(ascii: "\""))
}

private struct JSONWalker {
    let json: [UInt8]
    var offset = 0

    /// The byte at the offset, 0 at the end.
    private var next: UInt8 { offset < json.count ? json[offset] : 0 }

    mutating func skipSpace() {
        while next == 0x20 || next == 0x0A || next == 0x0D || next == 0x09 { offset += 1 }
    }

    /// Appends the value at the offset and moves behind it.
    mutating func appendValue(to output: inout [UInt8]) {
        switch next {
        case UInt8(ascii: "{"): appendObject(to: &output)
        case UInt8(ascii: "["): appendArray(to: &output)
        case UInt8(ascii: "\""): appendQuoted(readString(), to: &output)
        default: appendScalar(to: &output)
        }
    }

    private mutating func appendObject(to output: inout [UInt8]) {
        var values: [[UInt8]: [UInt8]] = [:]
        readElements(until: UInt8(ascii: "}")) { walker in
            let name = walker.readString()
            walker.skipSpace()
            walker.expect(UInt8(ascii: ":"))
            walker.skipSpace()
            var value: [UInt8] = []
            walker.appendValue(to: &value)
            values[name] = value
        }
        output.append(UInt8(ascii: "{"))
        for (index, name) in sortedByBytes(values.keys).enumerated() {
            if index > 0 { output.append(UInt8(ascii: ",")) }
            appendQuoted(name, to: &output)
            output.append(UInt8(ascii: ":"))
            output.append(contentsOf: values[name]!)
        }
        output.append(UInt8(ascii: "}"))
    }

    private mutating func appendArray(to output: inout [UInt8]) {
        var isFirst = true
        output.append(UInt8(ascii: "["))
        readElements(until: UInt8(ascii: "]")) { walker in
            if !isFirst { output.append(UInt8(ascii: ",")) }
            isFirst = false
            walker.appendValue(to: &output)
        }
        output.append(UInt8(ascii: "]"))
    }

    /// Reads a container, its brackets and commas, and has `read` do the rest.
    private mutating func readElements(
        until close: UInt8, _ read: (inout JSONWalker) -> Void
    ) {
        offset += 1
        skipSpace()
        while next != close {
            read(&self)
            skipSpace()
            if next != close { expect(UInt8(ascii: ",")) }
            skipSpace()
        }
        offset += 1
    }

    /// Appends a number or literal as it is written.
    private mutating func appendScalar(to output: inout [UInt8]) {
        let start = offset
        while isScalarByte(next) { offset += 1 }
        precondition(offset > start, "not a JSON value")
        output.append(contentsOf: json[start..<offset])
    }

    private func isScalarByte(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "z"),
            UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "E"):
            true
        default:
            false
        }
    }

    /// Reads a string and returns the text that it means.
    private mutating func readString() -> [UInt8] {
        expect(UInt8(ascii: "\""))
        let start = offset
        while next != UInt8(ascii: "\"") {
            precondition(offset < json.count, "a JSON string without an end")
            offset += next == UInt8(ascii: "\\") ? 2 : 1
        }
        defer { offset += 1 }
        return json[start..<offset].withUnsafeBufferPointer { escaped in
            var text = GrowableBuffer<UInt8>()
            appendUnescaped(escaped, to: &text)
            return Array(UnsafeBufferPointer(start: text.pointer, count: text.count))
        }
    }

    private mutating func expect(_ byte: UInt8) {
        precondition(next == byte, "not legal JSON")
        offset += 1
    }
}
