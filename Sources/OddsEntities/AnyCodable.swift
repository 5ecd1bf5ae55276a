import Foundation
import OddsJSON

/// A value of JSON of any kind. Numbers that come from a frame's text keep it.
public struct AnyCodable: Codable, Sendable {
    let json: JSONValue

    init(_ json: JSONValue) { self.json = json }

    /// The value: `NSNull`, `Bool`, `Int` or `Double`, `String`, `[Any]` or `[String: Any]`.
    /// A number is an `Int` if it is exactly a whole one that fits.
    ///
    /// - Complexity: O(values within).
    public var value: Any {
        switch json {
        case .null: NSNull()
        case .bool(let value): value
        case .number(let text): json.wholeNumber.flatMap { Int(exactly: $0) } ?? Double(text) ?? 0
        case .string(let text): text
        case .array(let elements): elements.map { AnyCodable($0).value }
        case .object(let members):
            Dictionary(
                members.map { ($0.name, AnyCodable($0.value).value) }, uniquingKeysWith: { $1 })
        }
    }

    /// Decodes a value of any kind.
    public init(from decoder: any Decoder) throws {
        if let container = try? decoder.container(keyedBy: AnyKey.self) {
            json = .object(
                try container.allKeys.map {
                    JSONMember(
                        $0.stringValue, try container.decode(AnyCodable.self, forKey: $0).json)
                })
        } else if var container = try? decoder.unkeyedContainer() {
            var elements: [JSONValue] = []
            while !container.isAtEnd {
                elements.append(try container.decode(AnyCodable.self).json)
            }
            json = .array(elements)
        } else {
            json = try Self.scalar(try decoder.singleValueContainer())
        }
    }

    private static func scalar(_ container: any SingleValueDecodingContainer) throws -> JSONValue {
        if container.decodeNil() { return .null }
        if let value = try? container.decode(Bool.self) { return .bool(value) }
        if let value = try? container.decode(Int64.self) { return .number(value) }
        // Exactly, as far as decimals go.
        if let value = try? container.decode(Decimal.self) { return .number("\(value)") }
        if let value = try? container.decode(Double.self) { return .number("\(value)") }
        return .string(try container.decode(String.self))
    }

    /// Encodes the value.
    public func encode(to encoder: any Encoder) throws {
        switch json {
        case .object(let members):
            var container = encoder.container(keyedBy: AnyKey.self)
            for member in members {
                try container.encode(AnyCodable(member.value), forKey: AnyKey(member.name))
            }
        case .array(let elements):
            var container = encoder.unkeyedContainer()
            for element in elements { try container.encode(AnyCodable(element)) }
        default:
            var container = encoder.singleValueContainer()
            try encodeScalar(to: &container)
        }
    }

    private func encodeScalar(to container: inout any SingleValueEncodingContainer) throws {
        switch json {
        case .bool(let value): try container.encode(value)
        case .string(let text): try container.encode(text)
        case .number(let text):
            if let whole = json.wholeNumber {
                try container.encode(whole)
            } else if let decimal = Decimal(string: text) {
                try container.encode(decimal)
            } else {
                try container.encode(json.finiteNumber)
            }
        case .null, .array, .object: try container.encodeNil()
        }
    }
}

extension AnyCodable: Equatable {
    /// Equality of values: text by its bytes, numbers by their text, objects
    /// whatever the order of their members.
    public static func == (left: AnyCodable, right: AnyCodable) -> Bool {
        left.json.isSame(as: right.json)
    }
}

extension AnyCodable: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral,
    ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral, ExpressibleByStringLiteral,
    ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
    /// `null`.
    public init(nilLiteral: ()) { self.init(.null) }
    /// A boolean.
    public init(booleanLiteral value: Bool) { self.init(.bool(value)) }
    /// A number.
    public init(integerLiteral value: Int) { self.init(.number(value)) }
    /// A number.
    public init(floatLiteral value: Double) {
        self.init(value.isFinite ? .number("\(value)") : .null)
    }
    /// Text.
    public init(stringLiteral value: String) { self.init(.string(value)) }
    /// An array.
    public init(arrayLiteral elements: AnyCodable...) { self.init(.array(elements.map(\.json))) }
    /// An object.
    public init(dictionaryLiteral members: (String, AnyCodable)...) {
        self.init(.object(Members(members.map { JSONMember($0.0, $0.1.json) }).list))
    }
}

/// A key of any name.
struct AnyKey: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(_ name: String) { stringValue = name }
    init(stringValue: String) { self.init(stringValue) }
    init?(intValue: Int) { return nil }
}
