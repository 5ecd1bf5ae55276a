import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import OddsPlatform
import OddsServer
import ServiceLifecycle

/// Makes the HTTP servers of ports.
struct PortServer: Sendable {
    let configuration: PlatformConfiguration
    let refusals: RefusalBody
    /// Takes the bodies of requests.
    let memory: @Sendable (_ change: Int) -> Bool
    let logger: Logger

    /// The server of a port.
    ///
    /// - Parameters:
    ///   - name: What it serves, in words.
    ///   - contents: What the port has the socket of, if it has one.
    ///   - running: Called with the port once it is bound.
    func service(
        _ name: String, _ table: RouteTable, port: Int, contents: EMServer? = nil,
        running: @escaping @Sendable (_ port: Int) async -> Void
    ) -> any Service {
        let (http, memory, refusals) = (http, memory, refusals)
        let refusal: FilteredHTTPChannel.Refusal = { words, path in
            let refusal = Refusal(400, nil, words)
            return .init(
                type: "application/json",
                bytes: refusals.answer(refusal, RefusalBody.Shape(path: path)).body)
        }
        let builder = HTTPServerBuilder { responder in
            guard let contents else {
                return FilteredHTTPChannel(
                    configuration: http, memory: memory, refusal: refusal, responder: responder)
            }
            return ContentChannel(
                contents, configuration: http, refusal: refusal, responder: responder)
        }
        return ListeningService(
            name, host: configuration.host, port: port,
            application(table, builder, port, running))
    }

    private var http: HTTP1Channel.Configuration {
        let limits = PlatformConfiguration.self
        let headTimeLimit = configuration.headTimeLimit
        return HTTP1Channel.Configuration(
            additionalChannelHandlers: [RequestDeadlineHandler(headTimeLimit)],
            idleTimeout: .seconds(limits.idleSecondsMax),
            httpDecoderConfiguration: .init(
                maxHeaderFieldSize: limits.headerBytesMax,
                maxHeaderListSize: limits.headerBytesMax,
                maxHeaderFieldCount: limits.headerFieldsMax))
    }

    private func application(
        _ table: RouteTable, _ builder: HTTPServerBuilder, _ port: Int,
        _ running: @escaping @Sendable (_ port: Int) async -> Void
    ) -> some Service {
        Application(
            router: table.router, server: builder,
            configuration: ApplicationConfiguration(
                address: .hostname(configuration.host, port: port),
                availableConnectionsDelegate: .maximum(
                    configuration.connectionsMax, logger: logger)),
            onServerRunning: { await running($0.localAddress?.port ?? 0) },
            logger: logger)
    }

    /// The base URL of a port.
    ///
    /// - Parameter contents: as in `service`.
    static func url(_ host: String, _ port: Int, contents: EMServer? = nil) -> String {
        let scheme = contents?.configuration.certificate == nil ? "http" : "https"
        return "\(scheme)://\(ServerConfiguration.authority(host, port: port))"
    }
}
