import Foundation
import OddsExperiments

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Requests to the control interface of a server.
package struct ControlRequests: Sendable {
    private let base: URL
    private let token: String?
    /// What messages call the server.
    private let name: String
    private let bytesMax: Int

    /// A server that hangs ends a run, and does not hold it up.
    private static let timeLimit = Duration.seconds(15)

    /// - Parameters:
    ///   - url: The base of all paths.
    ///   - token: What the server requires, if it requires any.
    ///   - name: What messages call the server.
    ///   - bytesMax: The largest answer; the default is far more than any ledger has.
    package init(
        _ url: String, token: String? = nil, of name: String = "the server",
        bytesMax: Int = 256 << 20
    ) throws {
        guard let base = URL(string: url), base.scheme == "http", base.host != nil else {
            throw ExperimentFailure(.usage, "--control \(url): expected http://HOST:PORT")
        }
        self.base = base
        self.token = token
        self.name = name
        self.bytesMax = bytesMax
    }

    /// The body of what a path has.
    ///
    /// - Throws: `ExperimentFailure` if the server refuses, or does not answer in time.
    package func get(_ path: String, query: [URLQueryItem] = []) async throws -> Data {
        var url = base.appending(path: path)
        if !query.isEmpty { url.append(queryItems: query) }
        return try await send(URLRequest(url: url))
    }

    func post(_ path: String, _ body: String?) async throws -> Data {
        var request = URLRequest(url: base.appending(path: path))
        request.httpMethod = "POST"
        request.httpBody = body.map { Data($0.utf8) }
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
        return try await send(request)
    }

    private func send(_ request: URLRequest) async throws -> Data {
        let path = request.url?.path ?? ""
        var request = request
        request.timeoutInterval = Self.timeLimit / .seconds(1)
        if let token { request.setValue("Bearer \(token)", forHTTPHeaderField: "Authorization") }
        do {
            let (data, response) = try await LimitedResponse.data(for: request, upTo: bytesMax)
            guard let status = (response as? HTTPURLResponse)?.statusCode,
                (200...204).contains(status)
            else {
                let text = String(decoding: data, as: UTF8.self)
                throw ExperimentFailure(
                    .childDied, "\(name)'s control refuses \(path): \(text)")
            }
            return data
        } catch is LimitedResponse.TooLarge {
            throw ExperimentFailure(
                .childDied,
                "\(name)'s control answers \(path) with more than \(bytesMax) bytes")
        } catch let error as URLError {
            let cause = error.code == .timedOut ? " within \(Self.timeLimit)" : ""
            throw ExperimentFailure(
                .childDied, "\(name)'s control does not answer \(path)\(cause)")
        }
    }
}
