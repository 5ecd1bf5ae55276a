import Foundation
import Hummingbird

// Feeds whose world is elsewhere.
extension ControlServer {
    /// Refuses what only a world of this process can do.
    struct ElsewhereRefusals: RouterMiddleware {
        func handle(
            _ request: Request, context: ControlContext,
            next: (Request, ControlContext) async throws -> Response
        ) async throws -> Response {
            do {
                return try await next(request, context)
            } catch let error as ElsewhereError {
                throw HTTPError(.conflict, message: error.description)
            }
        }
    }

    /// The answer to `/health`: names the first topics that may no longer be current.
    struct Health: Encodable {
        let status: String
        var staleTopicCount: Int?
        var staleTopics: [String]?

        /// More are only counted.
        static let staleTopicsMax = 100

        init(staleTopics: [String]) {
            status = staleTopics.isEmpty ? "ok" : "stale"
            guard !staleTopics.isEmpty else { return }
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
