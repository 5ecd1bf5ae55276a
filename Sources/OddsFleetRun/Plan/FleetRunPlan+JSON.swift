import OddsJSON
import OddsReconstruction

extension FleetRunPlan {
    package static let schema = "oddsbench.fleet-plan/1"

    /// The plan as one document.
    package var json: [UInt8] { document.json }

    var document: JSONValue {
        [
            "schema": .string(Self.schema), "run": .string(run.text), "world": .string(world),
            "seed": .number(seed), "targets": .array(targets.map { .string($0.url) }),
            "agents": .array(
                agents.map { ["name": .string($0.name.text), "clients": .number($0.clients)] }),
            "connectionsPerSecond": .number(connectionsPerSecond),
            "warmupMilliseconds": .number(warmupMilliseconds),
            "durationMilliseconds": .number(durationMilliseconds),
            "topics": .array(topics.map(JSONValue.string)), "strategy": .string(strategy.text),
            "compression": .text(compression?.rawValue),
            "faults": [
                "storms": .number(storms),
                "backoffMaxMilliseconds": .number(backoffMaxMilliseconds),
            ],
        ]
    }

    /// Reads a plan, and holds every member against its bounds.
    ///
    /// - Throws: `FleetDocumentError`, which names the member, its value and what it may be.
    /// - Complexity: O(bytes).
    package init(json bytes: some Collection<UInt8>) throws(FleetDocumentError) {
        try self.init(
            DocumentReader(document: bytes, schema: Self.schema, bytesMax: Self.bytesMax))
    }

    /// The plan within another document.
    init(_ value: JSONValue, at path: String) throws(FleetDocumentError) {
        var reader = try DocumentReader(value, at: path)
        guard try reader.text("schema", bytes: 1...64) == Self.schema else {
            throw reader.error("schema", "is not '\(Self.schema)'")
        }
        try self.init(reader)
    }

    private init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        let run = try reader.runID("run")
        let world = try reader.text("world", bytes: 1...32)
        guard FleetName.isLegal(world) else {
            throw reader.error("world", FleetName.problem(world, "a world"))
        }
        self.init(
            run: run, world: world, seed: try reader.number("seed", in: 0...UInt64.max),
            targets: try Self.targets(&reader), agents: try Self.agents(&reader),
            topics: try Self.topics(&reader))
        connectionsPerSecond = try reader.number(
            "connectionsPerSecond", in: Self.connectionRates)
        warmupMilliseconds = try reader.number("warmupMilliseconds", in: Self.warmups)
        durationMilliseconds = try reader.number("durationMilliseconds", in: Self.durations)
        strategy = try Self.named(
            "strategy", &reader, StrategyName.all.map(\.text)) { StrategyName($0) }
        if let name = reader.optional("compression") {
            compression = try Self.named(
                name, at: reader.path(of: "compression"), Compression.allCases.map(\.rawValue)
            ) { Compression(rawValue: $0) }
        }
        var faults = try reader.object("faults")
        storms = try faults.number("storms", in: Self.stormCounts)
        backoffMaxMilliseconds = try faults.number("backoffMaxMilliseconds", in: Self.backoffs)
        try faults.end()
        try reader.end()
    }

    private static func targets(
        _ reader: inout DocumentReader
    ) throws(FleetDocumentError) -> [Target] {
        let texts = try reader.texts("targets", count: targetCounts, bytes: 1...Target.bytesMax)
        var targets: [Target] = []
        for (index, text) in texts.enumerated() {
            do throws(FleetDocumentError) {
                let target = try Target(text)
                guard !targets.contains(target) else {
                    throw FleetDocumentError("", "'\(text)' is there twice")
                }
                targets.append(target)
            } catch {
                throw reader.error("targets[\(index)]", error.problem)
            }
        }
        return targets
    }

    private static func agents(
        _ reader: inout DocumentReader
    ) throws(FleetDocumentError) -> [Share] {
        var agents: [Share] = []
        var names: Set<AgentName> = []
        for (value, path) in try reader.elements("agents", count: agentCounts) {
            var agent = try DocumentReader(value, at: path)
            let name = try agent.agentName("name")
            guard names.insert(name).inserted else {
                throw agent.error("name", "'\(name)' is there twice")
            }
            agents.append(
                Share(name: name, clients: try agent.number("clients", in: clientCounts)))
            try agent.end()
        }
        return agents
    }

    private static func topics(
        _ reader: inout DocumentReader
    ) throws(FleetDocumentError) -> [String] {
        let topics = try reader.texts("topics", count: topicCounts, bytes: topicBytes)
        var known: Set<String> = []
        for (index, topic) in topics.enumerated() where !known.insert(topic).inserted {
            throw reader.error(
                "topics[\(index)]", "'\(FleetDocumentError.excerpt(topic))' is there twice")
        }
        return topics
    }

    private static func named<Value>(
        _ name: String, _ reader: inout DocumentReader, _ names: [String],
        _ make: (String) -> Value?
    ) throws(FleetDocumentError) -> Value {
        let value = try reader.value(name)
        return try named(value, at: reader.path(of: name), names, make)
    }

    private static func named<Value>(
        _ value: JSONValue, at path: String, _ names: [String], _ make: (String) -> Value?
    ) throws(FleetDocumentError) -> Value {
        let text = try DocumentReader.text(value, at: path, bytes: 1...64)
        guard let made = make(text) else {
            throw FleetDocumentError(
                path,
                """
                is '\(FleetDocumentError.excerpt(text))'; it must be one of \
                \(names.joined(separator: ", "))
                """)
        }
        return made
    }
}
