import NIOCore
import NIOPosix

/// A resolver of a name whose addresses are known.
struct KnownAddresses: Resolver, Sendable {
    private let addresses: [String]
    private let loop: any EventLoop

    /// - Parameter addresses: numeric ones, in the order in which those of a family are tried.
    init(_ addresses: [String], on loop: any EventLoop) {
        self.addresses = addresses
        self.loop = loop
    }

    func initiateAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        query(.inet, port)
    }

    func initiateAAAAQuery(host: String, port: Int) -> EventLoopFuture<[SocketAddress]> {
        query(.inet6, port)
    }

    func cancelQueries() {}

    private func query(
        _ family: NIOBSDSocket.ProtocolFamily, _ port: Int
    ) -> EventLoopFuture<[SocketAddress]> {
        loop.makeCompletedFuture {
            try addresses.map { try SocketAddress(ipAddress: $0, port: port) }
                .filter { $0.protocol == family }
        }
    }
}
