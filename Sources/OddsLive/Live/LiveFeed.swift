import NIOPosix
import OddsClient
import OddsExperiments

/// The source of frames.
package enum LiveFeed {
    /// A client over a socket, with the topics that it is on.
    package struct SocketClient: Sendable {
        package var access: ClientConfiguration
        package var topics: [String]

        package init(_ access: ClientConfiguration, topics: [String]) {
            self.access = access
            self.topics = topics
        }
    }

    /// The WebSocket of a server. All clients are alike.
    case socket(ClientConfiguration)
    /// WebSockets of servers.
    case sockets([SocketClient])
    /// A server of SportRadar's wire. All clients are alike.
    case contents(LiveContents)
    /// A generator in this process, without a socket.
    case local(LocalFeed)

    typealias Clients = [(client: LiveClient, topics: [String])]

    /// The clients with their topics, and the threads created for them.
    func clients(_ plan: LivePlan) async throws -> (Clients, MultiThreadedEventLoopGroup?) {
        let topics = LiveClients.topics(plan.channels)
        switch self {
        case .local(let feed): return ([(.topics(feed), topics)], nil)
        case .socket(let configuration):
            let client = SocketClient(configuration, topics: topics)
            return try Self.clients(Array(repeating: client, count: plan.clients), plan)
        case .sockets(let clients): return try Self.clients(clients, plan)
        case .contents(let contents): return try await contents.clients(plan)
        }
    }

    private static func clients(
        _ clients: [SocketClient], _ plan: LivePlan
    ) throws -> (Clients, MultiThreadedEventLoopGroup?) {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: plan.threads)
        let made = try clients.map { client in
            do throws(ClientError) {
                let socket = try EMWebSocketClient(plan.client(client.access), on: group.next())
                return (LiveClient.topics(socket), client.topics)
            } catch {
                throw ExperimentFailure(error, of: client.access.url)
            }
        }
        return (made, group)
    }

    /// The server's, for messages.
    var address: String {
        switch self {
        case .local: "the generator in this process"
        case .socket(let configuration): configuration.url
        case .contents(let contents): contents.endpoint.url
        case .sockets(let clients):
            clients.map(\.access.url).reduce(into: [String]()) { urls, url in
                if !urls.contains(url) { urls.append(url) }
            }.joined(separator: ", ")
        }
    }
}
