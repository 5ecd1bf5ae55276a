import Foundation
import Hummingbird

extension ControlServer {
    /// Answers with the reason and the status of a refusal.
    struct Refusals: RouterMiddleware {
        func handle(
            _ request: Request, context: ControlContext,
            next: (Request, ControlContext) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch let refusal as ControlRefusal {
                let methods = refusal.allowedMethods.joined(separator: ", ")
                throw HTTPError(
                    refusal.status, headers: methods.isEmpty ? [:] : [.allow: methods],
                    message: refusal.message)
            }
        }
    }

    /// The answer to `/health`: names the first topics that may no longer be current, or what
    /// else is wrong.
    struct Health: Encodable {
        let status: String
        var reason: String?
        var staleTopicCount: Int?
        var staleTopics: [String]?

        /// More are only counted.
        static let staleTopicsMax = 100

        init(staleTopics: [String]?, fault: String?) {
            status = staleTopics != nil ? "stale" : fault != nil ? "degraded" : "ok"
            reason = fault
            guard let staleTopics else { return }
            staleTopicCount = staleTopics.count
            self.staleTopics = Array(staleTopics.prefix(Self.staleTopicsMax))
        }

        var json: [UInt8] {
            get throws {
                let encoder = JSONEncoder()
                encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
                return Array(try encoder.encode(self))
            }
        }
    }
}
