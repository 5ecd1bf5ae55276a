/// A snapshot (EM-S5), or a part of one, as far as it counts: no white space, no
/// key order, numbers of typed properties as what they mean, numbers of
/// reference entities by their text.
package indirect enum SnapshotValue: Equatable, Sendable {
    case null
    case boolean(Bool)
    case integer(Int64)
    case number(bits: UInt64)
    case numberText(UTF8Text)
    case string(UTF8Text)
    case array([SnapshotValue])
    case object([UTF8Text: SnapshotValue])
}

extension SnapshotValue {
    /// Where and how `other` differs first, `nil` if it does not.
    package func firstDifference(from other: SnapshotValue, at path: String = "$") -> String? {
        switch (self, other) {
        case (.array(let left), .array(let right)):
            for (index, pair) in zip(left, right).enumerated() {
                if let found = pair.0.firstDifference(from: pair.1, at: "\(path)[\(index)]") {
                    return found
                }
            }
            guard left.count != right.count else { return nil }
            return "\(path): \(left.count) elements, \(right.count) elements"
        case (.object(let left), .object(let right)):
            for key in Set(left.keys).union(right.keys).sorted() {
                guard let mine = left[key] else {
                    return "\(path).\(key): nothing, \(right[key]?.canonicalText ?? "")"
                }
                guard let its = right[key] else {
                    return "\(path).\(key): \(mine.canonicalText), nothing"
                }
                if let found = mine.firstDifference(from: its, at: "\(path).\(key)") {
                    return found
                }
            }
            return nil
        default:
            return self == other ? nil : "\(path): \(canonicalText), \(other.canonicalText)"
        }
    }

    /// JSON without white space, keys sorted by their bytes, only what must be
    /// escaped escaped, doubles in their shortest form.
    package var canonicalText: String {
        switch self {
        case .null: "null"
        case .boolean(let value): "\(value)"
        case .integer(let value): "\(value)"
        case .number(let bits): "\(Double(bitPattern: bits))"
        case .numberText(let text): text.description
        case .string(let text): Self.quoted(text)
        case .array(let elements):
            "[\(elements.map(\.canonicalText).joined(separator: ","))]"
        case .object(let members):
            "{\(Self.canonicalMembers(members).joined(separator: ","))}"
        }
    }

    private static func canonicalMembers(_ members: [UTF8Text: SnapshotValue]) -> [String] {
        members.sorted { $0.key < $1.key }.map { "\(quoted($0.key)):\($0.value.canonicalText)" }
    }

    private static func quoted(_ text: UTF8Text) -> String {
        var result = "\""
        for scalar in text.description.unicodeScalars {
            switch scalar {
            case "\"", "\\":
                result.unicodeScalars.append("\\")
                result.unicodeScalars.append(scalar)
            case "\u{0}"..<"\u{20}":
                let digits = String(scalar.value, radix: 16)
                result += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: result.unicodeScalars.append(scalar)
            }
        }
        return result + "\""
    }
}

// MARK: - From snapshot text

extension SnapshotValue {
    /// The arrays of entities in the tree, and the type of each.
    static let typesByArray: [UTF8Text: UTF8Text] = [
        "events": "MATCH", "eventInfos": "EVENT_INFO", "markets": "MARKET",
        "outcomes": "OUTCOME", "bettingOffers": "BETTING_OFFER",
    ]

    /// Reads a snapshot, or one channel of it.
    package init(snapshotText: [UInt8]) throws(JSONFailure) {
        self.init(try JSONReader.read(snapshotText), type: nil)
    }

    /// A value; inside of the tree `type` is that of the entity around it.
    private init(_ value: JSONValue, type: UTF8Text?) {
        guard let members = value.object else {
            self.init(untyped: value)
            return
        }
        var result: [UTF8Text: SnapshotValue] = [:]
        for (name, member) in members {
            if let childType = Self.typesByArray[name], let elements = member.array {
                result[name] = .array(elements.map { SnapshotValue($0, type: childType) })
            } else if name == "channels", let elements = member.array {
                result[name] = .array(elements.map { SnapshotValue($0, type: nil) })
            } else if let type {
                result[name] = SnapshotValue(
                    member, kind: ReferenceSchema.properties[type]?[name])
            } else {
                result[name] = SnapshotValue(untyped: member)
            }
        }
        self = .object(result)
    }

    /// A typed property's value. One of another kind is kept as it is, to be
    /// found unequal.
    private init(_ value: JSONValue, kind: ReferenceSchema.Kind?) {
        if kind == .integer, let whole = value.number?.wholeValue {
            self = .integer(whole)
        } else if kind == .number, let double = value.number?.double {
            self = .number(bits: double.bitPattern)
        } else {
            self.init(untyped: value)
        }
    }

    /// A value outside of the tree.
    init(untyped value: JSONValue) {
        switch value.content {
        case .null: self = .null
        case .boolean(let boolean): self = .boolean(boolean)
        case .number: self = .numberText(UTF8Text(value.source))
        case .string(let text): self = .string(text)
        case .array(let elements): self = .array(elements.map { SnapshotValue(untyped: $0) })
        case .object(let members):
            self = .object(members.mapValues { SnapshotValue(untyped: $0) })
        }
    }
}
