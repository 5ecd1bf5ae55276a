/// Bytes by call stack, in the folded format that flame graphs are drawn from:
/// one line per stack with its functions from the outermost to the innermost,
/// separated by semicolons, then a space and the number of bytes.
///
/// The format is the one of `flamegraph.pl` by Brendan Gregg.
package struct FoldedStacks: Equatable, Sendable {
    package private(set) var bytes: [String: Int] = [:]

    package init() {}

    /// Parses the output of `jeprof --collapsed`, dropping addresses and
    /// `[inline]` marks. Lines of another form are ignored.
    package init(_ text: String) {
        for line in text.split(separator: "\n") {
            guard let space = line.lastIndex(of: " "),
                let count = Int(line[line.index(after: space)...])
            else { continue }
            let functions = line[..<space].split(separator: ";").map(Self.name)
            bytes[functions.joined(separator: ";"), default: 0] += count
        }
        bytes = bytes.filter { $0.value != 0 }
    }

    /// The growth from `right` to `left` by stack; negative where bytes were
    /// freed.
    package static func - (left: FoldedStacks, right: FoldedStacks) -> FoldedStacks {
        var difference = left
        for (stack, count) in right.bytes { difference.bytes[stack, default: 0] -= count }
        difference.bytes = difference.bytes.filter { $0.value != 0 }
        return difference
    }

    /// The folded format, the largest stack first.
    package var folded: String { Self.sorted(bytes).map { "\($0.key) \($0.value)\n" }.joined() }

    /// Bytes by the function that requested them, the largest first: the
    /// innermost function outside the allocator and the runtime, or the outermost where
    /// a stack was cut off before any.
    package var byFunction: [(function: String, bytes: Int)] {
        var sums: [String: Int] = [:]
        for (stack, count) in bytes {
            let functions = stack.split(separator: ";")
            let asking = functions.last { !Self.isAllocating($0) } ?? functions.first ?? ""
            sums[String(asking), default: 0] += count
        }
        return Self.sorted(sums).filter { $0.value != 0 }.map { ($0.key, $0.value) }
    }

    private static func sorted(_ bytes: [String: Int]) -> [(key: String, value: Int)] {
        bytes.sorted { (abs($0.value), $1.key) > (abs($1.value), $0.key) }
    }

    /// Shortens `f<00000000000003e8>` and `f[inline]` to `f`.
    private static func name(_ function: Substring) -> String {
        var name = function
        if name.hasSuffix("[inline]") { name = name.dropLast("[inline]".count) }
        if name.last == ">", let start = name.lastIndex(of: "<") {
            let address = name[name.index(after: start)...].dropLast()
            if address.count == 16, address.allSatisfy(\.isHexDigit) { name = name[..<start] }
        }
        return String(name)
    }

    /// Whether a function allocates on behalf of its caller.
    private static func isAllocating(_ function: Substring) -> Bool {
        var name = function
        for word in ["specialized ", "static "] where name.hasPrefix(word) {
            name = name.dropFirst(word.count)
        }
        return allocating.contains { name.hasPrefix($0) }
    }

    private static let allocating = [
        "swift_", "malloc", "calloc", "realloc", "operator new", "prof_", "imalloc", "je_",
        "UnsafeMutablePointer.allocate", "UnsafeMutableRawPointer.allocate",
        "UnsafeMutableBufferPointer.allocate", "GrowableBuffer.", "GrowableBuffer<",
        "Column.", "RowPool.", "HugePages.",
        "_swift_", "_ContiguousArrayBuffer.", "Array.", "ContiguousArray.", "_ArrayBuffer",
        "std::__throw", "ManagedBuffer", "__swift",
    ]
}
