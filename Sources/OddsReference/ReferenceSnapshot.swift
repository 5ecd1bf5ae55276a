extension ReferenceChannel {
    /// The channel as a snapshot shows it (EM-S2, EM-S3).
    package func snapshot(name: UTF8Text) -> SnapshotValue {
        tree().snapshot(channel: name, version: version, counts: counters.counts)
    }
}

extension ReferenceTree {
    /// The snapshot of a channel that shows this.
    func snapshot(
        channel: UTF8Text, version: ReferenceVersion?, counts: [UTF8Text: Int]
    ) -> SnapshotValue {
        .object([
            "channel": .string(channel),
            "version": version.map { .string($0.digits) } ?? .null,
            "events": .array(events().map(\.snapshot)),
            "references": .object(references().mapValues { .array($0.map(\.snapshot)) }),
            "counters": .object(counts.mapValues { .numberText(UTF8Text("\($0)")) }),
        ])
    }
}

extension ReferenceNode {
    package var snapshot: SnapshotValue {
        var members = properties.mapValues(\.snapshot)
        members["id"] = .string(id)
        for (name, nodes) in children { members[name] = .array(nodes.map(\.snapshot)) }
        return .object(members)
    }
}

extension ReferenceValue {
    var snapshot: SnapshotValue {
        switch self {
        case .text(let text): return .string(text)
        case .integer(let value): return .integer(value)
        case .number(let bits): return .number(bits: bits)
        case .boolean(let value): return .boolean(value)
        case .received(let text):
            // It was read before, as a part of its frame.
            guard let value = try? JSONReader.read(text.bytes) else {
                preconditionFailure("a value of a legal frame is legal")
            }
            return SnapshotValue(untyped: value)
        }
    }
}

extension ReferenceChannel.Counters {
    /// By name, as a snapshot shows them (EM-S4).
    var counts: [UTF8Text: Int] {
        [
            "framesApplied": framesApplied, "framesRejected": framesRejected,
            "framesStale": framesStale, "framesHeld": framesHeld,
            "framesHeldDropped": framesHeldDropped, "recordsApplied": recordsApplied,
            "recordsRejected": recordsRejected, "orphanUpdates": orphanUpdates,
            "orphanDeletes": orphanDeletes,
        ]
    }
}
