import HTTPTypes
import Hummingbird
import NIOCore

/// The service's OpenAPI document, which it serves itself.
enum OpenAPIDocument {
    static var paths: Response { response(PackageResources.openapi_yaml) }

    /// The schemas of bodies, which `paths` refers to.
    static var schemas: Response { response(PackageResources.openapi_schemas_yaml) }

    private static func response(_ text: [UInt8]) -> Response {
        Response(
            status: .ok, headers: [.contentType: "text/yaml"],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: text)))
    }
}
