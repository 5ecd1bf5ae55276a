import Foundation
import OddsCapture
import OddsExperiments
import OddsLedger
import OddsWAMP

/// The control of the simulator over HTTP.
package struct ServerControl: LiveServer {
    private let requests: ControlRequests
    /// Whose channels it is asked for: topics, or contents.
    private let provider: FeedProvider

    /// - Parameters:
    ///   - token: What the server requires, if it requires any.
    ///   - provider: Whose channels it is asked for.
    package init(
        _ url: String, token: String? = nil, provider: FeedProvider = .everyMatrix
    ) throws {
        requests = try ControlRequests(url, token: token)
        self.provider = provider
    }

    package func pause() async throws { _ = try await post("pause", nil) }

    package func resume() async throws { _ = try await post("resume", nil) }

    package func endFaults() async throws { _ = try await post("faults", #"{"preset":"none"}"#) }

    package func truth(of topic: String) async throws -> TopicTruth {
        TopicTruth(document: Array(try await get("truth", channel: topic)))
    }

    package func noteFrames(of topics: [String]) async throws {
        let name =
            switch provider {
            case .everyMatrix: "topics"
            case .sportRadar: "contents"
            }
        let body = try JSONEncoder().encode([name: topics])
        _ = try await post("ledger", String(decoding: body, as: UTF8.self))
    }

    package func ledgerProgress() async throws -> LedgerProgress {
        let body = try await get("ledger")
        do {
            return try JSONDecoder().decode(LedgerProgress.self, from: body)
        } catch {
            throw ExperimentFailure(
                .childDied, "the server's control answers ledger with what cannot be read")
        }
    }

    package func ledgerFrames(of topic: String) async throws -> [LedgerFrame] {
        let body = try await get("ledger", channel: topic)
        do throws(LedgerTextError) {
            return try LedgerText.decode(body)
        } catch {
            throw ExperimentFailure(.childDied, error.description)
        }
    }

    package func metrics() async throws -> [String: Int] {
        let text = String(decoding: try await get("metrics"), as: UTF8.self)
        var metrics: [String: Int] = [:]
        for line in text.split(separator: "\n") where !line.hasPrefix("#") {
            let words = line.split(separator: " ")
            // A metric with labels is summed over them.
            guard words.count == 2, let name = words[0].split(separator: "{").first else {
                continue
            }
            metrics[String(name), default: 0] += Int(words[1]) ?? 0
        }
        return metrics
    }

    private func get(_ path: String, channel: String? = nil) async throws -> Data {
        try await requests.get(path, query: channel.map(query) ?? [])
    }

    private func query(_ channel: String) -> [URLQueryItem] {
        switch provider {
        case .everyMatrix: [URLQueryItem(name: "topic", value: channel)]
        case .sportRadar:
            [
                URLQueryItem(name: "provider", value: provider.rawValue),
                URLQueryItem(name: "content", value: channel),
            ]
        }
    }

    private func post(_ path: String, _ body: String?) async throws -> Data {
        try await requests.post(path, body)
    }
}

/// The state of a topic, or of a content, by the server's own account, in the canonical form of
/// snapshots.
package struct TopicTruth: Sendable {
    package let state: [UInt8]
    /// `nil` for a content of SportRadar's wire, which has none.
    package let version: String?

    init(state: [UInt8], version: String?) {
        self.state = state
        self.version = version
    }

    /// That of a snapshot document.
    package init(document: [UInt8]) {
        let list = JSONObjectText(unchecked: document).value("channels") ?? []
        let snapshot = JSONObjectText(list.dropFirst().dropLast()) ?? .empty
        state =
            Array("{\"events\":".utf8) + (snapshot.value("events") ?? [])
            + Array(",\"references\":".utf8) + (snapshot.value("references") ?? [])
            + Array("}".utf8)
        version = snapshot.text("version")
    }
}
