/// Tells requests of a server's own pages, and of programs, from those of other web pages.
///
/// A page can send requests to any address that its browser reaches, and read the answers if
/// a name of its own leads to that address. Browsers name the page in `Origin` and the name
/// in `Host`, and both must be those of the server.
package struct OwnPages: Sendable {
    private let hosts: [String]
    private let name: String

    /// - Parameters:
    ///   - name: What the server is, for refusals.
    ///   - host: The address that it listens on, beside the names of loopback.
    package init(of name: String, host: String) {
        self.name = name
        hosts = ["localhost", "127.0.0.1", "::1", host]
    }

    /// Why a request to that name is refused, in words; `nil` if it is not.
    package func refusal(authority: String, port: Int) -> String? {
        guard !isOwn(authority, port: port) else { return nil }
        return "Host \(authority) is not this \(name): use "
            + ServerConfiguration.authority(hosts[1], port: port)
    }

    /// Why a request of a page of that origin is refused, in words; `nil` if it is not, or
    /// comes from no page.
    package func refusal(origin: String?, authority: String) -> String? {
        guard let origin, origin.lowercased() != "http://\(authority.lowercased())" else {
            return nil
        }
        return "web pages of \(origin) may not use the \(name)"
    }

    private func isOwn(_ authority: String, port: Int) -> Bool {
        let authority = authority.lowercased()
        return hosts.contains { host in
            let own = ServerConfiguration.authority(host.lowercased(), port: port)
            // The port of a URL without one.
            return authority == own || (port == 80 && "\(authority):80" == own)
        }
    }
}
