import OddsJSON

/// A JSON document of a message. It is accepted only in the very bytes in which it is written,
/// so that no two readers can take it for different things.
protocol FleetDocument {
    /// What the member `schema` says.
    static var schema: String { get }
    /// The members behind `schema`.
    var members: [JSONMember] { get }
    /// Reads the members; unknown ones need no check.
    init(_ document: JSONValue) throws(FleetFormatError)
}

extension FleetDocument {
    /// The document in its only form.
    var written: [UInt8] {
        JSONValue.object([JSONMember("schema", .string(Self.schema))] + members).json
    }

    /// Reads a document.
    ///
    /// - Parameter bytesMax: what is longer is refused before it is looked at.
    /// - Throws: `FleetFormatError` for anything but what `written` returns.
    /// - Complexity: O(bytes).
    init(checking json: [UInt8], bytesMax: Int) throws(FleetFormatError) {
        guard json.count <= bytesMax else {
            throw FleetFormatError("\(Self.schema) of \(json.count) bytes")
        }
        let parsed = json.withUnsafeBytes { bytes in
            Result { () throws(JSONSyntaxError) in try JSONValue(json: bytes, levelsMax: 4) }
        }
        let document: JSONValue
        switch parsed {
        case .success(let value): document = value
        case .failure(let error):
            throw FleetFormatError("\(Self.schema): \(error.what) at byte \(error.offset)")
        }
        guard document["schema"] == .string(Self.schema) else {
            throw FleetFormatError("the document is not of the schema \(Self.schema)")
        }
        try self.init(document)
        guard written == json else {
            throw FleetFormatError("\(Self.schema) has unknown members or an unusual form")
        }
    }
}

extension JSONValue {
    /// A member that is a whole number within a range.
    func number(
        _ name: String, in range: ClosedRange<UInt64>
    ) throws(FleetFormatError) -> UInt64 {
        guard case .number(let text) = self[name], let number = UInt64(decimal: text),
            range.contains(number)
        else { throw FleetFormatError("\(name) is no number within \(range)") }
        return number
    }

    /// A member that is true or false.
    func bool(_ name: String) throws(FleetFormatError) -> Bool {
        guard case .bool(let value) = self[name] else {
            throw FleetFormatError("\(name) is neither true nor false")
        }
        return value
    }

    /// A member that is a boot id.
    func bootID(_ name: String) throws(FleetFormatError) -> BootID {
        guard case .string(let text) = self[name] else {
            throw FleetFormatError("\(name) is no text")
        }
        return try BootID(text)
    }
}

/// Names one start of a machine. Its monotonic clock is comparable within that alone.
package struct BootID: Hashable, Sendable, CustomStringConvertible {
    /// The id, as the system writes it.
    package let description: String

    /// - Throws: `FleetFormatError` unless the id is 1 to 64 of `A–Z a–z 0–9 _ -`.
    package init(_ text: String) throws(FleetFormatError) {
        guard isPlainName(text, bytesMax: 64) else {
            throw FleetFormatError("the boot id \(text.quoted) is not 1 to 64 of A–Z a–z 0–9 _ -")
        }
        description = text
    }
}
