extension TrafficProfile {
    /// One property of the traffic, in both.
    struct Comparison: Sendable {
        /// What is compared.
        let subject: String
        /// The figure of the recorded traffic.
        let recorded: Double
        /// The figure of the generated traffic.
        let generated: Double

        /// Generated to recorded.
        var ratio: Double { generated / recorded }
        /// Within a factor of 2.
        var isClose: Bool { (0.5...2).contains(ratio) }
    }

    /// Kinds that are rarer in the recorded traffic say little about it.
    static let recordedCountMin = 10

    /// Records a frame, and for each kind of record that was recorded ten times
    /// or more its size in bytes and, for changes, its percentage of all
    /// changes; in a stable order.
    func comparisons(withRecorded recorded: TrafficProfile) -> [Comparison] {
        var comparisons = [
            Comparison(
                subject: "records of an UPDATE frame", recorded: recorded.recordsPerUpdateFrame,
                generated: recordsPerUpdateFrame)
        ]
        let common = recorded.kinds.filter { $0.value.count >= Self.recordedCountMin }
        let labelled = common.keys.map { (label: $0.label, kind: $0) }
        for (label, kind) in labelled.sorted(by: { $0.label < $1.label }) {
            comparisons.append(
                Comparison(
                    subject: "\(label): bytes", recorded: recorded.kinds[kind]?.bytesMean ?? 0,
                    generated: kinds[kind]?.bytesMean ?? 0))
            guard kind.operation != .dump else { continue }
            comparisons.append(
                Comparison(
                    subject: "\(label): % of changes", recorded: recorded.share(of: kind) * 100,
                    generated: share(of: kind) * 100))
        }
        return comparisons
    }

    /// Key sets and forms of values that the recorded traffic does not have;
    /// one line each, in a stable order.
    func strangers(toRecorded recorded: TrafficProfile) -> [String] {
        let known = Set(recorded.kinds.keys.map(\.keySet))
        var strangers = Set(kinds.keys.map(\.keySet)).subtracting(known)
            .filter { !$0.properties.isEmpty }
            .map { "\($0.entityType) {\($0.properties.joined(separator: ", "))}" }
        for (name, forms) in valueForms {
            for form in forms.subtracting(recorded.valueForms[name] ?? []) {
                strangers.append("\(name.entityType).\(name.property): \(form)")
            }
        }
        return strangers.sorted()
    }

    /// The comparisons as a Markdown table.
    static func markdown(_ comparisons: [Comparison]) -> String {
        let rows = comparisons.map {
            "| \($0.subject) | \(tenths($0.recorded)) | \(tenths($0.generated)) "
                + "| \(hundredths($0.ratio)) |"
        }
        return (["| | recorded | generated | ratio |", "|---|--:|--:|--:|"] + rows)
            .joined(separator: "\n") + "\n"
    }

    private static func tenths(_ value: Double) -> String {
        let tenths = Int((value * 10).rounded())
        return "\(tenths / 10).\(tenths % 10)"
    }

    private static func hundredths(_ value: Double) -> String {
        let hundredths = Int((value * 100).rounded())
        let fraction = hundredths % 100
        return "\(hundredths / 100).\(fraction < 10 ? "0" : "")\(fraction)"
    }
}

extension TrafficProfile.Kind {
    /// Whole entities have the same key sets in dumps and CREATEs.
    fileprivate var keySet: TrafficProfile.Kind {
        TrafficProfile.Kind(
            operation: operation == .create ? .dump : operation, entityType: entityType,
            properties: properties)
    }

    /// Operation and type, and what distinguishes the kind within its type:
    /// the properties of an update, the parameters of an entity.
    fileprivate var label: String {
        let telling =
            operation == .update
            ? properties : properties.filter { $0.hasPrefix("param") && !$0.contains("Name") }
        let shown = telling.count > 4 ? telling.prefix(3) + ["…"] : telling
        let suffix = shown.isEmpty ? "" : " {\(shown.joined(separator: ", "))}"
        return "\(operation.rawValue) \(entityType)\(suffix), \(properties.count) properties"
    }
}
