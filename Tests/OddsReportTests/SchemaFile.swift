import Foundation

/// A part of the JSON Schemas, as far as the tests follow them.
struct SchemaFile {
    private let file: String
    private let node: [String: Any]

    private static let folder = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Sources/OddsResults/Schemas")

    init(kind: String) throws { try self.init(file: kind + ".json", path: []) }

    private init(file: String, path: [String]) throws {
        let json = try Data(contentsOf: Self.folder.appending(path: file))
        var node = try JSONSerialization.jsonObject(with: json) as? [String: Any] ?? [:]
        for key in path { node = node[key] as? [String: Any] ?? [:] }
        (self.file, self.node) = (file, node)
    }

    private init(file: String, node: [String: Any]) { (self.file, self.node) = (file, node) }

    /// What a `$ref` points to, if there is one.
    private var target: SchemaFile? {
        guard let parts = (node["$ref"] as? String)?.split(separator: "#"), let path = parts.last
        else { return nil }
        return try? SchemaFile(
            file: parts.count == 2 ? String(parts[0]) : file,
            path: path.split(separator: "/").map(String.init))
    }

    /// The schema of a field; `nil` if it is refused.
    func property(_ name: String) -> SchemaFile? {
        let own = (node["properties"] as? [String: Any])?[name] as? [String: Any]
        return own.map { SchemaFile(file: file, node: $0) } ?? target?.property(name)
    }

    /// The schema of the elements of an array.
    var items: SchemaFile? {
        (node["items"] as? [String: Any]).map { SchemaFile(file: file, node: $0) } ?? target?.items
    }

    /// Whether it names the fields that there are.
    var namesFields: Bool { node["properties"] != nil || target?.namesFields == true }

    func requires(_ name: String) -> Bool {
        (node["required"] as? [String])?.contains(name) == true || target?.requires(name) == true
    }
}
