import HummingbirdCore
import Logging
import NIOCore
import NIOHTTPTypes
import Synchronization

/// A connection of HTTP/1 that has been accepted. It is closed if nobody serves it, as when
/// its server ends in the meantime: NIO ends the process for an asynchronous channel that is
/// dropped.
package final class HTTPConnection: ServerChildChannelValue {
    private let parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>
    private let isServed = Atomic(false)

    /// - Parameter parts: What goes over it.
    package init(_ parts: NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>) {
        self.parts = parts
    }

    /// Makes a connection of a channel whose handlers have been added.
    package convenience init(wrappingSynchronously channel: any Channel) throws {
        self.init(
            try NIOAsyncChannel(
                wrappingChannelSynchronously: channel,
                configuration: .init(isOutboundHalfClosureEnabled: true)))
    }

    deinit {
        guard !isServed.load(ordering: .relaxed) else { return }
        Task { [parts] in try? await parts.executeThenClose { _, _ in } }
    }

    /// Its channel.
    package var channel: any Channel { parts.channel }

    /// Serves it until it ends.
    package func serve(by http: HTTP1Channel, _ logger: Logger) async {
        isServed.store(true, ordering: .relaxed)
        await http.handle(value: parts, logger: logger)
    }
}
