import OddsResults

/// A subject that both results have.
struct SubjectPair {
    let first: ComparedSubject
    let second: ComparedSubject

    init(_ first: ComparedSubject, _ second: ComparedSubject) {
        self.first = first
        self.second = second
    }

    /// One figure of both.
    struct Figures {
        let subject: String
        let first: ComparedFigure
        let second: ComparedFigure
    }

    var figures: [Figures] {
        first.figures.compactMap { figure in
            second.figures.first { $0.metric == figure.metric }
                .map { Figures(subject: first.name, first: figure, second: $0) }
        }
    }

    var subject: Comparison.Subject {
        .init(name: first.name, first: Self.side(first), second: Self.side(second))
    }

    var lacksValidRuns: Bool {
        [subject.first, subject.second].contains { $0?.runCount == 0 }
    }

    /// The numbers of values that figures have: those of valid runs, or else of
    /// repetitions.
    var valueCounts: (first: Int, second: Int) {
        func count(_ subject: ComparedSubject) -> Int {
            Self.side(subject)?.runCount ?? subject.figures.map(\.values.count).max() ?? 0
        }
        return (count(first), count(second))
    }

    private static func side(_ subject: ComparedSubject) -> Comparison.Side? {
        guard !subject.runs.isEmpty else { return nil }
        let valid = subject.runs.filter { $0.status.isValid }
        return .init(
            runCount: valid.count, invalidCount: subject.runs.count { $0.status == .invalid },
            incompleteCount: subject.runs.count { $0.status == .incomplete },
            status: (valid.isEmpty ? subject.runs : valid).map(\.status.rawValue).uniqued()
                .joined(separator: ", "))
    }
}

/// What a comparison cannot say, and why.
struct ComparisonNotes {
    /// What the two results are called.
    let names: (first: String, second: String)

    func lines(on pairs: [SubjectPair], kind: String) -> [String] {
        invalid(pairs) + upperBounds(pairs) + unjudged(pairs, kind) + saturated(pairs)
            + zeros(pairs)
    }

    private func invalid(_ pairs: [SubjectPair]) -> [String] {
        pairs.flatMap { pair in
            let subject = pair.subject
            let sides = [(names.first, subject.first), (names.second, subject.second)]
            return sides.flatMap { name, side -> [String] in
                let counts = [
                    ("INVALID", side?.invalidCount ?? 0),
                    ("INCOMPLETE", side?.incompleteCount ?? 0),
                ]
                return counts.filter { $0.1 > 0 }.map { status, count in
                    let runs = FigureFormat.counted(count, "\(status) run")
                    return "\(subject.name): \(runs) of \(name) left out"
                }
            }
        }
    }

    private func upperBounds(_ pairs: [SubjectPair]) -> [String] {
        pairs.compactMap { pair in
            let metrics = pair.figures.filter { $0.first.isUpperBound || $0.second.isUpperBound }
                .map(\.first.metric)
            guard !metrics.isEmpty else { return nil }
            return """
                \(pair.first.name): \(metrics.joined(separator: ", ")) left out: more than a \
                tenth may be the harness's own delay, an upper bound (≤)
                """
        }
    }

    /// The kinds of results of commands with `--repeat`.
    private static let repeatedKinds: Set = ["run", "count"]

    /// Which subjects have too few values for verdicts, one line per pair of
    /// counts.
    private func unjudged(_ pairs: [SubjectPair], _ kind: String) -> [String] {
        let needed = FigureChange.runsMin
        guard Self.repeatedKinds.contains(kind) else {
            return [
                """
                no verdicts: a \(kind) result has one value per figure, and a verdict needs \
                \(needed) runs on each side, such as those of bench run --repeat \(needed)
                """
            ]
        }
        var subjects: [String: [String]] = [:]
        var texts: [String] = []
        for pair in pairs {
            let counts = pair.valueCounts
            guard min(counts.first, counts.second) < needed else { continue }
            let text = text(counts, of: pair.first.runs.isEmpty ? "value" : "valid run")
            texts.append(text)
            subjects[text, default: []].append(pair.first.name)
        }
        return texts.uniqued().map { text in
            """
            no verdict on \((subjects[text] ?? []).joined(separator: "; ")): \(text); a verdict \
            needs \(needed) on each side (--repeat \(needed))
            """
        }
    }

    private func text(_ counts: (first: Int, second: Int), of what: String) -> String {
        func text(_ count: Int) -> String { "\(count) \(what)\(count == 1 ? "" : "s")" }
        return counts.first == counts.second
            ? "\(text(counts.first)) on each side"
            : "\(text(counts.first)) in \(names.first), \(text(counts.second)) in \(names.second)"
    }

    private func saturated(_ pairs: [SubjectPair]) -> [String] {
        let names = pairs.filter { pair in
            pair.figures.contains { $0.first.measuresWindow || $0.second.measuresWindow }
        }.map(\.first.name)
        guard !names.isEmpty else { return [] }
        return [
            """
            no ratio of response time and staleness for \(names.joined(separator: "; ")): those \
            of a SATURATED run grow for as long as its window is open, and measure that
            """
        ]
    }

    private func zeros(_ pairs: [SubjectPair]) -> [String] {
        pairs.compactMap { pair in
            let metrics = pair.figures.filter {
                FigureChange(of: $0.second, to: $0.first)?.measure == .difference
            }.map(\.first.metric)
            guard !metrics.isEmpty else { return nil }
            return """
                \(pair.first.name): the difference, as no ratio is of a value of 0, of \
                \(metrics.joined(separator: ", "))
                """
        }
    }
}
