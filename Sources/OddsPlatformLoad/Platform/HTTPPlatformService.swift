import Foundation
import OddsExperiments
import ServicesProvider

/// A service in another process, with the control interface of the simulator.
package struct HTTPPlatformService: PlatformService {
    package let playerURL: String
    package let oddsURL: String?
    package let process: Int32?
    private let control: String
    private let token: String?
    private let transport: any HTTPTransport

    /// Hashing the passwords of some hundred players takes a while at a high cost.
    private static let timeLimit = Duration.seconds(300)

    /// - Parameters:
    ///   - playerURL: The base URL of accounts.
    ///   - oddsURL: That of bets, if any are placed.
    ///   - control: That of the control interface.
    ///   - token: What control requires, if it requires any.
    ///   - process: The service's process, if this one started it.
    ///   - transport: Sends the requests of control.
    package init(
        playerURL: String, oddsURL: String? = nil, control: String, token: String? = nil,
        process: Int32? = nil,
        transport: any HTTPTransport
    ) {
        self.playerURL = playerURL
        self.oddsURL = oddsURL
        self.control = control
        self.token = token
        self.process = process
        self.transport = transport
    }

    package func makePlayers(_ count: Int, balance: String) async throws -> [PlayerAccount] {
        let body = #"{"count":\#(count),"balance":"\#(balance)"}"#
        return try await ask(Players.self, .post, "/players", body).players
    }

    package func expireSessions() async throws -> Int {
        try await ask(Expired.self, .post, "/sessions/expire", "{}").expired
    }

    package func endFaults() async throws {
        _ = try await send(.post, "/faults", #"{"preset":"none"}"#)
    }

    package func checkLedger() async throws -> LedgerAnswer {
        try await ask(LedgerAnswer.self, .get, "/ledger/check")
    }

    package func counts() async throws -> ServiceCounts {
        ServiceCounts(
            openMetrics: String(decoding: try await send(.get, "/metrics"), as: UTF8.self))
    }

    private struct Players: Decodable {
        let players: [PlayerAccount]
    }

    private struct Expired: Decodable {
        let expired: Int
    }

    private func ask<Value: Decodable>(
        _ type: Value.Type, _ method: HTTPRequestMethod, _ path: String, _ body: String? = nil
    ) async throws -> Value {
        let answer = try await send(method, path, body)
        do {
            return try JSONDecoder().decode(type, from: Data(answer))
        } catch {
            throw ExperimentFailure(
                .childDied, "the service's control answers \(path) with what cannot be read")
        }
    }

    private func send(
        _ method: HTTPRequestMethod, _ path: String, _ body: String? = nil
    ) async throws -> [UInt8] {
        var headers = [(name: "Content-Type", value: "application/json")]
        if let token { headers.append(("Authorization", "Bearer \(token)")) }
        let request = HTTPTransportRequest(
            method: method, url: control + path, headers: headers,
            body: body.map { Array($0.utf8) }, timeLimit: Self.timeLimit)
        let response: HTTPTransportResponse
        do {
            response = try await transport.send(request)
        } catch {
            throw ExperimentFailure(
                .unavailable, "the service's control does not answer \(path): \(error.reason)")
        }
        guard 200...299 ~= response.status else {
            let text = String(decoding: response.body, as: UTF8.self)
            throw ExperimentFailure(
                .unavailable, "the service's control refuses \(path): \(response.status) \(text)")
        }
        return response.body
    }
}
