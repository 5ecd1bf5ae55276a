import OddsJSON

@testable import OddsPlatformServer

/// A request that an OpenAPI document describes.
struct FuzzOperation {
    /// The ports, each of which has routes of its own.
    enum Port: CaseIterable { case accounts, bets, sportRadar }

    struct Parameter {
        let name: String
        /// `path`, `query` or `header`.
        let place: String
        let isRequired: Bool
        let schema: JSONValue
    }

    let name: String
    let port: Port
    let method: String
    let path: String
    let parameters: [Parameter]
    /// The body's schema; `nil` without a body.
    let body: JSONValue?
    let isForm: Bool

    /// Both providers have operations of one name.
    var fullName: String { "\(port) \(name)" }

    /// Those of all documents of the service.
    static var all: [FuzzOperation] {
        let platform = FuzzDocument(
            PackageResources.openapi_yaml, PackageResources.openapi_schemas_yaml)
        let sportRadar = FuzzDocument(
            PackageResources.openapi_sportradar_yaml,
            PackageResources.openapi_sportradar_schemas_yaml)
        return platform.operations { $0["tags"] == ["bets"] ? .bets : .accounts }
            + sportRadar.operations { _ in .sportRadar }
    }
}

/// A document, with the schemas that it refers to.
struct FuzzDocument {
    private let root: JSONValue
    private let schemas: JSONValue

    init(_ root: [UInt8], _ schemas: [UInt8]) {
        self.root = YAMLReader.value(String(decoding: root, as: UTF8.self))
        self.schemas = YAMLReader.value(String(decoding: schemas, as: UTF8.self))
    }

    func operations(_ port: (JSONValue) -> FuzzOperation.Port) -> [FuzzOperation] {
        root["paths"].members.flatMap { path in
            path.value.members.map { method in
                let content = method.value["requestBody"]?["content"].members.first
                let parameters = method.value["parameters"].elements.map { parameter in
                    let known = resolved(parameter)
                    return FuzzOperation.Parameter(
                        name: known["name"].plainText, place: known["in"].plainText,
                        isRequired: known["required"] == true,
                        schema: resolved(known["schema"] ?? .null))
                }
                return FuzzOperation(
                    name: method.value["operationId"].plainText, port: port(method.value),
                    method: method.name.uppercased(), path: path.name, parameters: parameters,
                    body: content?.value["schema"].map(resolved),
                    isForm: content?.name == "multipart/form-data")
            }
        }
    }

    /// A value in which all references are replaced by what they refer to.
    private func resolved(_ value: JSONValue) -> JSONValue {
        if case .string(let reference) = value["$ref"] {
            let name = String(reference.split(separator: "/").last ?? "")
            return resolved(
                root["components"]?["parameters"]?[name] ?? schemas[name] ?? .null)
        }
        switch value {
        case .array(let elements): return .array(elements.map(resolved))
        case .object(let members):
            return .object(members.map { JSONMember($0.name, resolved($0.value)) })
        default: return value
        }
    }
}

extension JSONValue {
    var members: [JSONMember] { if case .object(let members) = self { members } else { [] } }
    var elements: [JSONValue] { if case .array(let elements) = self { elements } else { [] } }
    /// The text of a string or a number; empty for others.
    var plainText: String {
        switch self {
        case .string(let text), .number(let text): text
        default: ""
        }
    }
}

extension JSONValue? {
    var members: [JSONMember] { self?.members ?? [] }
    var elements: [JSONValue] { self?.elements ?? [] }
    var plainText: String { self?.plainText ?? "" }
}
