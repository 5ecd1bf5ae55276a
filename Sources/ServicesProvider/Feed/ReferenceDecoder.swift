import Foundation
import OddsJSON
import OddsModel

/// Reads entities of the feed that are not part of the tree of events.
enum ReferenceDecoder {
    /// The entities of a type, in the order of the feed.
    ///
    /// - Returns: Those that can be decoded, and the number of the others.
    /// - Complexity: O(bytes).
    static func decode<Value: Decodable>(
        _ type: Value.Type, named name: String, of references: [ReferenceModel]
    ) -> (values: [Value], droppedCount: Int) {
        let decoder = JSONDecoder()
        var values: [Value] = []
        var droppedCount = 0
        for reference in references where reference.type == name {
            do {
                values.append(try decoder.decode(type, from: json(reference)))
            } catch {
                droppedCount += 1
            }
        }
        return (values, droppedCount)
    }

    private static func json(_ reference: ReferenceModel) -> Data {
        var text = Array(#"{"id":"#.utf8)
        text.appendJSONString(reference.id.utf8)
        for (name, json) in reference.properties {
            text.append(UInt8(ascii: ","))
            text.appendJSONString(name)
            text.append(UInt8(ascii: ":"))
            text.append(contentsOf: json.utf8)
        }
        text.append(UInt8(ascii: "}"))
        return Data(text)
    }
}
