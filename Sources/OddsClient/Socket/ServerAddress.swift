import Foundation

/// The address of a server, read from its URL.
struct ServerAddress: Equatable {
    let host: String
    let port: Int
    let isSecure: Bool
    /// The path and the query.
    let path: String

    /// - Parameter defaultPath: the path of a URL without one.
    /// - Throws: `badAddress`.
    init(_ url: String, defaultPath: String) throws(ClientError) {
        guard let parts = URLComponents(string: url), let host = parts.host, !host.isEmpty,
            let scheme = parts.scheme?.lowercased(), scheme == "ws" || scheme == "wss",
            (1...65_535).contains(parts.port ?? 80)
        else { throw .badAddress(url) }
        // An IPv6 address is in brackets.
        self.host = host.hasPrefix("[") ? String(host.dropFirst().dropLast()) : host
        isSecure = scheme == "wss"
        port = parts.port ?? (isSecure ? 443 : 80)
        let path = parts.percentEncodedPath.isEmpty ? defaultPath : parts.percentEncodedPath
        self.path = path + (parts.percentEncodedQuery.map { "?" + $0 } ?? "")
    }

    /// The header `Host` of the handshake.
    var hostHeader: String {
        let name = host.contains(":") ? "[\(host)]" : host
        return port == (isSecure ? 443 : 80) ? name : "\(name):\(port)"
    }
}
