import Foundation
import HTTPTypes
import Hummingbird
import OddsWAMP

/// A control request with the port that it came in at.
struct ControlContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    let port: Int

    init(source: ApplicationRequestContextSource) {
        coreContext = CoreRequestContextStorage(source: source)
        port = source.channel.localAddress?.port ?? 0
    }
}

/// Refuses requests that a web page, or someone without the token, may have made.
///
/// A token, which no page knows, makes `Host` irrelevant: it is then not checked, as the
/// names of a machine in a network cannot be known.
struct ControlGuard: RouterMiddleware {
    private let ownPages: OwnPages
    private let token: String?

    init(_ configuration: ServerConfiguration) {
        ownPages = OwnPages(of: "control interface", host: configuration.controlHost)
        token = configuration.controlToken
    }

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        if token == nil, let words = ownPages.refusal(authority: authority, port: context.port) {
            throw HTTPError(.forbidden, message: words)
        }
        if let words = ownPages.refusal(origin: request.headers[.origin], authority: authority) {
            throw HTTPError(.forbidden, message: words)
        }
        if let token, !Self.carries(token, request) {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"],
                message: "this control interface needs Authorization: Bearer TOKEN, with the "
                    + "token of --control-token")
        }
        return try await next(request, context)
    }

    private static func carries(_ token: String, _ request: Request) -> Bool {
        let words = (request.headers[.authorization] ?? "").split(
            separator: " ", maxSplits: 1, omittingEmptySubsequences: false)
        guard words.count == 2, words[0].lowercased() == "bearer" else { return false }
        return Secret(token).equals(String(words[1]))
    }
}

/// Refuses bodies that are not JSON by their own account, which is all that
/// forms of web pages can send.
struct JSONBodies: RouterMiddleware {
    /// The maximum size of a request body; fault plans are small.
    static let bytesMax = 1 << 20

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        var request = request
        let body = try await request.collectBody(upTo: Self.bytesMax)
        let type = request.headers[.contentType] ?? ""
        guard body.readableBytes == 0 || Self.isJSON(type) else {
            throw HTTPError(
                .unsupportedMediaType,
                message: "expected Content-Type: application/json, not "
                    + (type.isEmpty ? "none" : type))
        }
        return try await next(request, context)
    }

    private static func isJSON(_ type: String) -> Bool {
        let name = type.prefix { $0 != ";" }.lowercased()
        return name.trimmingCharacters(in: .whitespaces) == "application/json"
    }
}
