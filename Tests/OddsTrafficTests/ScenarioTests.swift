import Foundation
import Testing

@testable import OddsTraffic

/// What is particular to each scenario.
@Suite struct ScenarioTests {
    private func counts(
        _ traffic: Traffic, from start: Double, to end: Double
    ) -> (offerUpdates: Int, frames: Int) {
        let frames = traffic.frames.filter {
            (start..<end).contains(Double($0.schedule.intendedNanoseconds) / 1e9)
        }
        return (frames.reduce(0) { $0 + $1.schedule.offerUpdateCount }, frames.count)
    }

    private func operations(_ traffic: Traffic) -> [String: Int] {
        var operations: [String: Int] = [:]
        for (kind, tally) in traffic.profile().kinds {
            operations["\(kind.operation.rawValue) \(kind.entityType)", default: 0] += tally.count
        }
        return operations
    }

    @Test("Names are unique, and each scenario tells its purpose")
    func registry() {
        let descriptions = TrafficScenarios.descriptions
        #expect(Set(descriptions.map(\.name)).count == descriptions.count)
        #expect(descriptions.map(\.name) == [
            "steady", "goal", "kickoff", "churn", "redump", "hostile", "odds",
        ])
        #expect(descriptions.allSatisfy { !$0.purpose.isEmpty })
        #expect(TrafficScenarios.named("nothing") == nil)
    }

    @Test("Odds: frames of any mean size, with changes of offers alone")
    func odds() throws {
        var configuration = TrafficConfiguration.small(scenario: "odds")
        configuration.recordsPerFrame = 2
        let traffic = try Traffic(configuration, frameCount: 1_000)
        let kinds = traffic.profile().kinds.keys
        #expect(!kinds.isEmpty)
        let changes = kinds.filter { "\($0.operation)" != "dump" }
        #expect(Set(changes.map { "\($0.operation.rawValue) \($0.entityType)" })
            == ["UPDATE BETTING_OFFER"])
        let records = traffic.frames.reduce(0) { $0 + $1.schedule.recordCount }
        #expect(abs(Double(records) / 2_000 - 1) < 0.4)
    }

    @Test("Goal: all offers of an event are suspended at once and open again in seconds")
    func goal() throws {
        let configuration = TrafficConfiguration.small(scenario: "goal")
        let traffic = try Traffic(configuration, frameCount: 1_500)
        var model = FeedModel()
        for frame in traffic.initialFrames { model.apply(frame.bytes) }
        var suspendedAt: UInt64?
        var suspendedMatch: String?
        var goalCount = 0
        for frame in traffic.frames {
            model.apply(frame.bytes)
            let markets = model.all("MARKET")
            let open = Dictionary(grouping: markets) { $0["eventId"] as? String ?? "" }
                .mapValues { $0.count { $0["isAvailable"] as? Bool == true } }
            if let match = suspendedMatch, let since = suspendedAt {
                // Others may close markets meanwhile, but not many.
                guard open[match, default: 0] >= configuration.markets - 3 else { continue }
                #expect(frame.schedule.intendedNanoseconds - since < 3_000_000_000)
                suspendedMatch = nil
                goalCount += 1
            } else if let closed = open.first(where: { $0.value == 0 }) {
                suspendedMatch = closed.key
                suspendedAt = frame.schedule.intendedNanoseconds
                #expect(frame.schedule.offerUpdateCount == 9 * 3)
            }
        }
        #expect(goalCount > 1)
    }

    @Test("Kickoff: on the hour new events come, and five times the rate")
    func kickoff() throws {
        let traffic = try Traffic(.small(scenario: "kickoff"), frameCount: 2_500)
        let before = counts(traffic, from: 1, to: 4)
        let burst = counts(traffic, from: 4, to: 6)
        let after = counts(traffic, from: 6, to: 8)
        #expect(abs(Double(before.offerUpdates) / 3 - 200) < 20)
        #expect(abs(Double(burst.offerUpdates) / 2 - 1_000) < 60)
        #expect(abs(Double(after.offerUpdates) / 2 - 200) < 20)
        let operations = operations(traffic)
        #expect(operations["CREATE MATCH"] == 3 && operations["DELETE MATCH"] == 3)
    }

    @Test("Churn: many more markets come and go than usual, in the feed's order")
    func churn() throws {
        let usual = operations(try Traffic(.small(), frameCount: 1_500))
        let traffic = try Traffic(.small(scenario: "churn"), frameCount: 1_500)
        let churned = operations(traffic)
        let share = { (operations: [String: Int]) in
            Double(operations["CREATE MARKET"] ?? 0)
                / Double(operations["UPDATE BETTING_OFFER"] ?? 1)
        }
        #expect(share(churned) > 3 * share(usual))
        #expect(churned["CREATE MARKET"] == churned["DELETE MARKET"])
        let order = [
            "DELETE BETTING_OFFER", "DELETE MARKET_OUTCOME_RELATION", "DELETE OUTCOME",
            "DELETE MARKET", "CREATE MARKET", "CREATE OUTCOME",
            "CREATE MARKET_OUTCOME_RELATION", "CREATE BETTING_OFFER",
        ]
        let frame = try #require(traffic.frames.first { $0.schedule.recordCount > 30 })
        let object = try JSONSerialization.jsonObject(with: Data(frame.bytes))
        let records = (object as? [String: Any])?["records"] as? [[String: Any]] ?? []
        let operations = records.map { "\($0["changeType"] ?? "") \($0["entityType"] ?? "")" }
            .filter(order.contains)
        var runs: [String] = []
        for operation in operations where runs.last != operation { runs.append(operation) }
        #expect(runs == order)
    }
}
