import OddsJSON
import OddsMeasurement

/// What happened at an agent in one interval of the window.
package struct AgentReport: Sendable {
    /// What readers had over the connections to one edge.
    package struct Edge: Sendable {
        /// The position of the edge in the plan.
        package var target: Int
        /// Connected clients at the end of the interval.
        package var clients: Int
        package var records: Int
        /// From the time at which a frame was due until a reader had it, on the source's clock;
        /// its count is that of the frames.
        package var response: LatencySteps

        package init(target: Int, clients: Int, records: Int, response: LatencySteps) {
            self.target = target
            self.clients = clients
            self.records = records
            self.response = response
        }
    }

    /// Its position, from 1.
    package var number: Int
    /// The end of the interval, since the window opened.
    package var atNanoseconds: UInt64
    package var edges: [Edge] = []
    package var service = LatencySteps.empty
    /// The machine's jitter: the delays of a thread that only sleeps.
    package var jitter = LatencySteps.empty
    /// How late the agent itself was at most with this report.
    package var latenessNanoseconds: UInt64 = 0
    /// Since its clients connected.
    package var counts = AgentCounts()
    package var residentBytes: Int?
    package var allocatedBytes: Int?

    package init(number: Int, atNanoseconds: UInt64) {
        self.number = number
        self.atNanoseconds = atNanoseconds
    }

    package static let numbers = 1...1_000_000
    /// The frames, and the records, that one edge may have in an interval: so few that those of
    /// all reports of all agents can be added.
    static let amounts = 0...(1 << 26)

    var members: [(String, JSONValue)] {
        [
            ("number", .number(number)), ("atNanoseconds", .number(atNanoseconds)),
            (
                "edges",
                .array(
                    edges.map {
                        [
                            "target": .number($0.target), "clients": .number($0.clients),
                            "records": .number($0.records),
                            "response": .histogram($0.response),
                        ]
                    })
            ),
            ("service", .histogram(service)), ("jitter", .histogram(jitter)),
            ("latenessNanoseconds", .number(latenessNanoseconds)),
            ("counts", counts.document), ("residentBytes", .count(residentBytes)),
            ("allocatedBytes", .count(allocatedBytes)),
        ]
    }

    init(_ reader: inout DocumentReader) throws(FleetDocumentError) {
        number = try reader.number("number", in: Self.numbers)
        atNanoseconds = try reader.number("atNanoseconds", in: FleetText.times)
        let targetMax = FleetRunPlan.targetCounts.upperBound
        for (value, path) in try reader.elements("edges", count: 0...targetMax) {
            var edge = try DocumentReader(value, at: path)
            edges.append(
                Edge(
                    target: try edge.target(), clients: try edge.count("clients"),
                    records: try edge.number("records", in: Self.amounts),
                    response: try edge.steps(
                        "response", countMax: UInt64(Self.amounts.upperBound))))
            try edge.end()
        }
        let countMax = UInt64(Self.amounts.upperBound)
        service = try reader.steps("service", countMax: countMax)
        jitter = try reader.steps("jitter", countMax: countMax)
        latenessNanoseconds = try reader.number("latenessNanoseconds", in: FleetText.times)
        counts = try AgentCounts(try reader.object("counts"))
        residentBytes = try reader.optionalNumber("residentBytes", in: DocumentReader.counts)
        allocatedBytes = try reader.optionalNumber("allocatedBytes", in: DocumentReader.counts)
    }
}

/// Counts of frames and connections of an agent.
package struct AgentCounts: Equatable, Sendable {
    package var framesApplied = 0
    package var framesRejected = 0
    package var framesStale = 0
    package var reconnects = 0

    package init() {}

    var document: JSONValue {
        [
            "framesApplied": .number(framesApplied), "framesRejected": .number(framesRejected),
            "framesStale": .number(framesStale), "reconnects": .number(reconnects),
        ]
    }

    init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        framesApplied = try reader.count("framesApplied")
        framesRejected = try reader.count("framesRejected")
        framesStale = try reader.count("framesStale")
        reconnects = try reader.count("reconnects")
        try reader.end()
    }
}

extension DocumentReader {
    /// So few that those of all agents and edges can be added.
    static let counts = 0...(1 << 46)

    mutating func count(_ name: String) throws(FleetDocumentError) -> Int {
        try number(name, in: Self.counts)
    }

    mutating func target() throws(FleetDocumentError) -> Int {
        try number("target", in: 0...FleetRunPlan.targetCounts.upperBound - 1)
    }
}
