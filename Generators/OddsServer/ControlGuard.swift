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

/// Refuses requests that a web page, or someone without the token, may have
/// made.
///
/// A page can send requests to any address that its browser reaches, and read
/// the answers if a name of its own leads to that address. Browsers name the
/// page in `Origin` and the name in `Host`, and both must be those of the control
/// interface. A token, which no page knows, makes `Host` irrelevant: it is then
/// not checked, as the names of a machine in a network cannot be known.
struct ControlGuard: RouterMiddleware {
    private let hosts: [String]
    private let token: String?

    init(_ configuration: ServerConfiguration) {
        hosts = ["localhost", "127.0.0.1", "::1", configuration.controlHost]
        token = configuration.controlToken
    }

    func handle(
        _ request: Request, context: ControlContext,
        next: (Request, ControlContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        if token == nil, !isOwn(authority, port: context.port) {
            throw HTTPError(
                .forbidden,
                message: "Host \(authority) is not this control interface: use "
                    + ServerConfiguration.authority(hosts[1], port: context.port))
        }
        if let origin = request.headers[.origin],
            origin.lowercased() != "http://\(authority.lowercased())"
        {
            throw HTTPError(
                .forbidden, message: "web pages of \(origin) may not use the control interface")
        }
        if let token, !Self.carries(token, request) {
            throw HTTPError(
                .unauthorized, headers: [.wwwAuthenticate: "Bearer"],
                message: "this control interface needs Authorization: Bearer TOKEN, with the "
                    + "token of --control-token")
        }
        return try await next(request, context)
    }

    private func isOwn(_ authority: String, port: Int) -> Bool {
        let authority = authority.lowercased()
        return hosts.contains { host in
            let own = ServerConfiguration.authority(host.lowercased(), port: port)
            // The port of a URL without one.
            return authority == own || (port == 80 && "\(authority):80" == own)
        }
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
