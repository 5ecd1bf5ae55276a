/// What somebody who misspelt a name may have meant.
package enum NearestName {
    /// The names whose distance is at most a third of the word, or of which it is a part:
    /// the closest one first, then the one of the fewest parts, three at most.
    package static func names(to word: String, among names: [String]) -> [String] {
        let lower = word.lowercased()
        let count = lower.count
        let limit = max(count / 3, 1)
        return names.enumerated()
            .map { position, name in
                let name = (name, name.lowercased())
                // A word of any length costs no more than its length.
                let isNear = abs(count - name.1.count) <= limit
                let distance = isPart(lower, of: name.1) ? 1
                    : isNear ? distance(lower, name.1) : .max
                let partCount = name.0.split(separator: ".").count
                return (
                    name: name.0, distance: distance, partCount: partCount, position: position
                )
            }
            .filter { $0.distance <= limit }
            .sorted {
                ($0.distance, $0.partCount, $0.position) < ($1.distance, $1.partCount, $1.position)
            }
            .prefix(3).map(\.name)
    }

    /// `; did you mean 'graph'?` for a sentence that names what is wrong; empty if
    /// nothing is near.
    package static func question(_ word: String, among names: [String]) -> String {
        let nearest = self.names(to: word, among: names).map { "'\($0)'" }
        guard let last = nearest.last else { return "" }
        let others = nearest.dropLast().joined(separator: ", ")
        return "; did you mean \(others.isEmpty ? last : "\(others) or \(last)")?"
    }

    /// The end of a sentence that names what is wrong: `question`, or a full stop.
    package static func ending(_ word: String, among names: [String]) -> String {
        let question = question(word, among: names)
        return question.isEmpty ? "." : question
    }

    /// A word of some length that the name ends with, after a dot, or begins with.
    private static func isPart(_ word: String, of name: String) -> Bool {
        word.count >= 3 && (name.hasSuffix(".\(word)") || name.hasPrefix(word))
    }

    /// The optimal string alignment distance: insertions, deletions, substitutions and
    /// transpositions of neighbours (Damerau 1964; Boytsov, "Indexing methods for
    /// approximate dictionary searching", 2011, §2.1).
    ///
    /// - Complexity: O(product of the lengths).
    package static func distance(_ a: String, _ b: String) -> Int {
        let (a, b) = (Array(a), Array(b))
        var beforeLast: [Int] = []
        var last = Array(0...b.count)
        for i in a.indices {
            var row = [i + 1]
            for j in b.indices {
                var cost = min(
                    last[j + 1] + 1, row[j] + 1, last[j] + (a[i] == b[j] ? 0 : 1))
                if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] {
                    cost = min(cost, beforeLast[j - 1] + 1)
                }
                row.append(cost)
            }
            (beforeLast, last) = (last, row)
        }
        return last[b.count]
    }
}
