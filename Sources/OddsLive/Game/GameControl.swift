import Foundation
import OddsExperiments
import OddsResults

/// The control interface of the server of the page.
struct GameControl: Sendable {
    private let requests: ControlRequests

    /// What the server has of a world.
    struct World: Decodable {
        /// Updates that it has sent.
        let sent: Int
        /// Of all its odds.
        let digest: String
        let matches: [Match]
        /// From when updates were due until they were written to the socket, since the world was
        /// made.
        let lateness: PageHistogram
        /// The number of times that its stream began again, as the server had stood still for
        /// too long.
        let restarts: Int
        /// The ends of its sockets.
        let closes: [Close]

        struct Match: Decodable {
            let matchID: Int
            let teamAOdds: Double
            let teamBOdds: Double
        }

        struct Close: Decodable {
            let code: Int
        }

        /// How often the server has given up a page that was too far behind.
        var closesOfSlowPages: Int { closes.count { $0.code == 1_013 } }
    }

    /// The reason why nothing counts that was measured of some worlds between two moments, as
    /// updates that were due are missing where a stream began again; `nil` if none did.
    static func fault(from before: [World], to after: [World]) -> String? {
        let count = zip(before, after).reduce(0) { $0 + $1.1.restarts - $1.0.restarts }
        return count == 0
            ? nil
            : """
            the server stood still for so long that it began \
            \(FigureFormat.counted(count, "stream")) anew: the machine is too busy
            """
    }

    init(_ url: String) throws { requests = try ControlRequests(url, of: "the game server") }

    /// - Throws: `ExperimentFailure` if it does not answer, or with what cannot be read.
    func world(_ id: GameWorldID) async throws -> World {
        let json = try await requests.get(
            "control/\(id)", query: [URLQueryItem(name: "messages", value: "0")])
        do {
            return try JSONDecoder().decode(World.self, from: json)
        } catch {
            throw ExperimentFailure(
                .childDied,
                "the game server's control cannot be read: \(DecodingReason.text(error))")
        }
    }

    func pause(_ id: GameWorldID) async throws {
        _ = try await requests.post("control/\(id)", #"{"stream":"pause"}"#)
    }

    func resume(_ id: GameWorldID) async throws {
        _ = try await requests.post("control/\(id)", #"{"stream":"run"}"#)
    }
}

/// The name of a world: 128 random bits.
struct GameWorldID: Hashable, Sendable, CustomStringConvertible {
    let description: String

    /// Another one at each call: worlds are not shared.
    static func random() -> GameWorldID {
        var random = SystemRandomNumberGenerator()
        let digits = (0..<32).map { _ in
            String(UInt8.random(in: 0..<16, using: &random), radix: 16)
        }
        return GameWorldID(description: digits.joined())
    }
}
