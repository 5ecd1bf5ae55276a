import Foundation
import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import OddsJSON
import OddsPlatform

/// Runs the handlers of routes: injects faults before and after them, renders refusals,
/// and counts.
struct Exchange: Sendable {
    /// `nil` where there are no accounts.
    let platform: Platform?
    let faults: PlatformFaults
    let counts: RequestCounts
    let refusals: RefusalBody
    let deadlines: BodyDeadlines
    let bodyTimeLimit: Duration

    /// Why no answer is sent: the connection has been closed in its place.
    private struct Cut: Error {}

    /// Answers a request by its handler.
    func answer(
        _ request: Request, _ context: PlatformContext, route: String,
        _ handler: @Sendable (PlatformRequest) async throws(Refusal) -> Reply
    ) async throws -> Response {
        let path = request.uri.path
        let asked = PlatformRequest(
            request, context, deadlines, bodyTimeLimit: bodyTimeLimit)
        if let rule = faults.strikes(.httpDelay, path) {
            try await Task.sleep(for: .milliseconds(rule.milliseconds ?? 100))
        }
        var reply: Reply
        do {
            try asked.refuseZero()
            try await refuseByFault(asked, path)
            reply = try await handler(asked)
        } catch {
            reply = .json(refusals.answer(error, RefusalBody.Shape(path: path)))
        }
        counts.add(request.method.rawValue, route, reply.status)
        if faults.strikes(.httpCut, path) != nil {
            try? await context.channel.close()
            throw Cut()
        }
        if faults.strikes(.httpGarbage, path) != nil { reply.truncate() }
        return reply.response
    }

    private func refuseByFault(
        _ request: PlatformRequest, _ path: String
    ) async throws(Refusal) {
        if let rule = faults.strikes(.httpStatus, path) {
            throw Refusal(rule.status ?? 503, nil, "a fault of the plan")
        }
        if path.hasSuffix("/login"), faults.strikes(.refuseLogin, path) != nil {
            throw Refusal(403, "GmErr_USER_AUTH_FAILED", "Wrong name or password")
        }
        let (session, token) = (request.anySession, request.launchToken)
        guard session != nil || token != nil, faults.strikes(.sessionExpiry, path) != nil else {
            return
        }
        if let session { try await platform?.expire(session: session) }
        if let token { try await platform?.expire(launchToken: token) }
    }
}

/// What a handler answers with.
enum Reply: Sendable {
    /// JSON, or nothing.
    case json(Answer)
    /// A page or a stream.
    case other(Response)

    /// JSON with status 200.
    static func ok(_ value: JSONValue) -> Reply { .json(Answer(status: 200, body: value.json)) }

    /// No content.
    static var empty: Reply { .json(Answer(status: 204, body: [])) }

    var status: Int {
        switch self {
        case .json(let answer): answer.status
        case .other(let response): response.status.code
        }
    }

    /// Drops the second half of JSON.
    mutating func truncate() {
        guard case .json(var answer) = self else { return }
        answer.body.removeLast(answer.body.count - answer.body.count / 2)
        self = .json(answer)
    }

    var response: Response {
        switch self {
        case .other(let response): response
        case .json(let answer) where answer.body.isEmpty:
            Response(status: HTTPResponse.Status(code: answer.status))
        case .json(let answer):
            Response(
                status: HTTPResponse.Status(code: answer.status),
                headers: [.contentType: "application/json"],
                body: ResponseBody(byteBuffer: ByteBuffer(bytes: answer.body)))
        }
    }
}
