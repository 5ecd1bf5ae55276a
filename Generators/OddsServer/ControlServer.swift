import HTTPTypes
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import OddsCapture
import OddsJSON
import OddsSimulator
import OddsWebSocket
import ServiceLifecycle

/// The HTTP control interface: health, metrics, truth, ledger, pause, scenario
/// and faults.
///
/// It is served by Hummingbird, which uses the same SwiftNIO as the rest of the
/// server, is incubated by the Swift Server Workgroup, and has the routing,
/// body limits and graceful shutdown that these few routes need.
package struct ControlServer: Sendable {
    /// What is served beside the feed.
    package struct Extension: Sendable {
        /// Requests beside those of the feed.
        package var routes: [ControlRoute] = []
        /// Families of metrics beside the feed's, in OpenMetrics 1.0.
        package var metrics: @Sendable () async throws -> String = { "" }
        /// Why it is not all right, for `/health`; `nil` if it is.
        package var fault: @Sendable () -> String? = { nil }
        /// Called with each new fault plan.
        package var setFaults: @Sendable (FaultPlan) -> Void = { _ in }

        /// Nothing.
        package init() {}

        /// All of several ones.
        package init(merging parts: [Extension]) {
            routes = parts.flatMap(\.routes)
            metrics = {
                var text = ""
                for part in parts { text += try await part.metrics() }
                return text
            }
            fault = { parts.lazy.compactMap { $0.fault() }.first }
            setFaults = { plan in for part in parts { part.setFaults(plan) } }
        }
    }

    private let server: EMServer
    private let beside: Extension

    /// Creates the control interface of a running server.
    package init(_ server: EMServer, beside: Extension = Extension()) {
        self.server = server
        self.beside = beside
    }

    /// A service that runs until its service group shuts down.
    /// - Parameter started: Called with the port once it is bound.
    package func service(
        started: @escaping @Sendable (_ port: Int) async -> Void
    ) -> some Service {
        let configuration = server.configuration
        precondition(
            configuration.isControlOnLoopback || configuration.controlToken != nil,
            "a control interface that others can reach needs a token")
        let limits = ServerConfiguration.self
        let acceptErrors = AcceptErrorHandler("control", server.metrics, server.logger)
        let http = HTTP1Channel.Configuration(
            additionalChannelHandlers: [
                ExchangeDeadlineHandler(limit: .seconds(limits.controlExchangeSecondsMax))
            ],
            idleTimeout: .seconds(limits.controlIdleSecondsMax),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headBytesMax, maxHeaderListSize: limits.headBytesMax,
                maxHeaderFieldCount: limits.headerFieldsMax))
        let memory = server.bodyMemory
        let application = Application(
            router: router,
            server: HTTPServerBuilder { responder in
                FilteredHTTPChannel(
                    configuration: http, memory: memory, refusal: Self.refusal,
                    responder: responder)
            },
            configuration: ApplicationConfiguration(
                address: .hostname(
                    configuration.controlHost, port: configuration.controlPort),
                availableConnectionsDelegate: .maximum(
                    limits.controlConnectionsMax, logger: server.logger)),
            onServerRunning: { channel in
                try? await channel.pipeline.addHandler(acceptErrors, position: .first).get()
                await started(channel.localAddress?.port ?? 0)
            },
            logger: server.logger)
        return ListeningService(
            "control", host: configuration.controlHost, port: configuration.controlPort,
            application)
    }

    /// In the shape of Hummingbird's errors.
    private static func refusal(_ words: String, _ path: String) -> RequestFilter.Content {
        let body: JSONValue = ["error": ["message": .string(words)]]
        return .init(type: "application/json", bytes: body.json)
    }

    private var router: Router<ControlContext> {
        let router = Router(context: ControlContext.self)
        router.add(middleware: ControlGuard(server.configuration))
        router.add(middleware: Refusals())
        router.add(middleware: UnknownRequests(beside: beside.routes))
        router.add(middleware: JSONBodies())
        let (server, beside, actions) = (server, beside, ControlActions(server))
        for route in beside.routes {
            router.on(RouterPath(route.path), method: route.method) { request, _ in
                let parameters = route.parameters(in: request.uri.path) ?? []
                return Self.json(
                    try await route.handler(parameters, try await Self.body(of: request)))
            }
        }
        router.get("health") { _, _ in
            Self.json(
                try Health(staleTopics: server.feed.staleTopics, fault: beside.fault()).json)
        }
        router.get("metrics") { _, _ in
            let text = server.metrics.openMetrics(beside: try await beside.metrics())
            return Self.response(
                Array(text.utf8),
                type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
        }
        router.get("truth") { request, _ in
            Self.json(try await Self.truth(request, actions))
        }
        router.get("ledger") { request, _ in
            let parameters = request.uri.queryParameters
            guard let topic = parameters["topic"] ?? parameters["content"] else {
                return Self.json(try await actions.ledgerProgress())
            }
            return Self.response(
                try await actions.ledgerFrames(of: String(topic)), type: "text/csv")
        }
        router.post("ledger") { request, _ in
            Self.json(try await actions.noteFrames(try await Self.body(of: request)))
        }
        router.post("pause") { _, _ in Self.json(try await actions.pause()) }
        router.post("resume") { _, _ in Self.json(try await actions.resume()) }
        router.post("scenario") { request, _ in
            Self.json(try await actions.change(try await Self.body(of: request)))
        }
        router.post("faults") { request, _ in
            let (answer, plan) = try await actions.setFaults(try await Self.body(of: request))
            beside.setFaults(plan)
            return Self.json(answer)
        }
        return router
    }

    private static func truth(
        _ request: Request, _ actions: ControlActions
    ) async throws -> [UInt8] {
        func parameter(_ name: String) throws -> String {
            guard let text = request.uri.queryParameters[name[...]] else {
                throw ControlRefusal(
                    .badRequest, "the query parameter \"\(name)\" is missing")
            }
            return String(text)
        }
        let name = request.uri.queryParameters["provider"].map(String.init)
        switch name.map({ FeedProvider(rawValue: $0) }) ?? .everyMatrix {
        case .everyMatrix: return try await actions.truth(of: parameter("topic"))
        case .sportRadar: return try await actions.truth(ofContent: parameter("content"))
        case nil:
            let known = FeedProvider.allCases.map(\.rawValue).joined(separator: ", ")
            throw ControlRefusal(
                .badRequest, "no such provider \(name ?? ""): use one of \(known)")
        }
    }

    /// Rejects unknown requests and lists the known ones.
    private struct UnknownRequests: RouterMiddleware {
        let beside: [ControlRoute]

        private static let requests = [
            "/health": ["GET"], "/metrics": ["GET"], "/truth": ["GET"],
            "/ledger": ["GET", "POST"], "/pause": ["POST"], "/resume": ["POST"],
            "/scenario": ["POST"], "/faults": ["POST"],
        ]

        func handle(
            _ request: Request, context: ControlContext,
            next: (Request, ControlContext) async throws -> Response
        ) async throws -> Response {
            let path = request.uri.path
            let others = beside.filter { $0.parameters(in: path) != nil }
            guard let methods = Self.requests[path] ?? others.nonEmptyMethods else {
                let known = (Self.requests
                    .flatMap { path, methods in methods.map { "\($0) \(path)" } }
                    + beside.map { "\($0.method) \($0.path)" })
                    .sorted().joined(separator: ", ")
                throw ControlRefusal(.notFound, "no such path \(path): use one of \(known)")
            }
            guard methods.contains(request.method.rawValue) else {
                let needed = methods.joined(separator: " or ")
                var refusal = ControlRefusal(
                    .methodNotAllowed, "\(path) requires \(needed), not \(request.method)")
                refusal.allowedMethods = methods
                throw refusal
            }
            return try await next(request, context)
        }
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        Array(buffer: try await request.body.collect(upTo: JSONBodies.bytesMax))
    }

    private static func json(_ bytes: [UInt8]) -> Response {
        response(bytes, type: "application/json")
    }

    private static func response(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }
}

extension [ControlRoute] {
    /// The methods of the routes; `nil` if there are none.
    fileprivate var nonEmptyMethods: [String]? { isEmpty ? nil : map(\.method.rawValue) }
}
