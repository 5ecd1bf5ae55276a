// Reads JSON that is known to be legal.

extension JSONScanner {
    /// Calls `body` with the key of each member of the object at `offset` and the
    /// offset of its value, in the order of the text.
    ///
    /// - Parameter containers: where containers of the text end.
    /// - Complexity: O(bytes).
    @inline(__always)
    func forEachMember(
        of offset: Int, _ containers: ContainerEnds, _ body: (ScannedString, Int) -> Void
    ) {
        assert(byte(offset) == UInt8(ascii: "{"))
        var offset = offset + 1
        skipSpace(&offset)
        while base[offset] != UInt8(ascii: "}") {
            let key = passString(&offset)
            skipSpace(&offset)
            offset += 1
            skipSpace(&offset)
            body(key, offset)
            passValue(&offset, containers)
            skipSpace(&offset)
            guard base[offset] == UInt8(ascii: ",") else { return }
            offset += 1
            skipSpace(&offset)
        }
    }

    /// Calls `body` with the offset of each element of the array at `offset`.
    ///
    /// - Parameter containers: where containers of the text end.
    /// - Complexity: O(bytes).
    @inline(__always)
    func forEachElement(
        of offset: Int, _ containers: ContainerEnds, _ body: (Int) -> Void
    ) {
        assert(byte(offset) == UInt8(ascii: "["))
        var offset = offset + 1
        skipSpace(&offset)
        while base[offset] != UInt8(ascii: "]") {
            body(offset)
            passValue(&offset, containers)
            skipSpace(&offset)
            guard base[offset] == UInt8(ascii: ",") else { return }
            offset += 1
            skipSpace(&offset)
        }
    }

    /// Passes a string, quotes included.
    @inline(__always)
    func passString(_ offset: inout Int) -> ScannedString {
        assert(byte(offset) == UInt8(ascii: "\""))
        offset += 1
        let start = offset
        var hasEscapes = false
        while true {
            skipPlain(&offset)
            let byte = base[offset]
            if byte == UInt8(ascii: "\"") {
                offset += 1
                return ScannedString(
                    start: start, count: offset - 1 - start, hasEscapes: hasEscapes)
            }
            if byte == UInt8(ascii: "\\") {
                hasEscapes = true
                offset += 1
            }
            offset += 1
        }
    }

    /// Passes a value of any kind.
    ///
    /// - Complexity: O(log containers) if it is a container that was noted, else O(bytes).
    @inline(__always)
    private func passValue(_ offset: inout Int, _ containers: ContainerEnds) {
        switch base[offset] {
        case UInt8(ascii: "\""): _ = passString(&offset)
        case UInt8(ascii: "{"), UInt8(ascii: "["):
            if let end = containers.end(ofContainerAt: offset) {
                offset = end
            } else {
                passContainer(&offset)
            }
        default: passScalar(&offset)
        }
    }

    /// Passes an object or an array.
    ///
    /// - Complexity: O(bytes), no recursion.
    private func passContainer(_ offset: inout Int) {
        var depth = 0
        repeat {
            switch base[offset] {
            case UInt8(ascii: "\""): _ = passString(&offset)
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                offset += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
                offset += 1
            case UInt8(ascii: ","), UInt8(ascii: ":"), 0x20, 0x0A, 0x0D, 0x09: offset += 1
            default: passScalar(&offset)
            }
        } while depth > 0
    }

    /// Passes a number or a literal.
    @inline(__always)
    private func passScalar(_ offset: inout Int) {
        while offset < count {
            switch base[offset] {
            case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), 0x20, 0x0A, 0x0D, 0x09:
                return
            default: offset += 1
            }
        }
    }

    /// The text of the number at `offset`, `nil` if there is no number.
    @inline(__always)
    func numberText(_ offset: Int) -> UnsafeBufferPointer<UInt8>? {
        let first = byte(offset)
        guard first == UInt8(ascii: "-") || first &- 0x30 < 10 else { return nil }
        var end = offset
        passScalar(&end)
        return UnsafeBufferPointer(start: base + offset, count: end - offset)
    }

    /// Whether there is an array at `offset`.
    @inline(__always)
    func isArray(_ offset: Int) -> Bool {
        offset >= 0 && byte(offset) == UInt8(ascii: "[")
    }
}
