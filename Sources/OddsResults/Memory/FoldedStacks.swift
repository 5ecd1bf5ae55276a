/// Bytes by call stack, in the folded form that flame graphs are made of: a
/// line a stack, its functions from the outermost to the innermost with
/// semicolons between, a space and the bytes.
package struct FoldedStacks: Equatable {
    package private(set) var bytes: [String: Int] = [:]

    package init() {}

    /// Reads what `jeprof --collapsed` writes, without its marks of addresses
    /// and inlining; other lines are left out.
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

    /// What `left` holds beyond `right`, less than nothing included.
    package static func - (left: FoldedStacks, right: FoldedStacks) -> FoldedStacks {
        var difference = left
        for (stack, count) in right.bytes { difference.bytes[stack, default: 0] -= count }
        difference.bytes = difference.bytes.filter { $0.value != 0 }
        return difference
    }

    /// In the folded form, the largest first.
    package var folded: String { Self.sorted(bytes).map { "\($0.key) \($0.value)\n" }.joined() }

    /// Bytes by the function that asked for them, the largest first: the
    /// innermost one that is no part of the allocator or of the runtime.
    package var byFunction: [(function: String, bytes: Int)] {
        var sums: [String: Int] = [:]
        for (stack, count) in bytes {
            let functions = stack.split(separator: ";")
            let asking = functions.last { !Self.isAllocating($0) } ?? functions.last ?? ""
            sums[String(asking), default: 0] += count
        }
        return Self.sorted(sums).filter { $0.value != 0 }.map { ($0.key, $0.value) }
    }

    private static func sorted(_ bytes: [String: Int]) -> [(key: String, value: Int)] {
        bytes.sorted { (abs($0.value), $1.key) > (abs($1.value), $0.key) }
    }

    /// `f<00000000000003e8>` and `f[inline]` are `f`.
    private static func name(_ function: Substring) -> String {
        var name = function
        if name.hasSuffix("[inline]") { name = name.dropLast("[inline]".count) }
        if name.last == ">", let start = name.lastIndex(of: "<") {
            let address = name[name.index(after: start)...].dropLast()
            if address.count == 16, address.allSatisfy(\.isHexDigit) { name = name[..<start] }
        }
        return String(name)
    }

    /// Whether a function allocates for whoever calls it.
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
        "_swift_", "_ContiguousArrayBuffer.", "Array.", "ContiguousArray.", "_ArrayBuffer",
        "std::__throw", "ManagedBuffer", "__swift",
    ]
}
