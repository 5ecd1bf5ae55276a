import Foundation

/// Decodes hand-written JSON. Unknown members are errors, because a misspelt
/// name would otherwise be ignored silently.
package enum StrictJSON {
    /// - Throws: `StrictJSONError`.
    package static func decode<Value: Decodable>(
        _ type: Value.Type, from json: [UInt8]
    ) throws(StrictJSONError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(json))
        } catch {
            throw StrictJSONError(description: reason(error))
        }
    }

    private static func reason(_ error: any Error) -> String {
        guard let error = error as? DecodingError else { return "\(error)" }
        switch error {
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            return path(context.codingPath) + "expected \(name(of: type))"
        case .keyNotFound(let key, let context):
            return path(context.codingPath + [key]) + "is missing"
        case .dataCorrupted(let context):
            return path(context.codingPath) + context.debugDescription
        @unknown default: return "\(error)"
        }
    }

    private static func path(_ keys: [any CodingKey]) -> String {
        guard !keys.isEmpty else { return "" }
        return keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined() + ": "
    }

    /// What a Swift type is called in JSON.
    private static func name(of type: any Any.Type) -> String {
        switch type {
        case is String.Type: "a string"
        case is any BinaryInteger.Type: "an integer"
        case is any BinaryFloatingPoint.Type: "a number"
        case is [Any].Type: "a list"
        default: "an object"
        }
    }
}

/// The error in a JSON text, and its location.
package struct StrictJSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the path of the member.
    package let description: String
}

extension Decoder {
    /// - Throws: `DecodingError` if the object has a member that is not in
    ///   `known`.
    package func refuseUnknownMembers<Key: CodingKey & CaseIterable>(
        beside known: Key.Type
    ) throws {
        let names = Key.allCases.map(\.stringValue)
        let members = try container(keyedBy: MemberName.self).allKeys
        for member in members where !names.contains(member.stringValue) {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: codingPath + [member],
                    debugDescription: "unknown: choose of \(names.joined(separator: ", "))"))
        }
    }
}

extension KeyedDecodingContainer {
    /// Decodes a number. Unlike `decodeIfPresent`, the error contains the path
    /// and the expectation also for a number that the type does not have, such as
    /// 1.5 or -1.
    package func decodeNumberIfPresent<Number: Numeric & Decodable>(
        _ type: Number.Type, forKey key: Key, expected: String
    ) throws -> Number? {
        do {
            return try decodeIfPresent(type, forKey: key)
        } catch {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "expected \(expected)")
        }
    }
}

private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
