import OddsJSON

/// Brings times of an agent's clock to the source's.
package struct ClockMapping: Equatable, Sendable {
    package enum Relation: Equatable, Sendable {
        /// One machine: both programs read one monotonic clock.
        case shared
        /// Compared before the run and, once it is over, after it.
        case compared(before: ClockOffset, after: ClockOffset?)
    }

    package private(set) var relation: Relation
    /// That of the source's machine when it was compared first.
    package let bootID: String
    /// From this epoch of the world on the source has another clock, so that latencies are not
    /// known; `nil` if it kept its clock.
    package private(set) var unknownFromEpoch: UInt64?

    /// How much two clocks drift apart at most where that was not measured: crystals are good to
    /// 50 parts in a million.
    package static let driftMax = 100e-6

    /// - Parameters:
    ///   - offset: From the comparison before the run.
    ///   - ownBootID: That of the agent's machine.
    package init(before offset: ClockOffset, ownBootID: String) {
        bootID = offset.bootID
        relation =
            offset.bootID == ownBootID ? .shared : .compared(before: offset, after: nil)
    }

    /// Notes the comparison after the run. One with another source's clock says nothing.
    package mutating func compare(after offset: ClockOffset) {
        guard case .compared(let before, _) = relation, offset.bootID == bootID,
            offset.at > before.at
        else { return }
        relation = .compared(before: before, after: offset)
    }

    /// Notes which machine a source of an epoch says to be on.
    package mutating func noteSource(bootID: String, epoch: UInt64) {
        guard bootID != self.bootID else { return }
        unknownFromEpoch = min(unknownFromEpoch ?? .max, epoch)
    }

    /// The source's time at a time of the agent's clock.
    ///
    /// - Complexity: O(1).
    package func sourceTime(at time: UInt64) -> UInt64 {
        Self.add(offset(at: time), to: time)
    }

    /// The agent's time at a time of the source's clock, to a nanosecond.
    ///
    /// - Complexity: O(1).
    package func ownTime(ofSource time: UInt64) -> UInt64 {
        // The offset changes so slowly that each guess is a thousand times as near as the last.
        var guess = time
        for _ in 0..<5 { guess = Self.add(-offset(at: guess), to: time) }
        return guess
    }

    /// How far a time that was brought over may be off, at a time of the agent's clock.
    ///
    /// - Complexity: O(1).
    package func uncertainty(at time: UInt64) -> UInt64 {
        guard case .compared(let before, let after) = relation else { return 0 }
        guard let after else {
            let passed = Double(time > before.at ? time - before.at : before.at - time)
            return before.uncertainty + UInt64((passed * Self.driftMax).rounded(.up))
        }
        // Both ends are at most that far off, and so is all between them.
        return max(before.uncertainty, after.uncertainty)
    }

    /// The offset, by a straight line between the two comparisons.
    private func offset(at time: UInt64) -> Int64 {
        guard case .compared(let before, let after) = relation else { return 0 }
        guard let after, time > before.at else { return before.nanoseconds }
        guard time < after.at else { return after.nanoseconds }
        let share = Double(time - before.at) / Double(after.at - before.at)
        let drift = Double(after.nanoseconds - before.nanoseconds)
        return before.nanoseconds + Int64((drift * share).rounded())
    }

    private static func add(_ offset: Int64, to time: UInt64) -> UInt64 {
        offset < 0 ? time - min(time, offset.magnitude) : time + offset.magnitude
    }
}

extension ClockMapping {
    var document: JSONValue {
        var members: [(String, JSONValue)] = [("bootID", .string(bootID))]
        if case .compared(let before, let after) = relation {
            members.append(("before", before.document))
            if let after { members.append(("after", after.document)) }
        }
        members.append(("unknownFromEpoch", .count(unknownFromEpoch)))
        return .object(members.filter { $0.1 != .null }.map { JSONMember($0.0, $0.1) })
    }

    init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        bootID = try reader.text("bootID", bytes: 1...64)
        let before = try ClockOffset(&reader, "before", bootID)
        let after = try ClockOffset(&reader, "after", bootID)
        relation = before.map { .compared(before: $0, after: after) } ?? .shared
        unknownFromEpoch = try reader.optionalNumber("unknownFromEpoch", in: 0...UInt64.max)
        try reader.end()
    }
}

extension ClockOffset {
    var document: JSONValue {
        [
            "at": .number(at), "nanoseconds": .number(nanoseconds),
            "uncertainty": .number(uncertainty),
        ]
    }

    init?(
        _ reader: inout DocumentReader, _ name: String, _ bootID: String
    ) throws(FleetDocumentError) {
        guard let value = reader.optional(name) else { return nil }
        var offset = try DocumentReader(value, at: reader.path(of: name))
        self.init(
            at: try offset.number("at", in: FleetText.times),
            nanoseconds: try offset.number("nanoseconds", in: -(1 << 61)...(1 << 61)),
            uncertainty: try offset.number("uncertainty", in: FleetText.times), bootID: bootID)
        try offset.end()
    }
}
