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
        case .typeMismatch(_, let context), .valueNotFound(_, let context),
            .keyNotFound(_, let context), .dataCorrupted(let context):
            let path = context.codingPath.map {
                $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)"
            }
            return (path.isEmpty ? "" : "\(path.joined()): ") + context.debugDescription
        @unknown default: return "\(error)"
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
    /// Decodes an integer. Unlike `decodeIfPresent(Int.self, …)`, the error for
    /// a fractional number contains its path.
    package func decodeIntegerIfPresent(forKey key: Key) throws -> Int? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let integer = Int(exactly: number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is not an integer")
        }
        return integer
    }
}

private struct MemberName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}
