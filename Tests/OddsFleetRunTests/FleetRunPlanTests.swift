import OddsJSON
import Testing

@testable import OddsFleetRun

@Suite struct FleetRunPlanTests {
    static func plan(
        agents: [(String, Int)] = [("a1", 200), ("a2", 200)],
        targets: [String] = ["ws://10.0.0.1:8080/v2", "wss://edge-2/"],
        topics: [String] = ["/sports/1", "/sports/2"]
    ) throws -> FleetRunPlan {
        FleetRunPlan(
            run: try RunID("r1"), world: "main", seed: .max,
            targets: try targets.map { try Target($0) },
            agents: try agents.map { .init(name: try AgentName($0), clients: $1) },
            topics: topics)
    }

    @Test("A plan is the same after it has gone over the wire")
    func roundTrip() throws {
        var plan = try Self.plan()
        plan.compression = .noTakeover
        plan.storms = 2
        plan.durationMilliseconds = 1_000
        #expect(try FleetRunPlan(json: plan.json) == plan)
    }

    /// Replaces a member by its path, or removes it.
    static func changed(_ path: [String], to value: JSONValue?) throws -> [UInt8] {
        func change(_ document: JSONValue, _ path: ArraySlice<String>) -> JSONValue {
            guard let name = path.first else { return value ?? .null }
            switch document {
            case .object(let members):
                let isThere = members.contains { $0.name == name }
                let changed = members.compactMap { member -> JSONMember? in
                    guard member.name == name else { return member }
                    if path.count == 1, value == nil { return nil }
                    return JSONMember(name, change(member.value, path.dropFirst()))
                }
                let added = value.map { [JSONMember(name, $0)] } ?? []
                return .object(isThere ? changed : changed + added)
            case .array(var elements):
                let index = Int(name)!
                elements[index] = change(elements[index], path.dropFirst())
                return .array(elements)
            default: return document
            }
        }
        return change(try plan().document, path[...]).json
    }

    @Test(
        "What is wrong with a plan is said by the member, its value and its range",
        arguments: [
            (["schema"], "oddsbench.fleet-plan/2", "it must be 'oddsbench.fleet-plan/1'"),
            (["run"], "a b", "run: 'a b' is no name of a run: use 1 to 32 of A–Z"),
            (["run"], "", "run: has 0 bytes; it must have 1 to 32"),
            (["world"], "é", "world: 'é' is no name of a world"),
            (["seed"], -1, "seed: is -1; it must be a whole number, 0 to 18446744073709551615"),
            (["seed"], .number("1e3"), "seed: is 1e3; it must be a whole number"),
            (["targets"], [], "targets: has 0 elements; it must have 1 to 64"),
            (["targets", "1"], "http://edge/", "targets[1]: 'http://edge/' is no address"),
            (["targets", "1"], "ws://a:b@edge/", "targets[1]: an address with a user"),
            (["targets", "1"], "ws://10.0.0.1:8080/v2", "targets[1]: 'ws://10.0.0.1:8080/v2' is"),
            (["agents", "1", "name"], "coordinator", "agents[1].name: the name 'coordinator'"),
            (["agents", "1", "name"], "a1", "agents[1].name: 'a1' is there twice"),
            (["agents", "1", "clients"], 0, "agents[1].clients: is 0; it must be a whole"),
            (["agents", "1", "run"], "sh", "agents[1].run: is no member of this document"),
            (["connectionsPerSecond"], 100_001, "is 100001; it must be a whole number, 1 to"),
            (["warmupMilliseconds"], 3_600_001, "warmupMilliseconds: is 3600001"),
            (["durationMilliseconds"], 999, "it must be a whole number, 1000 to 43200000"),
            (["topics", "0"], "/sports/2", "topics[1]: '/sports/2' is there twice"),
            (["topics", "0"], .string(String(repeating: "x", count: 513)), "has 513 bytes"),
            (["strategy"], "fastest", "strategy: is 'fastest'; it must be one of"),
            (["compression"], "zip", "it must be one of takeover, no-takeover"),
            (["faults", "storms"], "2", "faults.storms: is \"2\"; it must be a whole number"),
            (["command"], "rm", "command: is no member of this document"),
        ] as [([String], JSONValue, String)])
    func errors(path: [String], value: JSONValue, message: String) throws {
        let error = try #require(throws: FleetDocumentError.self) {
            try FleetRunPlan(json: try Self.changed(path, to: value))
        }
        #expect(error.description.contains(message), "\(error)")
    }

    @Test("A plan without a member is refused by that member's name")
    func missingMembers() throws {
        guard case .object(let members) = try Self.plan().document else { return }
        for member in members where member.value != .null {
            let error = try #require(throws: FleetDocumentError.self) {
                try FleetRunPlan(json: try Self.changed([member.name], to: nil))
            }
            #expect(error.description == "\(member.name): is missing")
        }
    }

    @Test("A plan that is no JSON, or too long, is refused before anything of it is read")
    func noDocument() throws {
        #expect(throws: FleetDocumentError("", "byte 0: unexpected end")) {
            try FleetRunPlan(json: Array("".utf8))
        }
        let long = [UInt8](repeating: 0x20, count: FleetRunPlan.bytesMax + 1)
        let error = try #require(throws: FleetDocumentError.self) { try FleetRunPlan(json: long) }
        #expect(error.problem.hasPrefix("the document has 921601 bytes, and may have 921600"))
    }

    @Test("Each client is on one topic, topics and edges go round, and no topic stays at one edge")
    func clients() throws {
        for (topicCount, targetCount) in [(1, 2), (2, 2), (4, 2), (3, 2), (2, 3), (6, 4)] {
            let plan = try Self.plan(
                agents: [("a", 61), ("b", 59)],
                targets: (0..<targetCount).map { "ws://edge-\($0)/" },
                topics: (0..<topicCount).map { "/\($0)" })
            let clients = try ["a", "b"].flatMap { plan.clients(of: try AgentName($0)) }
            #expect(clients.map(\.number) == Array(0..<120))
            #expect(clients.allSatisfy { $0.topic == $0.number % topicCount })
            for target in 0..<targetCount {
                let own = clients.filter { $0.target == target }
                #expect(own.count == 120 / targetCount)
                #expect(Set(own.map(\.topic)).count == topicCount)
            }
        }
        let plan = try Self.plan()
        #expect(plan.clients(of: try AgentName("other")).isEmpty)
        #expect([plan.target(after: 0), plan.target(after: 1)] == [1, 0])
    }

    @Test("Clients are divided evenly among the agents, in the order of their names")
    func shares() throws {
        let shares = FleetRunPlan.shares(
            of: 401, among: [try AgentName("b"), try AgentName("c"), try AgentName("a")])
        #expect(shares.map(\.name.text) == ["a", "b", "c"])
        #expect(shares.map(\.clients) == [134, 134, 133])
    }
}
