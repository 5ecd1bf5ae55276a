/// A JSON value with the text that it was read from.
public struct JSONValue: Sendable {
    public enum Content: Sendable {
        case null
        case boolean(Bool)
        /// Its digits are the value's `source`.
        case number
        case string(UTF8Text)
        case array([JSONValue])
        /// Of a repeated key only the last value is here.
        case object([UTF8Text: JSONValue])
    }

    public let content: Content
    /// The value's text as received, without white space around it.
    public let source: ArraySlice<UInt8>

    public init(content: Content, source: ArraySlice<UInt8>) {
        self.content = content
        self.source = source
    }
}

extension JSONValue {
    public var isNull: Bool {
        if case .null = content { true } else { false }
    }

    public var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    public var string: UTF8Text? {
        if case .string(let text) = content { text } else { nil }
    }

    public var array: [JSONValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    public var object: [UTF8Text: JSONValue]? {
        if case .object(let members) = content { members } else { nil }
    }

    public var number: ReferenceNumber? {
        if case .number = content { ReferenceNumber(source) } else { nil }
    }
}
