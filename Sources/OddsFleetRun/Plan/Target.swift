import Foundation

/// Where clients connect: the address of an edge's WebSocket.
package struct Target: Hashable, Sendable, CustomStringConvertible {
    /// As it was written.
    package let url: String
    /// A name, or an address without brackets.
    package let host: String
    package let port: Int
    package let isSecure: Bool

    package static let bytesMax = 512

    /// - Throws: `FleetDocumentError` unless it is `ws://HOST[:PORT][/PATH]`, or the same with
    ///   `wss`, without a user, a query or a fragment.
    package init(_ url: String) throws(FleetDocumentError) {
        let shown = FleetDocumentError.excerpt(url)
        guard url.utf8.count <= Self.bytesMax, let parts = URLComponents(string: url),
            let scheme = parts.scheme, ["ws", "wss"].contains(scheme), let host = parts.host,
            !host.isEmpty, parts.query == nil, parts.fragment == nil
        else {
            throw FleetDocumentError("", "'\(shown)' is no address: write ws://HOST:PORT/PATH")
        }
        guard parts.user == nil, parts.password == nil else {
            throw FleetDocumentError("", "an address with a user or a password is refused")
        }
        isSecure = scheme == "wss"
        port = parts.port ?? (isSecure ? 443 : 80)
        guard (1...65_535).contains(port) else {
            throw FleetDocumentError("", "'\(shown)': port \(port) is not 1 to 65535")
        }
        self.url = url
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
    }

    package var description: String { url }

    /// `HOST:PORT`, as tables have it.
    package var label: String { host.contains(":") ? "[\(host)]:\(port)" : "\(host):\(port)" }
}
