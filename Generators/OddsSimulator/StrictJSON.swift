import Foundation

/// Decodes JSON that people write by hand: what is not known is an error, as a
/// misspelt name would otherwise do nothing, in silence.
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

/// What is wrong with a JSON text, and where in it.
package struct StrictJSONError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The reason, with the path of the member.
    package let description: String
}

extension Decoder {
    /// Throws if the object has a member that is none of these.
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
    /// A number without fraction, where `decodeIfPresent(Int.self, …)` does not
    /// say where it found one with it.
    package func decodeIntegerIfPresent(forKey key: Key) throws -> Int? {
        guard let number = try decodeIfPresent(Double.self, forKey: key) else { return nil }
        guard let integer = Int(exactly: number) else {
            throw DecodingError.dataCorruptedError(
                forKey: key, in: self, debugDescription: "\(number) is no integer")
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
