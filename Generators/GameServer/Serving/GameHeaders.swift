import HTTPTypes
import Hummingbird
import NIOCore

/// Answers, with the headers that keep a page to itself.
enum GameHeaders {
    /// What the page may load: its own files, and nothing else. The worker's own answer has it
    /// too, as a worker goes by the policy that it comes with.
    static let pagePolicy =
        "default-src 'none'; script-src 'self'; style-src 'self'; worker-src 'self'; "
        + "connect-src 'self'; img-src 'self'; manifest-src 'self'; base-uri 'none'; "
        + "form-action 'none'; frame-ancestors 'none'"
    private static let answerPolicy = "default-src 'none'; frame-ancestors 'none'"

    /// A file of the page. Isolated from other origins, it gets exact clocks and can measure
    /// its memory.
    static func file(_ file: PageFile) -> HTTPFields {
        [
            .contentType: file.type, .eTag: file.tag, .cacheControl: "no-cache",
            .contentSecurityPolicy: pagePolicy, .xContentTypeOptions: "nosniff",
            .crossOriginOpenerPolicy: "same-origin", .crossOriginEmbedderPolicy: "require-corp",
            .crossOriginResourcePolicy: "same-origin", .referrerPolicy: "no-referrer",
        ]
    }

    /// An answer that is not kept.
    static func answer(type: String?) -> HTTPFields {
        var fields: HTTPFields = [
            .cacheControl: "no-store", .contentSecurityPolicy: answerPolicy,
            .xContentTypeOptions: "nosniff", .crossOriginResourcePolicy: "same-origin",
        ]
        if let type { fields[.contentType] = type }
        return fields
    }
}

extension Response {
    /// JSON.
    static func json(_ bytes: [UInt8], status: HTTPResponse.Status = .ok) -> Response {
        Response(
            status: status, headers: GameHeaders.answer(type: "application/json"),
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    /// No content.
    static var done: Response {
        Response(status: .noContent, headers: GameHeaders.answer(type: nil))
    }
}

extension HTTPField.Name {
    static let crossOriginOpenerPolicy = known("Cross-Origin-Opener-Policy")
    static let crossOriginEmbedderPolicy = known("Cross-Origin-Embedder-Policy")
    static let crossOriginResourcePolicy = known("Cross-Origin-Resource-Policy")
    static let referrerPolicy = known("Referrer-Policy")

    static func known(_ name: String) -> HTTPField.Name {
        guard let name = HTTPField.Name(name) else { preconditionFailure("\(name) is no header") }
        return name
    }
}
