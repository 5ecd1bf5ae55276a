/// A JSON value with the text that it was read from.
package struct JSONValue: Sendable {
    package enum Content: Sendable {
        case null
        case boolean(Bool)
        /// Its digits are the value's `source`.
        case number
        case string(UTF8Text)
        case array([JSONValue])
        /// Of a repeated key only the last value is here.
        case object([UTF8Text: JSONValue])
    }

    package let content: Content
    /// The value's text as received, without white space around it.
    package let source: ArraySlice<UInt8>

    package init(content: Content, source: ArraySlice<UInt8>) {
        self.content = content
        self.source = source
    }
}

extension JSONValue {
    package var isNull: Bool {
        if case .null = content { true } else { false }
    }

    package var boolean: Bool? {
        if case .boolean(let value) = content { value } else { nil }
    }

    package var string: UTF8Text? {
        if case .string(let text) = content { text } else { nil }
    }

    package var array: [JSONValue]? {
        if case .array(let elements) = content { elements } else { nil }
    }

    package var object: [UTF8Text: JSONValue]? {
        if case .object(let members) = content { members } else { nil }
    }

    package var number: ReferenceNumber? {
        if case .number = content { ReferenceNumber(source) } else { nil }
    }
}
