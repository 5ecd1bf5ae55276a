import Foundation
import OddsConsole

/// Reads the output of `swift build` and shows its progress. Other output, such as
/// the compiler's errors, is passed on.
struct BuildProgress {
    private let product: String
    private let line: ProgressLine
    private let write: (String) -> Void
    private var rest = ""

    init(
        product: String, line: ProgressLine = ProgressLine(),
        write: @escaping (String) -> Void = StandardError.print
    ) {
        self.product = product
        self.line = line
        self.write = write
    }

    mutating func read(_ data: Data) {
        rest += String(decoding: data, as: UTF8.self)
        var lines = rest.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        rest = String(lines.removeLast())
        for line in lines { show(line) }
    }

    func end() { line.clear() }

    private mutating func show(_ text: Substring) {
        guard let step = Self.step(text) else {
            let isNoise = Self.noise.contains { text.hasPrefix($0) }
            if !isNoise, !text.isEmpty {
                line.clear()
                write(String(text))
            }
            return
        }
        let text = "building \(product), \(step)"
        line.show([text], log: text)
    }

    /// `step 12 of 345` for `[12/345] Compiling …`, `planning` for `[0/1] Planning
    /// build`, or `fetching`; `nil` for lines that are not progress.
    private static func step(_ text: Substring) -> String? {
        if text.hasPrefix("Fetch") || text.hasPrefix("Creating working copy") { return "fetching" }
        guard text.first == "[", let end = text.firstIndex(of: "]") else { return nil }
        let numbers = text[text.index(after: text.startIndex)..<end].split(separator: "/")
        guard numbers.count == 2, let step = Int(numbers[0]), let count = Int(numbers[1]) else {
            return nil
        }
        return step == 0 ? "planning" : "step \(step) of \(count)"
    }

    private static let noise = [
        "Build of product", "Building for production", "Build complete", "Computing version",
        "Computed ", "Working copy of", "Updating ", "Updated ",
    ]
}
