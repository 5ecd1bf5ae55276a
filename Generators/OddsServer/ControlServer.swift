import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OddsLedger
import OddsSimulator
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
        return Application(
            router: router,
            server: .http1(
                configuration: .init(
                    additionalChannelHandlers: [StalledClientHandler.idle, StalledClientHandler()],
                    idleTimeout: .seconds(limits.controlIdleSecondsMax))),
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
    }

    private var router: Router<ControlContext> {
        let router = Router(context: ControlContext.self)
        router.add(middleware: ControlGuard(server.configuration))
        router.add(middleware: UnknownRequests(beside: beside.routes))
        router.add(middleware: JSONBodies())
        router.add(middleware: ElsewhereRefusals())
        let (server, beside) = (server, beside)
        for route in beside.routes {
            router.on(RouterPath(route.path), method: route.method) { request, _ in
                let parameters = route.parameters(in: request.uri.path) ?? []
                do {
                    return Self.response(
                        try await route.handler(parameters, try await Self.body(of: request)),
                        type: "application/json")
                } catch let refusal as ControlRefusal {
                    throw Self.error(refusal.message, refusal.status)
                }
            }
        }
        router.get("health") { _, _ in
            Self.response(
                try Health(staleTopics: server.feed.staleTopics).json, type: "application/json")
        }
        router.get("metrics") { _, _ in
            let text = server.metrics.openMetrics(beside: try await beside.metrics())
            return Self.response(
                Array(text.utf8),
                type: "application/openmetrics-text; version=1.0.0; charset=utf-8")
        }
        router.get("truth") { request, _ in
            guard let topic = request.uri.queryParameters["topic"] else {
                throw Self.error("the query parameter \"topic\" is missing")
            }
            do {
                return Self.response(
                    try await server.truth(of: String(topic)), type: "application/json")
            } catch let error as FeedError {
                throw Self.error(error.description, .notFound)
            }
        }
        router.get("ledger") { request, _ in
            try await Self.ledger(of: server, request.uri.queryParameters["topic"].map(String.init))
        }
        router.post("ledger") { request, _ in
            let body = try await Self.body(of: request)
            do {
                try await server.noteFrames(
                    of: StrictJSON.decode(LedgerTopics.self, from: body).topics)
            } catch let error as StrictJSONError {
                throw Self.error("expected {\"topics\":[TOPIC, …]}: \(error)")
            } catch let error as FeedError {
                throw Self.error(error.description)
            }
            return Self.json(#"{"changed":true}"#)
        }
        router.post("pause") { _, _ in
            Self.json(#"{"changed":\#(try await server.pause())}"#)
        }
        router.post("resume") { _, _ in
            Self.json(#"{"changed":\#(try await server.resume())}"#)
        }
        router.post("scenario") { request, _ in
            let change = try Self.change(try await Self.body(of: request))
            do {
                try await server.change(scenario: change.scenario, rate: change.rate)
            } catch let error as FeedError {
                throw Self.error(error.description)
            }
            return Self.json(#"{"changed":true}"#)
        }
        router.post("faults") { request, _ in
            let body = try await Self.body(of: request)
            let plan = try Self.plan(body)
            try await server.setFaults(plan)
            beside.setFaults(plan)
            return Self.json(#"{"changed":true}"#)
        }
        return router
    }

    /// A change of the scenario, the rate or both; absent values stay as they
    /// are.
    private struct ScenarioChange: Decodable {
        var scenario: String?
        var rate: Int?

        private enum CodingKeys: String, CodingKey, CaseIterable { case scenario, rate }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownMembers(beside: CodingKeys.self)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            scenario = try values.decodeIfPresent(String.self, forKey: .scenario)
            rate = try values.decodeNumberIfPresent(
                Int.self, forKey: .rate, expected: "an integer, of updates a second")
        }
    }

    private struct LedgerTopics: Decodable {
        var topics: [String]

        private enum CodingKeys: String, CodingKey, CaseIterable { case topics }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownMembers(beside: CodingKeys.self)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            topics = try values.decode([String].self, forKey: .topics)
        }
    }

    /// How far the ledger has come, or the frames of one topic.
    private static func ledger(of server: EMServer, _ topic: String?) async throws -> Response {
        guard let progress = try await server.ledgerProgress() else {
            throw error("there is no ledger: POST /ledger begins one", .notFound)
        }
        guard let topic else {
            return response(
                Array(try JSONEncoder().encode(progress)), type: "application/json")
        }
        guard let frames = try await server.ledgerFrames(of: topic) else {
            throw error("the ledger does not have the topic \(topic)", .notFound)
        }
        return response(LedgerText.encode(frames), type: "text/csv")
    }

    private struct PresetName: Decodable {
        var preset: String?
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
                throw error("no such path \(path): use one of \(known)", .notFound)
            }
            guard methods.contains(request.method.rawValue) else {
                let needed = methods.joined(separator: " or ")
                throw error("\(path) requires \(needed), not \(request.method)", .methodNotAllowed)
            }
            return try await next(request, context)
        }
    }

    /// Decodes a plan, or `{"preset":NAME}`.
    private static func plan(_ body: [UInt8]) throws -> FaultPlan {
        do {
            guard let name = try StrictJSON.decode(PresetName.self, from: body).preset else {
                return try FaultPlan(json: body)
            }
            guard let plan = FaultPresets.named(name) else {
                let names = FaultPresets.all.map(\.name).joined(separator: ", ")
                throw error("no such preset \(name): use one of \(names)")
            }
            return plan
        } catch let error as StrictJSONError {
            throw Self.error("invalid fault plan: \(error)")
        } catch let error as FaultPlanError {
            throw Self.error(error.description)
        }
    }

    private static func change(_ body: [UInt8]) throws -> ScenarioChange {
        let change: ScenarioChange
        do {
            change = try StrictJSON.decode(ScenarioChange.self, from: body)
        } catch {
            throw Self.error("invalid change of scenario: \(error)")
        }
        guard change.scenario != nil || change.rate != nil else {
            throw error("a change of scenario needs \"scenario\", \"rate\" or both")
        }
        return change
    }

    private static func body(of request: Request) async throws -> [UInt8] {
        Array(buffer: try await request.body.collect(upTo: JSONBodies.bytesMax))
    }

    private static func json(_ text: String) -> Response {
        response(Array(text.utf8), type: "application/json")
    }

    private static func response(_ bytes: [UInt8], type: String) -> Response {
        Response(
            status: .ok, headers: [.contentType: type],
            body: ResponseBody(byteBuffer: ByteBuffer(bytes: bytes)))
    }

    private static func error(
        _ message: String, _ status: HTTPResponse.Status = .badRequest
    ) -> HTTPError {
        HTTPError(status, message: message)
    }
}

extension [ControlRoute] {
    /// The methods of the routes; `nil` if there are none.
    fileprivate var nonEmptyMethods: [String]? { isEmpty ? nil : map(\.method.rawValue) }
}
