import Foundation

/// Places several tickets at the same time, each by a request of its own.
enum TicketPlacing {
    private static let ticketsMax = 1_000
    private static let keyLengthMax = 60

    /// The key of a call.
    ///
    /// - Throws: `invalidRequestFormat` for what a header cannot carry.
    static func key(_ options: PlaceBetsOptions) throws(ServiceProviderError) -> String {
        guard let key = options.idempotencyKey, key.utf8.count <= keyLengthMax else {
            return UUID().uuidString
        }
        guard IdempotencyKey.isKey(key, lengthMax: keyLengthMax) else {
            throw .invalidRequestFormat
        }
        return key
    }

    /// The key of a ticket.
    ///
    /// - Parameter number: The ticket's number within the call, from 0.
    static func key(_ key: String, ofTicket number: Int) -> String { "\(key).\(number)" }

    /// - Throws: `invalidRequestFormat` for a number of tickets that is none of a call.
    static func check(_ tickets: [BetTicket]) throws(ServiceProviderError) {
        guard (1...ticketsMax).contains(tickets.count) else { throw .invalidRequestFormat }
    }

    /// Places all.
    ///
    /// - Parameter place: Sends one request under its key.
    /// - Throws: The error of the first one if none was placed.
    static func place<Request: Sendable>(
        _ requests: [Request], key: String,
        _ place:
            @escaping @Sendable (
                Request, _ key: String
            ) async -> Result<PlacedBet, ServiceProviderError>
    ) async throws(ServiceProviderError) -> PlacedBetsResponse {
        let results = await withTaskGroup { group in
            for (number, request) in requests.enumerated() {
                group.addTask { (number, await place(request, Self.key(key, ofTicket: number))) }
            }
            return await group.reduce(
                into: [Result<PlacedBet, ServiceProviderError>](
                    repeating: .failure(.cancelled), count: requests.count)
            ) { $0[$1.0] = $1.1 }
        }
        let response = PlacedBetsResponse(results: results, idempotencyKey: key)
        if response.bets.isEmpty { _ = try results[0].get() }
        return response
    }
}
