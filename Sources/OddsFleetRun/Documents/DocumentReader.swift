import OddsJSON

/// Reads the members of one object of a document. It refuses members that nobody asked for,
/// and every value out of its range, by the member's path.
struct DocumentReader {
    private let path: String
    private var rest: [String: JSONValue] = [:]

    init(_ value: JSONValue, at path: String = "") throws(FleetDocumentError) {
        guard case .object(let members) = value else {
            throw FleetDocumentError(path, "is no object")
        }
        self.path = path
        for member in members { rest[member.name] = member.value }
    }

    /// Reads a whole document, whose first duty is to say its schema.
    ///
    /// - Complexity: O(bytes).
    init(
        document bytes: some Collection<UInt8>, schema: String, bytesMax: Int
    ) throws(FleetDocumentError) {
        guard bytes.count <= bytesMax else {
            throw FleetDocumentError(
                "", "the document has \(bytes.count) bytes, and may have \(bytesMax)")
        }
        let value: JSONValue
        do {
            value = try Array(bytes).withUnsafeBytes { try JSONValue(json: $0, levelsMax: 8) }
        } catch let error as JSONSyntaxError {
            throw FleetDocumentError("", "byte \(error.offset): \(error.what)")
        } catch {
            throw FleetDocumentError("", "\(error)")
        }
        try self.init(value)
        let found = try text("schema", bytes: 1...64)
        guard found == schema else {
            throw FleetDocumentError(
                "schema", "is '\(FleetDocumentError.excerpt(found))'; it must be '\(schema)'")
        }
    }

    /// The path of a member.
    func path(of name: String) -> String { path.isEmpty ? name : "\(path).\(name)" }

    func error(_ name: String, _ problem: String) -> FleetDocumentError {
        FleetDocumentError(path(of: name), problem)
    }

    /// Takes a member; `nil` if there is none, or if it is `null`.
    mutating func optional(_ name: String) -> JSONValue? {
        let value = rest.removeValue(forKey: name)
        return value == .null ? nil : value
    }

    mutating func value(_ name: String) throws(FleetDocumentError) -> JSONValue {
        guard let value = optional(name) else { throw error(name, "is missing") }
        return value
    }

    /// Ends the reading: no member may be left.
    func end() throws(FleetDocumentError) {
        guard let name = rest.keys.min() else { return }
        throw error(FleetDocumentError.excerpt(name), "is no member of this document")
    }

    // MARK: Scalars

    mutating func text(
        _ name: String, bytes range: ClosedRange<Int>
    ) throws(FleetDocumentError) -> String {
        try Self.text(try value(name), at: path(of: name), bytes: range)
    }

    mutating func optionalText(
        _ name: String, bytes range: ClosedRange<Int>
    ) throws(FleetDocumentError) -> String? {
        guard let value = optional(name) else { return nil }
        return try Self.text(value, at: path(of: name), bytes: range)
    }

    mutating func flag(_ name: String) throws(FleetDocumentError) -> Bool {
        guard case .bool(let flag) = try value(name) else {
            throw error(name, "is neither true nor false")
        }
        return flag
    }

    mutating func number<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(FleetDocumentError) -> Number {
        try Self.number(try value(name), at: path(of: name), in: range)
    }

    mutating func optionalNumber<Number: FixedWidthInteger>(
        _ name: String, in range: ClosedRange<Number>
    ) throws(FleetDocumentError) -> Number? {
        guard let value = optional(name) else { return nil }
        return try Self.number(value, at: path(of: name), in: range)
    }

    /// A share, from 0 to 1.
    mutating func optionalShare(_ name: String) throws(FleetDocumentError) -> Double? {
        guard let value = optional(name) else { return nil }
        guard case .number(let text) = value, let share = Double(text), (0...1).contains(share)
        else { throw error(name, "is no number from 0 to 1") }
        return share
    }

    // MARK: Parts

    mutating func object(_ name: String) throws(FleetDocumentError) -> DocumentReader {
        try DocumentReader(try value(name), at: path(of: name))
    }

    /// The elements of an array with their paths.
    mutating func elements(
        _ name: String, count range: ClosedRange<Int>
    ) throws(FleetDocumentError) -> [(value: JSONValue, path: String)] {
        guard case .array(let elements) = try value(name) else {
            throw error(name, "is no array")
        }
        guard range.contains(elements.count) else {
            throw error(
                name, "has \(elements.count) elements; it must have \(Self.text(of: range))")
        }
        return elements.enumerated().map { ($1, "\(path(of: name))[\($0)]") }
    }

    mutating func texts(
        _ name: String, count: ClosedRange<Int>, bytes: ClosedRange<Int>
    ) throws(FleetDocumentError) -> [String] {
        var texts: [String] = []
        for (value, path) in try elements(name, count: count) {
            texts.append(try Self.text(value, at: path, bytes: bytes))
        }
        return texts
    }

    static func text(
        _ value: JSONValue, at path: String, bytes range: ClosedRange<Int>
    ) throws(FleetDocumentError) -> String {
        guard case .string(let text) = value else { throw FleetDocumentError(path, "is no text") }
        guard range.contains(text.utf8.count) else {
            throw FleetDocumentError(
                path, "has \(text.utf8.count) bytes; it must have \(self.text(of: range))")
        }
        return text
    }

    private static func number<Number: FixedWidthInteger>(
        _ value: JSONValue, at path: String, in range: ClosedRange<Number>
    ) throws(FleetDocumentError) -> Number {
        guard case .number(let text) = value, let number = Number(text), range.contains(number)
        else {
            let found = FleetDocumentError.excerpt(String(decoding: value.json, as: UTF8.self))
            throw FleetDocumentError(
                path, "is \(found); it must be a whole number, \(self.text(of: range))")
        }
        return number
    }

    private static func text<Number>(of range: ClosedRange<Number>) -> String {
        range.lowerBound == range.upperBound
            ? "\(range.lowerBound)" : "\(range.lowerBound) to \(range.upperBound)"
    }
}

extension JSONValue {
    /// A number with a fraction, as short as it is exact.
    static func fraction(_ value: Double?) -> JSONValue { value.map { .number("\($0)") } ?? .null }

    /// A whole number, or `null`.
    static func count(_ value: (some FixedWidthInteger)?) -> JSONValue {
        value.map { .number(String($0)) } ?? .null
    }
}
