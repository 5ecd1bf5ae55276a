import Foundation
import Logging
import NIOCore
import ServiceLifecycle

/// Why a server cannot listen, in words for who chose its address.
package struct ListeningError: Error, Equatable, Sendable, CustomStringConvertible {
    package let description: String

    /// The system's own words, with advice where there is some.
    ///
    /// - Parameters:
    ///   - name: What would be served.
    ///   - error: What binding has thrown.
    package init(_ name: String, host: String, port: Int, _ error: any Error) {
        let authority = ServerConfiguration.authority(host, port: port)
        description = "cannot serve \(name) on \(authority): \(Self.words(for: error))"
    }

    private static func words(for error: any Error) -> String {
        switch error {
        case let error as IOError where error.errnoCode == EADDRINUSE:
            "the port is in use: choose another, or 0 for any that is free"
        case let error as IOError where error.errnoCode == EADDRNOTAVAIL:
            "no interface of this machine has that address"
        case let error as IOError: String(cString: strerror(error.errnoCode))
        case is SocketAddressError.UnknownHost: "there is no such host"
        default: "\(error)"
        }
    }
}

/// A server that names its port when it cannot serve.
package struct ListeningService: Service {
    private let name: String
    private let host: String
    private let port: Int
    private let server: any Service

    /// - Parameter name: What is served.
    package init(_ name: String, host: String, port: Int, _ server: any Service) {
        self.name = name
        self.host = host
        self.port = port
        self.server = server
    }

    /// - Throws: `ListeningError`.
    package func run() async throws {
        do {
            try await server.run()
        } catch let error where !(error is CancellationError) {
            throw ListeningError(name, host: host, port: port, error)
        }
    }
}

extension ServiceGroupConfiguration {
    /// Services that are shut down as ever when one of them fails, and not cancelled: what they
    /// have accepted is served, or told that it is not.
    package init(ending services: [any Service], logger: Logger) {
        self.init(
            services: services.map {
                .init(service: $0, failureTerminationBehavior: .gracefullyShutdownGroup)
            }, logger: logger)
    }
}
