import Foundation
import HTTPTypes
import Hummingbird
import OddsServer

/// Turns whatever a handler throws into `{"error":"…"}`, and counts it.
struct RefusalAnswers: RouterMiddleware {
    let worlds: GameWorlds
    /// The requests that there are.
    let known: KnownRequests

    func handle(
        _ request: Request, context: GameContext,
        next: (Request, GameContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let refusal as Refusal {
            return await answer(refusal, to: request)
        } catch let error as any HTTPResponseError {
            return await answer(refusal(error, request), to: request)
        } catch let cut as Cut {
            await worlds.note(.fault)
            throw cut
        } catch {
            return await answer(
                Refusal(.failure, "the request failed: \(error)"), to: request)
        }
    }

    private func answer(_ refusal: Refusal, to request: Request) async -> Response {
        await worlds.note(refusal.reason)
        var response = Response.json(GameJSON.error(refusal.message), status: refusal.status)
        if refusal.status == .upgradeRequired {
            response.headers[.upgrade] = "websocket"
        }
        if !refusal.allowedMethods.isEmpty {
            response.headers[.allow] = refusal.allowedMethods.joined(separator: ", ")
        }
        // Answers that end with their heads, of which control may order those by status: a body
        // would be read as the beginning of the next answer.
        let isHead =
            request.method == .head || [.noContent, .notModified].contains(refusal.status)
        return isHead ? response.createHeadResponse() : response
    }

    /// For what Hummingbird refuses.
    private func refusal(_ error: any HTTPResponseError, _ request: Request) -> Refusal {
        switch error.status {
        case .contentTooLarge:
            Refusal(
                .tooLarge, "the body is too large: send at most \(GameRoutes.bodyBytesMax) bytes")
        case .notFound:
            known.refusal(of: request.head, path: request.uri.path)
        default:
            Refusal(.failure, "the request failed: \(error)", status: error.status)
        }
    }
}

/// Why no answer is sent: the connection has been closed in its place.
struct Cut: Error {}

/// Refuses what web pages of others may have sent.
struct OwnPagesOnly: RouterMiddleware {
    let ownPages: OwnPages

    func handle(
        _ request: Request, context: GameContext,
        next: (Request, GameContext) async throws -> Response
    ) async throws -> Response {
        let authority = request.head.authority ?? ""
        if let words = ownPages.refusal(authority: authority, port: context.port)
            ?? ownPages.refusal(origin: request.headers[.origin], authority: authority)
        {
            throw Refusal(.foreign, words)
        }
        return try await next(request, context)
    }
}
