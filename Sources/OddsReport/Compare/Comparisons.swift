/// Any number of results of the same kind, each compared with the first.
package struct Comparisons: Encodable, Sendable {
    /// One result against the first.
    package struct Other: Encodable, Sendable {
        /// The name of its file.
        package let name: String
        package let comparison: Comparison
    }

    /// Why a result cannot be compared with the first.
    package struct Failure: Error, Equatable, CustomStringConvertible {
        package let first: String
        package let second: String
        package let reason: Comparison.Failure

        package var description: String { "\(first), \(second): \(reason)" }
    }

    package private(set) var schema = "oddsbench.comparisons/1"
    /// The name of the first result's file, the base of all ratios.
    package let base: String
    /// The others, in order. All their intervals together hold with a
    /// confidence of 95%.
    package let comparisons: [Other]
    /// Why results may not be comparable.
    let warnings: [String]

    private enum CodingKeys: String, CodingKey { case schema, base, comparisons }

    /// - Parameter inputs: Two results or more, the base first.
    package init(_ inputs: [ReportInput]) throws(Failure) {
        let first = inputs[0]
        let share = Comparison.errorProbabilityMax / Double(max(inputs.count - 1, 1))
        var others: [Other] = []
        for (position, input) in inputs.enumerated().dropFirst() {
            do throws(Comparison.Failure) {
                let comparison = try Comparison(
                    first.document, input.document,
                    names: (Self.letter(0), Self.letter(position)), errorProbabilityMax: share)
                others.append(Other(name: input.name, comparison: comparison))
            } catch {
                throw Failure(first: first.name, second: input.name, reason: error)
            }
        }
        base = first.name
        comparisons = others
        warnings =
            Self.merged(
                inputs.dropFirst().map {
                    ComparisonWarnings.differences(first.document, $0.document)
                })
            + inputs.enumerated().flatMap { position, input in
                ComparisonWarnings.disturbances(of: input.document, called: Self.letter(position))
            }
    }

    /// What cannot be said, and why.
    var notes: [String] { Self.merged(comparisons.map(\.comparison.notes)) }

    /// How many ratios have an interval.
    var intervalCount: Int { comparisons.map(\.comparison.intervalCount).reduce(0, +) }

    /// `A` for the first result, then `B`; after `Z`, `A1`.
    package static func letter(_ position: Int) -> String {
        let letter = Character(UnicodeScalar(UInt8(ascii: "A") + UInt8(position % 26)))
        return String(letter) + (position < 26 ? "" : "\(position / 26)")
    }

    /// Lines about each of the others, each line once; one that is not about all of
    /// them begins with whom it is about.
    private static func merged(_ lines: [[String]]) -> [String] {
        lines.joined().uniqued().map { line in
            let about = lines.indices.filter { lines[$0].contains(line) }
            let letters = about.map { letter($0 + 1) }.joined(separator: ", ")
            return about.count == lines.count ? line : "\(letters): \(line)"
        }
    }
}
