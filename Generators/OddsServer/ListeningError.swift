import Foundation
import NIOCore

/// Why a server cannot listen, in words for who chose its address.
package enum ListeningError {
    /// The system's own words, with advice where there is some.
    ///
    /// - Parameter error: What binding has thrown.
    package static func words(for error: any Error) -> String {
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
