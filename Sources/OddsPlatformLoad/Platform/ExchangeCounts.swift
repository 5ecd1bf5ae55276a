import NIOConcurrencyHelpers
import ServicesProvider

/// What all players' exchanges came to, by the client's own count.
final class ExchangeCounts: Sendable {
    struct Lost: Hashable, Sendable {
        let route: ServiceRoute
        let reason: String
    }

    struct Counts: Sendable {
        var answers: [ServiceCounts.Answer: Int] = [:]
        var lost: [Lost: Int] = [:]
        /// Logins that players asked for and that were answered with a session, by player.
        var logins: [Int: Int] = [:]
        /// Logins by which the library renewed a session, by player.
        var refreshes: [Int: Int] = [:]
        /// What was asked for, once for each exchange that it takes if nothing goes wrong.
        var asked: [ServiceRoute: Int] = [:]

        var loginCount: Int { logins.values.reduce(0, +) }
        var refreshCount: Int { refreshes.values.reduce(0, +) }

        /// Exchanges that repeated an earlier one.
        var repeated: Int {
            asked.reduce(0) { sum, asked in
                let sent = answers.filter { $0.key.route == asked.key }.values.reduce(0, +)
                    + lost.filter { $0.key.route == asked.key }.values.reduce(0, +)
                return sum + max(sent - asked.value, 0)
            }
        }

        /// Exchanges that were refused for their session.
        var refused: Int {
            answers.filter { [401, 403].contains($0.key.status) && $0.key.route != .login }
                .values.reduce(0, +)
        }
    }

    /// Whether the present task logs in because a player asks for it.
    @TaskLocal static var isLoginAskedFor = false

    private let state = NIOLockedValueBox(Counts())

    var counts: Counts { state.withLockedValue { $0 } }

    /// Notes that something is asked for of which repetitions are counted.
    func noteAsked(_ route: ServiceRoute) {
        state.withLockedValue { $0.asked[route, default: 0] += 1 }
    }

    func noteAnswer(_ route: ServiceRoute, status: Int, player: Int) {
        let isAskedFor = Self.isLoginAskedFor
        state.withLockedValue { counts in
            counts.answers[.init(route: route, status: status), default: 0] += 1
            guard route == .login, 200...299 ~= status else { return }
            if isAskedFor {
                counts.logins[player, default: 0] += 1
            } else {
                counts.refreshes[player, default: 0] += 1
            }
        }
    }

    func noteLoss(_ route: ServiceRoute, _ kind: HTTPTransportError.Kind) {
        state.withLockedValue { $0.lost[Lost(route: route, reason: "\(kind)"), default: 0] += 1 }
    }
}

/// The way of one player's requests: over the connections of all, and counted.
struct PlayerTransport: HTTPTransport {
    let shared: any HTTPTransport
    let counts: ExchangeCounts
    /// The position of the player.
    let player: Int

    func send(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> HTTPTransportResponse {
        let route = ServiceRoute(request)
        do throws(HTTPTransportError) {
            let response = try await shared.send(request)
            counts.noteAnswer(route, status: response.status, player: player)
            return response
        } catch {
            counts.noteLoss(route, error.kind)
            throw error
        }
    }

    func open(
        _ request: HTTPTransportRequest
    ) async throws(HTTPTransportError) -> (
        head: HTTPTransportResponse, pieces: AsyncThrowingStream<[UInt8], any Error>
    ) { try await shared.open(request) }

    /// The connections are those of other players, too.
    func shutDown() async {}
}
