import HTTPTypes
import Hummingbird
import NIOCore
import OddsPlatform

/// An OpenAPI document of the service, which it serves itself.
struct OpenAPIDocument: Sendable {
    private let paths: [UInt8]
    /// The schemas of bodies, which `paths` refers to.
    private let schemas: [UInt8]

    /// That of accounts, and of bets, which have a port of their own.
    static let platform = OpenAPIDocument(
        paths: PackageResources.openapi_yaml, schemas: PackageResources.openapi_schemas_yaml)

    /// That of the second provider.
    static let sportRadar = OpenAPIDocument(
        paths: PackageResources.openapi_sportradar_yaml,
        schemas: PackageResources.openapi_sportradar_schemas_yaml)

    /// Adds the routes of its two files.
    func add(to table: RouteTable) {
        for (path, text) in [("/openapi.yaml", paths), ("/openapi-schemas.yaml", schemas)] {
            table.add(.get, path) { _ throws(Refusal) in .other(Self.response(text)) }
        }
    }

    private static func response(_ text: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/yaml"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text)))
    }
}
