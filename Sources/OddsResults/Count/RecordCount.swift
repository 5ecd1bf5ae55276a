/// The instructions that one kind of record costs, each in a frame of its own.
package struct RecordCount: Codable, Equatable, Sendable {
    /// The kind in the feed's words, such as `UPDATE BETTING_OFFER`; `reference` for
    /// all types without typed properties.
    package var kind: String
    /// How many were counted.
    package var records: UInt64
    /// Instructions of reading the frame, a record.
    package var decode: Double
    /// Instructions of a channel that reads the frame, applies it and has its changes
    /// read, a record.
    package var apply: Double

    package init(kind: String, records: UInt64, decode: Double, apply: Double) {
        self.kind = kind
        self.records = records
        self.decode = decode
        self.apply = apply
    }
}

/// How a kind's instructions compare with those of a kept result.
package struct RecordGrowth: Equatable, Sendable {
    package let kind: String
    /// `read`, or `read and applied`.
    package let figure: String
    package let before, now: Double

    /// 0.02 for 2% more than before.
    package var share: Double { now / before - 1 }

    /// The growth of all kinds that both have.
    package static func all(from kept: [RecordCount], to now: [RecordCount]) -> [RecordGrowth] {
        now.flatMap { count -> [RecordGrowth] in
            guard let before = kept.first(where: { $0.kind == count.kind }) else { return [] }
            return [
                RecordGrowth(
                    kind: count.kind, figure: "read", before: before.decode, now: count.decode),
                RecordGrowth(
                    kind: count.kind, figure: "read and applied", before: before.apply,
                    now: count.apply),
            ]
        }
    }
}
