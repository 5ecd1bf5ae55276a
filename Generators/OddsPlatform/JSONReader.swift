import OddsBetting
import OddsJSON

/// Reads the members of a request's body, and says which of them is not as expected.
package struct JSONReader: Sendable {
    private let value: JSONValue
    private let path: String

    /// - Throws: `Refusal.badShape` if the value is no object, or has text with U+0000: the
    ///   database would take it for the text's end.
    package init(_ value: JSONValue, path: String = "") throws(Refusal) {
        if let place = value.placeOfZero {
            let name = (path + place).drop { $0 == "." }
            throw .badShape("\(name): has U+0000, which no text may have")
        }
        try self.init(checked: value, path: path)
    }

    private init(checked value: JSONValue, path: String) throws(Refusal) {
        guard case .object = value else {
            throw .badShape(path.isEmpty ? "expected an object" : "\(path): expected an object")
        }
        self.value = value
        self.path = path.isEmpty ? "" : path + "."
    }

    /// All members.
    var members: [JSONMember] {
        guard case .object(let members) = value else { return [] }
        return members
    }

    /// A member; `nil` if it is absent or null.
    package func optional(_ name: String) -> JSONValue? {
        guard let member = value[name], member != .null else { return nil }
        return member
    }

    /// A member.
    package func value(_ name: String) throws(Refusal) -> JSONValue { try member(name) }

    private func member(_ name: String) throws(Refusal) -> JSONValue {
        guard let member = optional(name) else { throw .badShape("\(path)\(name): is missing") }
        return member
    }

    /// An object.
    package func object(_ name: String) throws(Refusal) -> JSONReader {
        try JSONReader(checked: try member(name), path: path + name)
    }

    /// A list of objects.
    package func objects(_ name: String) throws(Refusal) -> [JSONReader] {
        guard case .array(let elements) = try member(name) else {
            throw .badShape("\(path)\(name): expected a list of objects")
        }
        var objects: [JSONReader] = []
        for (index, element) in elements.enumerated() {
            objects.append(try JSONReader(checked: element, path: "\(path)\(name)[\(index)]"))
        }
        return objects
    }

    /// Text of at most so many code points.
    package func text(_ name: String, max: Int = 1_000) throws(Refusal) -> String {
        guard case .string(let text) = try member(name), text.unicodeScalars.count <= max else {
            throw .badShape("\(path)\(name): expected text of at most \(max) characters")
        }
        return text
    }

    /// Text, or `default` where it is absent.
    package func text(
        _ name: String, default: String, max: Int = 1_000
    ) throws(Refusal) -> String {
        optional(name) == nil ? `default` : try text(name, max: max)
    }

    /// Text that is one of a list, without regard to case.
    package func choice<Choice: RawRepresentable<String> & CaseIterable>(
        _ name: String, of type: Choice.Type
    ) throws(Refusal) -> Choice {
        let text = try text(name).lowercased()
        guard let choice = Choice.allCases.first(where: { $0.rawValue.lowercased() == text })
        else {
            let known = Choice.allCases.map(\.rawValue).joined(separator: ", ")
            throw .badShape("\(path)\(name): expected one of \(known)")
        }
        return choice
    }

    /// `true` or `false`; `false` where it is absent.
    package func bool(_ name: String) throws(Refusal) -> Bool {
        switch optional(name) {
        case .bool(let value): return value
        case nil: return false
        default: throw .badShape("\(path)\(name): expected true or false")
        }
    }

    /// An integer in a range.
    package func integer(_ name: String, in range: ClosedRange<Int64>) throws(Refusal) -> Int64 {
        guard case .number(let text) = try member(name), let value = Int64(text),
            range.contains(value)
        else {
            throw .badShape(
                "\(path)\(name): expected an integer between \(range.lowerBound) and "
                    + "\(range.upperBound)")
        }
        return value
    }

    /// Integers; none where the list is absent.
    package func integers(_ name: String) throws(Refusal) -> [Int64] {
        guard let list = optional(name) else { return [] }
        var integers: [Int64] = []
        if case .array(let elements) = list {
            for case .number(let text) in elements {
                if let integer = Int64(text) { integers.append(integer) }
            }
            if integers.count == elements.count { return integers }
        }
        throw .badShape("\(path)\(name): expected a list of integers")
    }

    /// An amount above 0, as text or a number.
    package func amount(_ name: String) throws(Refusal) -> Money {
        let amount = try amountOrZero(name)
        guard amount > .zero else { throw notAnAmount(name) }
        return amount
    }

    /// An amount, as text or a number.
    package func amountOrZero(_ name: String) throws(Refusal) -> Money {
        let amount: Money? =
            switch optional(name) {
            case .string(let text): Money(text)
            case .number(let text): Money(jsonNumber: text)
            default: nil
            }
        guard let amount else { throw notAnAmount(name) }
        return amount
    }

    private func notAnAmount(_ name: String) -> Refusal {
        Refusal(
            400, "901",
            "\(path)\(name): expected an amount above 0 with at most ten digits before the "
                + "point and two after it")
    }
}

extension JSONValue {
    /// Where in it U+0000 is, as a path; `nil` if it is nowhere.
    fileprivate var placeOfZero: String? {
        switch self {
        case .string(let text): text.hasZero ? "" : nil
        case .array(let elements):
            elements.indices.lazy.compactMap { index in
                elements[index].placeOfZero.map { "[\(index)]\($0)" }
            }.first
        case .object(let members):
            members.lazy.compactMap { member in
                if member.name.hasZero { return ".the name of a member" }
                return member.value.placeOfZero.map { ".\(member.name)\($0)" }
            }.first
        case .null, .bool, .number: nil
        }
    }
}

extension String {
    /// Whether U+0000 is in it.
    package var hasZero: Bool { utf8.contains(0) }
}
