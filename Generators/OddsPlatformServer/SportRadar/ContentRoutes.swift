import HTTPTypes
import OddsJSON
import OddsPlatform
import OddsServer
import OddsTraffic

/// The requests about contents, and what a request for their socket is told that is no
/// handshake.
struct ContentRoutes {
    /// `nil` if there is no world.
    let contents: EMServer?
    let table: RouteTable

    private static let base = "/services/content"

    func add() {
        let contents = contents
        table.add(.post, Self.base + "/subscribe") { request throws(Refusal) in
            let asked = try ContentRequestBody(try await request.object())
            let subscriber = try asked.subscriber
            try await Self.refusing {
                try await Self.world(contents).subscribe(subscriber, to: asked.content)
            }
            return .ok([:])
        }
        table.add(.post, Self.base + "/unsubscribe") { request throws(Refusal) in
            let asked = try ContentRequestBody(try await request.object())
            let subscriber = try asked.subscriber
            try await Self.refusing {
                try await Self.world(contents).unsubscribe(subscriber, from: asked.content)
            }
            return .ok([:])
        }
        table.add(.post, Self.base + "/get") { request throws(Refusal) in
            try await Self.get(request, contents)
        }
        table.add(.get, EMServer.contentSocketPath) { request throws(Refusal) in
            let reason = contents?.contentSocketRefusal(origin: request.header(.origin))
            throw Refusal(
                reason == nil ? 426 : 403, nil,
                reason ?? "\(request.path) is a WebSocket: connect with a handshake")
        }
    }

    /// A content that is not there is an answer like any other, with status 200.
    private static func get(
        _ request: PlatformRequest, _ contents: EMServer?
    ) async throws(Refusal) -> Reply {
        let reader = try await request.object()
        let found: (data: [UInt8], version: UInt64)
        do throws(Refusal) {
            let asked = try ContentRequestBody(reader)
            found = try await refusing {
                try await world(contents).content(asked.content)
            }
        } catch let refusal where refusal.status == 400 && refusal.code != nil {
            return .ok(RefusalBody.content(refusal))
        }
        let body =
            Array(#"{"data":"#.utf8) + found.data + Array(#","version":\#(found.version)}"#.utf8)
        return .json(Answer(status: 200, body: body))
    }

    private static func world(_ contents: EMServer?) throws -> EMServer {
        guard let contents else { throw ContentRefusal.stopping }
        return contents
    }

    private static func refusing<Answer>(
        _ body: () async throws -> Answer
    ) async throws(Refusal) -> Answer {
        do {
            return try await body()
        } catch let refusal as ContentRefusal {
            throw Refusal(refusal)
        } catch {
            throw Refusal(503, nil, "\(error)")
        }
    }
}

/// What a request about a content says.
private struct ContentRequestBody {
    let content: ContentName
    private let reader: JSONReader

    /// - Throws: 400 for a body of another shape, or an unknown type.
    init(_ reader: JSONReader) throws(Refusal) {
        self.reader = reader
        let name = try reader.object("contentId")
        let type = try name.text("type")
        let id: String
        switch name.optional("id") {
        case nil: id = ""
        case .number(let text): id = text
        default: id = try name.text("id")
        }
        do throws(ContentError) {
            content = try ContentName(type: type, id: id)
        } catch {
            throw Refusal(ContentRefusal.content(error))
        }
    }

    var subscriber: String {
        get throws(Refusal) { try reader.text("subscriberId") }
    }
}

extension Refusal {
    fileprivate init(_ refusal: ContentRefusal) {
        var members: [JSONMember] = []
        if case .unknownSubscriber(let id) = refusal {
            members = [JSONMember("data", [.string(id)])]
        }
        self.init(refusal.status, refusal.errorType, refusal.description, members: members)
    }
}

extension RefusalBody {
    /// The answer for a refusal of a request about contents.
    func contentAnswer(_ refusal: Refusal) -> Answer {
        count(refusal, .content)
        return Answer(status: refusal.status, body: Self.content(refusal).json)
    }

    /// Its body. What has got to no handler is called as its HTTP status is.
    fileprivate static func content(_ refusal: Refusal) -> JSONValue {
        let name = refusal.code ?? statusNames[refusal.status] ?? "HTTP_\(refusal.status)"
        return .object(
            [
                JSONMember("errorType", .string(name)),
                JSONMember("message", .string(refusal.message)),
            ] + refusal.members)
    }

    private static let statusNames = [
        400: "BAD_REQUEST", 403: "FORBIDDEN", 404: "NOT_FOUND", 405: "METHOD_NOT_ALLOWED",
        408: "REQUEST_TIMEOUT", 413: "BODY_TOO_LARGE", 415: "UNSUPPORTED_MEDIA_TYPE",
        426: "UPGRADE_REQUIRED", 503: "SERVICE_UNAVAILABLE",
    ]
}
