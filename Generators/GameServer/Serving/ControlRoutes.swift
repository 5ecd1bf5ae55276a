import HTTPTypes
import Hummingbird
import NIOCore
import OddsServer

/// The requests of checks and of monitoring.
struct ControlRoutes: Sendable {
    let worlds: GameWorlds
    let ownPages: OwnPages

    private static let known = KnownRequests([
        ("GET", "/health"), ("GET", "/metrics"), ("GET", "/control/{W}"),
        ("POST", "/control/{W}"), ("POST", "/control/{W}/update"),
    ])

    var router: Router<GameContext> {
        let router = Router(context: GameContext.self)
        router.add(middleware: RefusalAnswers(worlds: worlds, known: Self.known))
        router.add(middleware: OwnPagesOnly(ownPages: ownPages))
        let worlds = worlds
        router.get("health") { _, _ in Response.json(Array(#"{"status":"ok"}"#.utf8)) }
        router.get("metrics") { _, _ in
            let text = GameMetricsPage(await worlds.snapshot).text
            return Response(
                status: .ok,
                headers: GameHeaders.answer(
                    type: "application/openmetrics-text; version=1.0.0; charset=utf-8"),
                body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
        }
        router.get("control/:world") { request, context in
            let id = try Self.world(request, context)
            let hasMessages = request.uri.queryParameters["messages"] != "0"
            return Response.json(
                ControlJSON.state(id, try await worlds.state(id), hasMessages: hasMessages))
        }
        router.post("control/:world") { request, context in
            let id = try Self.world(request, context)
            try await worlds.change(id, ControlChange(try await GameRoutes.body(of: request)))
            return Response.done
        }
        router.post("control/:world/update") { request, context in
            let id = try Self.world(request, context)
            try await worlds.push(id, PushedOdds.all(try await GameRoutes.body(of: request)))
            return Response.done
        }
        return router
    }

    /// The world of a path. Pages of others cannot name it: control is on loopback, where
    /// browsers say whose a request is.
    private static func world(
        _ request: Request, _ context: GameContext
    ) throws(Refusal) -> WorldID {
        _ = try WorldAccess(request.headers)
        return try WorldQuery.world(context.parameters.get("world"), "the world of the path")
    }
}
