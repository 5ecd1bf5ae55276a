import Foundation

/// Decodes answers.
enum WireDecoder {
    /// - Throws: `decodingError` with the type and the path, never the content.
    static func decode<Value: Decodable>(
        _ type: Value.Type, from body: [UInt8]
    ) throws(ServiceProviderError) -> Value {
        do {
            return try JSONDecoder().decode(type, from: Data(body))
        } catch {
            throw .decodingError(message: "\(type): \(path(error))")
        }
    }

    private static func path(_ error: any Error) -> String {
        let (keys, what): ([any CodingKey], String) =
            switch error as? DecodingError {
            case .typeMismatch(let type, let context): (context.codingPath, "is no \(type)")
            case .valueNotFound(let type, let context):
                (context.codingPath, "is null in place of \(type)")
            case .keyNotFound(let key, let context): (context.codingPath + [key], "is missing")
            case .dataCorrupted(let context): (context.codingPath, "cannot be read")
            default: ([], "cannot be read")
            }
        let path = keys.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        return path.isEmpty ? what : "\(path) \(what)"
    }
}

/// A list of which elements that cannot be decoded are left out and counted.
struct LossyList<Element: Decodable & Sendable>: Decodable, Sendable {
    let elements: [Element]
    let droppedCount: Int

    private struct Ignored: Decodable {}

    init(from decoder: any Decoder) throws {
        var container = try decoder.unkeyedContainer()
        var elements: [Element] = []
        var droppedCount = 0
        while !container.isAtEnd {
            do {
                elements.append(try container.decode(Element.self))
            } catch {
                droppedCount += 1
                // A failed attempt does not move on.
                _ = try? container.decode(Ignored.self)
            }
        }
        self.elements = elements
        self.droppedCount = droppedCount
    }
}
