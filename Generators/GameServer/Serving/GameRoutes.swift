import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import OddsServer
import ServiceLifecycle

/// The requests of pages.
struct GameRoutes: Sendable {
    /// The largest body.
    static let bodyBytesMax = 1 << 20

    let worlds: GameWorlds
    let files: PageFiles
    let ownPages: OwnPages

    private var known: KnownRequests {
        KnownRequests(
            [
                ("GET", "/matches"), ("GET", "/odds"), ("POST", "/worlds/{W}/seed"),
                ("POST", "/worlds/{W}/reset"), ("GET", "/live"),
            ], files: files)
    }

    var router: Router<GameContext> {
        let router = Router(context: GameContext.self, options: .autoGenerateHeadEndpoints)
        router.add(middleware: RefusalAnswers(worlds: worlds, known: known))
        router.add(middleware: OwnPagesOnly(ownPages: ownPages))
        router.add(middleware: PageAnswers(files: files))
        let worlds = worlds
        router.get("matches") { request, context in
            let answer = try await worlds.read(
                .matches, WorldQuery(request.uri), WorldAccess(request.headers))
            try await Self.obey(answer, context)
            return Response.json(GameJSON.matches(answer.rows))
        }
        router.get("odds") { request, context in
            let answer = try await worlds.read(
                .odds, WorldQuery(request.uri), WorldAccess(request.headers))
            try await Self.obey(answer, context)
            return Response.json(GameJSON.odds(answer.rows))
        }
        router.post("worlds/:world/seed") { request, context in
            let id = try WorldQuery.world(context.parameters.get("world"), "the world of the path")
            let access = try WorldAccess(request.headers)
            let body = try await Self.body(of: request)
            // The platform's odds may be any; nothing is done with them.
            let kept = worlds.showsPlatform ? [] : try SeedBody.matches(body)
            let answer = try await worlds.seed(
                id, kept, matchCount: try WorldQuery.matchCount(request.uri), access)
            try await Self.obey(answer, context)
            return Response.done
        }
        router.post("worlds/:world/reset") { request, context in
            let id = try WorldQuery.world(context.parameters.get("world"), "the world of the path")
            let answer = try await worlds.reset(
                id, matchCount: try WorldQuery.matchCount(request.uri),
                try WorldAccess(request.headers))
            try await Self.obey(answer, context)
            return Response.done
        }
        // Only requests that could not be given a socket come this far.
        router.get("live") { request, context -> Response in
            let answer = try await worlds.refuseLive(
                try WorldQuery(request.uri), try WorldAccess(request.headers))
            try await Self.obey(answer, context)
            throw Refusal(
                .noHandshake, "/live is a WebSocket: connect with a handshake of RFC 6455")
        }
        return router
    }

    static func body(of request: Request) async throws -> [UInt8] {
        Array(buffer: try await request.body.collect(upTo: bodyBytesMax))
    }

    /// Waits or fails as control wants.
    private static func obey(_ answer: GameWorlds.Answer, _ context: GameContext) async throws {
        if answer.delayMilliseconds > 0 {
            await cancelWhenGracefulShutdown {
                try? await Task.sleep(for: .milliseconds(answer.delayMilliseconds))
            }
        }
        switch answer.failure {
        case nil: return
        case .status(let code):
            throw Refusal(
                .fault, "refused by order of control", status: HTTPResponse.Status(code: code))
        case .cut:
            try? await context.channel.close()
            throw Cut()
        }
    }
}

/// Answers with the files of the page.
private struct PageAnswers: RouterMiddleware {
    let files: PageFiles

    func handle(
        _ request: Request, context: GameContext,
        next: (Request, GameContext) async throws -> Response
    ) async throws -> Response {
        guard request.method == .get || request.method == .head,
            let file = files.file(path: request.uri.path)
        else { return try await next(request, context) }
        let headers = GameHeaders.file(file)
        if request.headers[.ifNoneMatch] == file.tag {
            return Response(status: .notModified, headers: headers)
        }
        let response = Response(
            status: .ok, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: file.bytes)))
        return request.method == .head ? response.createHeadResponse() : response
    }
}
