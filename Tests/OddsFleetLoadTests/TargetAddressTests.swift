import OddsClient
import OddsExperiments
import OddsFleetRun
import Testing

@testable import OddsFleetLoad

struct TargetAddressTests {
    private func targets(_ urls: String...) throws -> [Target] { try urls.map { try Target($0) } }

    private func allowed(_ texts: String...) throws -> AllowedTargets {
        try AllowedTargets(texts, resolve: TargetAddresses.resolve)
    }

    @Test func clientsConnectToTheAddressThatWasAllowed() throws {
        let targets = try targets("ws://localhost:9400/v2", "ws://127.0.0.1:9401/v2")
        let addresses = try TargetAddresses(targets, allowed: allowed("127.0.0.0/8", "::1"))
        let plan = try plan(targets, seed: 1)
        let configuration = addresses.configuration(plan, of: try client(1, of: plan))
        #expect(configuration.url == "ws://127.0.0.1:9401/v2")
        #expect(configuration.alternativeURLs == ["ws://localhost:9400/v2"])
        let known = try #require(configuration.resolvedHosts["localhost"])
        #expect(!known.isEmpty && Set(known).isSubset(of: ["127.0.0.1", "::1"]))
    }

    private func plan(_ targets: [Target], seed: UInt64) throws -> FleetRunPlan {
        FleetRunPlan(
            run: try RunID("r1"), world: "main", seed: seed, targets: targets,
            agents: [.init(name: try AgentName("a1"), clients: 2)], topics: ["/sports/1"])
    }

    private func client(_ number: Int, of plan: FleetRunPlan) throws -> FleetRunPlan.Client {
        try #require(plan.clients(of: AgentName("a1")).first { $0.number == number })
    }

    @Test func pausesOfAClientFollowFromTheSeedOfThePlan() throws {
        let targets = try targets("ws://127.0.0.1:9400/v2", "ws://127.0.0.1:9401/v2")
        let addresses = try TargetAddresses(targets, allowed: allowed("127.0.0.1"))
        func first(_ number: Int, seed: UInt64) throws -> UInt64 {
            let plan = try plan(targets, seed: seed)
            var configuration = addresses.configuration(plan, of: try client(number, of: plan))
            return configuration.random.next()
        }
        #expect(try first(0, seed: 7) == first(0, seed: 7))
        #expect(try first(0, seed: 7) != first(1, seed: 7))
        #expect(try first(0, seed: .max) != first(0, seed: 7))
    }

    @Test func othersAreRefusedByName() throws {
        let targets = try targets("ws://127.0.0.1:9400/v2", "ws://192.0.2.7:80/v2")
        #expect {
            try TargetAddresses(targets, allowed: allowed("127.0.0.1"))
        } throws: { error in
            let message = (error as? ExperimentFailure)?.message ?? ""
            return message.contains("192.0.2.7:80") && message.contains("--allow-target")
        }
    }

    @Test func namesThatAreNotKnownAreNamed() throws {
        let targets = try targets("ws://no-such-host.invalid/v2")
        #expect {
            try TargetAddresses(targets, allowed: allowed())
        } throws: { error in
            (error as? ExperimentFailure)?.message.contains("no-such-host.invalid") == true
        }
    }
}
