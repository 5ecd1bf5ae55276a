import NIOCore
import NIOPosix
import NIOSSL

/// The ends of TLS that no program here has: a server that speaks nothing on it, and a client
/// of any version.
enum TLSListener {
    static func roots() throws -> NIOSSLTrustRoots {
        .certificates(
            try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8)))
    }

    /// Runs a server of the test's certificate.
    static func run(
        _ edit: (inout TLSConfiguration) -> Void, _ body: (_ url: String) async throws -> Void
    ) async throws {
        let chain = try NIOSSLCertificate.fromPEMBytes(Array(TestCertificate.certificate.utf8))
        let key = try NIOSSLPrivateKey(bytes: Array(TestCertificate.key.utf8), format: .pem)
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        edit(&configuration)
        let context = try NIOSSLContext(configuration: configuration)
        let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(
                        NIOSSLServerHandler(context: context))
                }
            }
            .bind(host: "127.0.0.1", port: 0).get()
        do {
            try await body("wss://127.0.0.1:\(server.localAddress?.port ?? 0)/v2")
        } catch {
            try await server.close()
            throw error
        }
        try await server.close()
    }

    /// True if a client agrees on TLS with the server at a port, and gets an answer.
    static func agrees(_ configuration: TLSConfiguration, with port: Int) async throws -> Bool {
        let context = try NIOSSLContext(configuration: configuration)
        let loop = MultiThreadedEventLoopGroup.singleton.next()
        let outcome = loop.makePromise(of: Bool.self)
        let channel = try await ClientBootstrap(group: loop)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers(
                        NIOSSLClientHandler(context: context, serverHostname: nil),
                        Outcome(outcome))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
        let agrees = try await outcome.futureResult.get()
        try? await channel.close()
        return agrees
    }

    private final class Outcome: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let outcome: EventLoopPromise<Bool>

        init(_ outcome: EventLoopPromise<Bool>) { self.outcome = outcome }

        func channelActive(context: ChannelHandlerContext) {
            let request = ByteBuffer(string: "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
            context.writeAndFlush(NIOAny(request), promise: nil)
        }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) { outcome.succeed(true) }

        func errorCaught(context: ChannelHandlerContext, error: any Error) {
            context.close(promise: nil)
        }

        func channelInactive(context: ChannelHandlerContext) { outcome.succeed(false) }
    }
}
