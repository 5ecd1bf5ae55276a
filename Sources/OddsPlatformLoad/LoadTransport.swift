import ServicesProvider

/// The connections that all players of a run share.
enum LoadTransport {
    /// Runs `body` over connections that end with it.
    static func run<Value: Sendable>(
        connections: Int, _ body: (any HTTPTransport) async throws -> Value
    ) async throws -> Value {
        var configuration = AsyncHTTPTransport.Configuration()
        configuration.connectionsPerHost = connections
        let transport = AsyncHTTPTransport(configuration)
        do {
            let value = try await body(transport)
            await transport.shutDown()
            return value
        } catch {
            await transport.shutDown()
            throw error
        }
    }
}
