import OddsExperiments
import OddsFleetRun
import OddsJSON
import OddsLive
import OddsTopics

/// The topics of a run.
package enum FleetTopics: String, CaseIterable, Sendable {
    /// Those of single matches, one for each match that is live.
    case matches
    /// The list of all live matches.
    case list

    /// The topics, by what the source's world has now.
    ///
    /// - Throws: `ExperimentFailure` if there is none.
    package func texts(of source: SourceControl) async throws -> [String] {
        let list = LiveClients.topics(1)
        guard self == .matches else { return list }
        let state = try await source.ask("truth", Array(#"{"topic":"\#(list[0])"}"#.utf8))
        let topics = Self.matchIDs(state).prefix(FleetRunPlan.topicCounts.upperBound).map {
            "\(EMTopic(operatorID: "1", language: "en", content: .matchOdds(match: $0)))"
        }
        guard !topics.isEmpty else {
            throw ExperimentFailure(.unavailable, "the source's world has no live match")
        }
        return Array(topics)
    }

    /// The ids of the events of a snapshot document, in order.
    private static func matchIDs(_ document: [UInt8]) -> [String] {
        guard let root = try? document.withUnsafeBytes({ try JSONValue(json: $0) }),
            case .array(let channels)? = root["channels"],
            case .array(let events)? = channels.first?["events"]
        else { return [] }
        return events.compactMap { event in
            guard case .string(let id)? = event["id"] else { return nil }
            return id
        }
    }
}
