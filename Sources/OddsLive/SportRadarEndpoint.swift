import Foundation
import OddsExperiments
import ServicesProvider

/// A server of SportRadar's wire, all of which is at one address.
package struct SportRadarEndpoint: Sendable {
    /// The base of all requests.
    package let url: String
    /// The socket's server.
    package let socketURL: String
    /// Sends the requests.
    package let requests: SportRadarContentRequests
    private let transport: AsyncHTTPTransport

    /// - Parameter url: `http://HOST[:PORT]` or `https://…`. A slash may stand behind it.
    /// - Throws: `ExperimentFailure` if it is no such address.
    package init(_ url: String) throws {
        let base = url.hasSuffix("/") ? String(url.dropLast()) : url
        guard let parts = URLComponents(string: base), let scheme = parts.scheme,
            ["http", "https"].contains(scheme), parts.host?.isEmpty == false,
            parts.path.isEmpty, parts.query == nil, parts.fragment == nil, parts.user == nil
        else {
            throw ExperimentFailure(
                .usage, "\(url) is not an address: expected http://HOST[:PORT] or https://…")
        }
        self.url = base
        socketURL = "ws" + base.dropFirst("http".count)
        transport = AsyncHTTPTransport()
        requests = SportRadarContentRequests(transport, url: base)
    }

    /// Closes its connections. No request may follow.
    package func shutDown() async { await transport.shutDown() }
}
