import OddsExternal
import OddsReference

/// Where a program first says something else than the contract.
package struct Deviation: Equatable, Sendable {
    /// What of the answer it is.
    package enum Kind: String, Equatable, Sendable {
        case disposition
        case errorOffset
        case recordsRejected
        case recordsApplied
        case orphanUpdates
        case orphanDeletes
        case changed
        case checksum
        case snapshot
        /// A checksum beside a right snapshot, or a snapshot that is no JSON: a mistake in the
        /// protocol, and not in what the program makes of frames.
        case protocolFault
    }

    package let kind: Kind
    /// The frame's position in its capture, from 0.
    package let frame: Int
    /// What is due and what came, in one line.
    package let text: String
    /// Where in the snapshot, if that differs.
    package var path: String?

    /// The first difference of two answers; `nil` if there is none.
    package static func between(
        _ expected: AppliedAnswer, _ found: AppliedAnswer, frame: Int, level: ConformanceLevel
    ) -> Deviation? {
        let parts: [(Kind, KeyPath<AppliedAnswer, UInt32>)] = [
            (.disposition, \.disposition), (.errorOffset, \.errorOffset),
            (.recordsRejected, \.recordsRejected), (.orphanUpdates, \.orphanUpdates),
            (.orphanDeletes, \.orphanDeletes), (.recordsApplied, \.recordsApplied),
            (.changed, \.changed), (.checksum, \.checksum),
        ]
        for (kind, path) in parts where expected[keyPath: path] != found[keyPath: path] {
            if kind == .errorOffset, level == .basic { continue }
            return Deviation(
                kind: kind, frame: frame,
                text: text(kind, expected[keyPath: path], found[keyPath: path]))
        }
        return nil
    }

    private static func text(_ kind: Kind, _ expected: UInt32, _ found: UInt32) -> String {
        if kind == .checksum {
            return "the checksum is \(hexadecimal(found)) instead of \(hexadecimal(expected))"
        }
        guard kind == .disposition else {
            return "\(kind.rawValue) is \(found) instead of \(expected)"
        }
        func name(_ value: UInt32) -> String {
            AnsweredDisposition(rawValue: value).map { "\($0)" } ?? "unknown (\(value))"
        }
        return "the frame is \(name(found)) instead of \(name(expected))"
    }

    private static func hexadecimal(_ value: UInt32) -> String {
        let digits = String(value, radix: 16, uppercase: true)
        return String(repeating: "0", count: 8 - digits.count) + digits
    }

    /// The first difference of a snapshot from one of this package's strategies.
    package static func between(
        snapshot: [UInt8], found: [UInt8], frame: Int, level: ConformanceLevel
    ) -> Deviation? {
        guard let expected = try? SnapshotValue(snapshotText: snapshot) else {
            preconditionFailure("our own snapshot is legal JSON")
        }
        return between(expected, snapshotText: found, frame: frame, level: level)
    }

    /// The first difference of a snapshot; `nil` if there is none.
    static func between(
        _ expected: SnapshotValue, snapshotText: [UInt8], frame: Int, level: ConformanceLevel
    ) -> Deviation? {
        let found: SnapshotValue
        do {
            found = try SnapshotValue(snapshotText: snapshotText)
        } catch {
            return Deviation(
                kind: .protocolFault, frame: frame,
                text: "the snapshot is no legal JSON, from byte \(error.offset)")
        }
        let sides = level == .full
            ? (expected, found) : (expected.withoutNumberText, found.withoutNumberText)
        guard let difference = sides.0.firstDifference(from: sides.1) else { return nil }
        let (path, what) = difference.split(atFirst: ": ")
        var deviation = Deviation(
            kind: .snapshot, frame: frame,
            text: "the snapshot differs at \(path), due and found: \(what)")
        deviation.path = path
        return deviation
    }
}

extension SnapshotValue {
    /// Numbers of reference entities, and counters, as doubles.
    fileprivate var withoutNumberText: SnapshotValue {
        switch self {
        case .numberText(let text):
            return Double(text.description).map { .number(bits: $0.bitPattern) } ?? self
        case .array(let elements): return .array(elements.map(\.withoutNumberText))
        case .object(let members): return .object(members.mapValues(\.withoutNumberText))
        case .null, .boolean, .integer, .number, .string: return self
        }
    }
}

extension String {
    fileprivate func split(atFirst separator: String) -> (String, String) {
        guard let range = firstRange(of: separator) else { return ("", self) }
        return (String(self[..<range.lowerBound]), String(self[range.upperBound...]))
    }
}
