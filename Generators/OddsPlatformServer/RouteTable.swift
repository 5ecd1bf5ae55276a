import HTTPTypes
import Hummingbird
import NIOConcurrencyHelpers
import OddsPlatform
import OddsServer

/// The routes of a server. A path that is known under other methods is answered with
/// 405, an unknown one with 404, in the shape of its family's refusals.
final class RouteTable {
    typealias Handler = @Sendable (PlatformRequest) async throws(Refusal) -> Reply

    let router = Router(context: PlatformContext.self)
    private let exchange: Exchange
    let known = KnownRoutes()

    init(_ exchange: Exchange) {
        self.exchange = exchange
        router.add(middleware: UnknownRoutes(exchange: exchange, known: known))
    }

    /// Adds a route. Its path has parameters in braces.
    func add(_ method: HTTPRequest.Method, _ path: String, _ handler: @escaping Handler) {
        let exchange = exchange
        known.add(method, path)
        router.on(RouterPath(path), method: method) { request, context in
            try await exchange.answer(request, context, route: path, handler)
        }
    }
}

/// The methods of each path.
final class KnownRoutes: Sendable {
    // Not a `Mutex`, which the thread sanitizer does not know.
    private let routes = NIOLockedValueBox<
        [(method: HTTPRequest.Method, path: String, pattern: PathPattern)]
    >([])

    func add(_ method: HTTPRequest.Method, _ path: String) {
        routes.withLockedValue { $0.append((method, path, PathPattern(path))) }
    }

    /// Methods and paths.
    var all: [String] {
        routes.withLockedValue { $0.map { "\($0.method.rawValue) \($0.path)" } }
    }

    /// The methods that a path takes. One without parameters is not that of a route whose
    /// parameter it might be.
    func methods(of path: String) -> [String] {
        routes.withLockedValue { routes in
            let same = routes.filter { $0.path == path }
            let found =
                same.isEmpty ? routes.filter { $0.pattern.parameters(in: path) != nil } : same
            return found.map(\.method.rawValue).sorted()
        }
    }
}

/// Answers what no route takes.
private struct UnknownRoutes: RouterMiddleware {
    let exchange: Exchange
    let known: KnownRoutes

    func handle(
        _ request: Request, context: PlatformContext,
        next: (Request, PlatformContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound {
            let path = request.uri.path
            let methods = known.methods(of: path)
            var response = try await exchange.answer(request, context, route: "other") {
                _ throws(Refusal) in
                guard methods.isEmpty else {
                    throw Refusal(405, nil, "\(path) does not take \(request.method)")
                }
                throw Refusal(404, nil, "no such path \(path)")
            }
            if !methods.isEmpty { response.headers[.allow] = methods.joined(separator: ", ") }
            return response
        }
    }
}
