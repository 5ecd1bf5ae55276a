import HummingbirdCore
import Logging
import NIOCore
import OddsWebSocket

/// Connections of a port that has nothing but HTTP/1, whose requests pass a `RequestFilter`.
package struct FilteredHTTPChannel: ServerChildChannel {
    /// The content of a refusal.
    package typealias Refusal = @Sendable (
        _ words: String, _ path: String
    ) -> RequestFilter.Content

    private let http: HTTP1Channel
    private let memory: RequestFilter.Memory
    private let refusal: Refusal

    /// - Parameters:
    ///   - configuration: The limits of requests.
    ///   - memory: Takes the bodies of requests.
    ///   - refusal: What the filter refuses, in the words of this server.
    ///   - responder: Answers the requests.
    package init(
        configuration: HTTP1Channel.Configuration, memory: @escaping RequestFilter.Memory,
        refusal: @escaping Refusal,
        responder: @escaping HTTPChannelHandler.Responder
    ) {
        http = HTTP1Channel(responder: responder, configuration: configuration)
        self.memory = memory
        self.refusal = refusal
    }

    /// Sets up a connection.
    package func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTPConnection> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { parts in
            let connection = HTTPConnection(parts)
            try channel.pipeline.syncOperations.addRequestFilter(
                RequestFilter(memory: memory, content: refusal))
            return connection
        }
    }

    /// Serves a connection until it ends.
    package func handle(value: HTTPConnection, logger: Logger) async {
        await value.serve(by: http, logger)
    }
}
