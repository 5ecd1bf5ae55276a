import Foundation

/// What callgrind counted below each of some functions: the inclusive cost of the
/// calls that they make, by the "Callgrind Format Specification" of Valgrind's manual.
struct CallgrindProfile: Equatable {
    struct Function: Equatable {
        var calls: UInt64 = 0
        /// Instructions of what was called.
        var instructions: UInt64 = 0
    }

    /// By the functions' names.
    private(set) var functions: [String: Function] = [:]

    /// Reads a profile that was written without compression of strings.
    ///
    /// - Parameter prefix: What the names of the functions begin with.
    init(_ text: some StringProtocol, functions prefix: String) {
        var function: String?
        var isCost = false
        for line in text.split(separator: "\n") {
            if line.hasPrefix("fn=") {
                let name = line.dropFirst("fn=".count)
                function = name.hasPrefix(prefix) ? String(name) : nil
                isCost = false
            } else if let function, line.hasPrefix("calls=") {
                let calls = line.dropFirst("calls=".count).split(separator: " ").first
                functions[function, default: Function()].calls += calls.flatMap { UInt64($0) } ?? 0
                isCost = true
            } else if isCost, let function {
                // The line behind: where the call is, and what it cost.
                let cost = line.split(separator: " ").last
                functions[function, default: Function()].instructions +=
                    cost.flatMap { UInt64($0) } ?? 0
                isCost = false
            }
        }
    }
}
