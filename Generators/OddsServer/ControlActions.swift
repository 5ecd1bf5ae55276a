import Foundation
import HTTPTypes
import OddsLedger
import OddsSimulator

/// What a server's control can be asked for, over HTTP or another way. Bodies and answers are
/// JSON, but for the frames of a ledger.
package struct ControlActions: Sendable {
    private let server: EMServer

    /// The actions of a running server.
    package init(_ server: EMServer) { self.server = server }

    /// The state that a topic should show now.
    ///
    /// - Throws: `ControlRefusal`.
    package func truth(of topic: String) async throws -> [UInt8] {
        try await refusing(.notFound) { try await server.truth(of: topic) }
    }

    /// The state that a content of SportRadar's wire should show now.
    ///
    /// - Parameter content: `{type}/{id}`.
    /// - Throws: `ControlRefusal`.
    package func truth(ofContent content: String) async throws -> [UInt8] {
        do {
            return try await server.truth(ofContent: content)
        } catch let refusal as ContentRefusal {
            throw ControlRefusal(.notFound, refusal.description)
        } catch let error as ElsewhereError {
            throw ControlRefusal(.conflict, error.description)
        } catch let error as FeedError {
            throw ControlRefusal(.badRequest, error.description)
        }
    }

    /// Pauses the world: `{"changed":…}`.
    ///
    /// - Throws: `ControlRefusal`.
    package func pause() async throws -> [UInt8] {
        try await refusing { Self.changed(try await server.pause()) }
    }

    /// Resumes the world: `{"changed":…}`.
    ///
    /// - Parameter body: `{"at":NANOSECONDS}`, a time of the machine's monotonic clock; nothing
    ///   is now.
    /// - Throws: `ControlRefusal`.
    package func resume(_ body: [UInt8] = []) async throws -> [UInt8] {
        let time: UInt64?
        do {
            time = body.isEmpty
                ? nil : try StrictJSON.decode(ResumptionTime.self, from: body).at
        } catch {
            throw ControlRefusal(.badRequest, "expected {\"at\":NANOSECONDS}: \(error)")
        }
        return try await refusing { Self.changed(try await server.resume(at: time)) }
    }

    /// Begins the world anew: `{"changed":true}`.
    ///
    /// - Throws: `ControlRefusal`.
    package func restart() async throws -> [UInt8] {
        try await refusing {
            try await server.restart()
            return Self.changed(true)
        }
    }

    /// Changes the scenario, the rate or both.
    ///
    /// - Throws: `ControlRefusal`.
    package func change(_ body: [UInt8]) async throws -> [UInt8] {
        let change: ScenarioChange
        do {
            change = try StrictJSON.decode(ScenarioChange.self, from: body)
        } catch {
            throw ControlRefusal(.badRequest, "invalid change of scenario: \(error)")
        }
        guard change.scenario != nil || change.rate != nil else {
            throw ControlRefusal(
                .badRequest, "a change of scenario needs \"scenario\", \"rate\" or both")
        }
        return try await refusing {
            try await server.change(scenario: change.scenario, rate: change.rate)
            return Self.changed(true)
        }
    }

    /// Puts a fault plan, or `{"preset":NAME}`, in force.
    ///
    /// - Returns: The answer, and the plan.
    /// - Throws: `ControlRefusal`.
    package func setFaults(_ body: [UInt8]) async throws -> (answer: [UInt8], plan: FaultPlan) {
        let plan = try Self.plan(body)
        return try await refusing {
            try await server.setFaults(plan)
            return (Self.changed(true), plan)
        }
    }

    /// Notes the schedule of topics and contents from now on: `{"topics":[TOPIC, …]}`,
    /// `{"contents":[CONTENT, …]}`, or both.
    ///
    /// - Throws: `ControlRefusal`.
    package func noteFrames(_ body: [UInt8]) async throws -> [UInt8] {
        let channels: LedgerChannels
        do {
            channels = try StrictJSON.decode(LedgerChannels.self, from: body)
        } catch {
            throw ControlRefusal(.badRequest, "expected {\"topics\":[TOPIC, …]}: \(error)")
        }
        return try await refusing {
            do {
                try await server.noteFrames(
                    of: channels.topics ?? [], contents: channels.contents ?? [])
            } catch let refusal as ContentRefusal {
                throw ControlRefusal(.badRequest, refusal.description)
            }
            return Self.changed(true)
        }
    }

    /// How far the ledger has come.
    ///
    /// - Throws: `ControlRefusal`.
    package func ledgerProgress() async throws -> [UInt8] {
        try await refusing {
            guard let progress = try await server.ledgerProgress() else {
                throw ControlRefusal(.notFound, "there is no ledger: POST /ledger begins one")
            }
            return Array(try JSONEncoder().encode(progress))
        }
    }

    /// The frames of a topic or content in the ledger, as `LedgerText`.
    ///
    /// - Throws: `ControlRefusal`.
    package func ledgerFrames(of topic: String) async throws -> [UInt8] {
        _ = try await ledgerProgress()
        return try await refusing {
            guard let frames = try await server.ledgerFrames(of: topic) else {
                throw ControlRefusal(.notFound, "the ledger does not have \(topic)")
            }
            return LedgerText.encode(frames)
        }
    }

    /// - Parameter status: That of what the feed refuses.
    private func refusing<Answer>(
        _ status: HTTPResponse.Status = .badRequest, _ body: () async throws -> Answer
    ) async throws -> Answer {
        do {
            return try await body()
        } catch let error as FeedError {
            throw ControlRefusal(status, error.description)
        } catch let error as ElsewhereError {
            throw ControlRefusal(.conflict, error.description)
        }
    }

    private static func changed(_ isChanged: Bool) -> [UInt8] {
        Array(#"{"changed":\#(isChanged)}"#.utf8)
    }

    /// A change of the scenario, the rate or both; absent values stay as they
    /// are.
    private struct ScenarioChange: Decodable {
        var scenario: String?
        var rate: Int?

        private enum CodingKeys: String, CodingKey, CaseIterable { case scenario, rate }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownMembers(beside: CodingKeys.self)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            scenario = try values.decodeIfPresent(String.self, forKey: .scenario)
            rate = try values.decodeNumberIfPresent(
                Int.self, forKey: .rate, expected: "an integer, of updates a second")
        }
    }

    private struct ResumptionTime: Decodable {
        var at: UInt64
    }

    private struct LedgerChannels: Decodable {
        var topics: [String]?
        var contents: [String]?

        private enum CodingKeys: String, CodingKey, CaseIterable { case topics, contents }

        init(from decoder: any Decoder) throws {
            try decoder.refuseUnknownMembers(beside: CodingKeys.self)
            let values = try decoder.container(keyedBy: CodingKeys.self)
            contents = try values.decodeIfPresent([String].self, forKey: .contents)
            // Without contents, topics have to be there.
            topics = contents == nil
                ? try values.decode([String].self, forKey: .topics)
                : try values.decodeIfPresent([String].self, forKey: .topics)
        }
    }

    private struct PresetName: Decodable {
        var preset: String?
    }

    private static func plan(_ body: [UInt8]) throws -> FaultPlan {
        do {
            guard let name = try StrictJSON.decode(PresetName.self, from: body).preset else {
                return try FaultPlan(json: body)
            }
            guard let plan = FaultPresets.named(name) else {
                let names = FaultPresets.all.map(\.name).joined(separator: ", ")
                throw ControlRefusal(
                    .badRequest, "no such preset \(name): use one of \(names)")
            }
            return plan
        } catch let error as StrictJSONError {
            throw ControlRefusal(.badRequest, "invalid fault plan: \(error)")
        } catch let error as FaultPlanError {
            throw ControlRefusal(.badRequest, error.description)
        }
    }
}
