import OddsJSON
import OddsLedger
import OddsMeasurement
import OddsResults

extension AgentResult {
    package static let schema = "oddsbench.fleet-agent/1"
    /// Distributions of all edges, each with a count in every step.
    package static let bytesMax = 32 << 20
    static let reasonBytes = 0...2_048

    /// The result as one document, which goes in parts.
    package var json: [UInt8] {
        FleetText.document(
            Self.schema,
            [
                ("opened", .number(window.lowerBound)), ("closed", .number(window.upperBound)),
                ("isCutShort", .bool(isCutShort)),
                ("edges", .array(edges.map(\.document))), ("service", .histogram(service)),
                ("wire", .histogram(wire)), ("decode", .histogram(decode)),
                ("apply", .histogram(apply)), ("deliver", .histogram(deliver)),
                ("timeToConsistent", .histogram(timeToConsistent)),
                ("jitter", .histogram(jitter.wakeDelay)),
                ("jitterProcessorShare", .fraction(jitter.processorShare)),
                ("stolenShare", .fraction(stolenShare)), ("counts", counts.document),
                ("channels", .number(channels)), ("truth", truth?.document ?? .null),
                ("digests", Self.document(of: digests)),
                ("traffic", Self.document(of: traffic)),
                ("memory", memory.document), ("unknownFrames", .number(unknownFrames)),
                ("staleFrames", .number(staleFrames)),
                (
                    "natsAwayNanoseconds",
                    natsAwayNanoseconds > 0 ? .number(natsAwayNanoseconds) : .null
                ),
                ("clock", clock.document),
                (
                    "fault",
                    .text(fault.map { FleetText.cut($0, to: Self.reasonBytes.upperBound) })
                ),
            ])
    }

    /// - Throws: `FleetDocumentError`, which names the member, its value and what it may be.
    package init(json bytes: some Collection<UInt8>) throws(FleetDocumentError) {
        var reader = try DocumentReader(
            document: bytes, schema: Self.schema, bytesMax: Self.bytesMax)
        let opened = try reader.number("opened", in: FleetText.times)
        let closed = try reader.number("closed", in: opened...FleetText.times.upperBound)
        self.init(
            window: opened..<closed, clock: try ClockMapping(try reader.object("clock")))
        isCutShort = try reader.flag("isCutShort")
        let targetMax = FleetRunPlan.targetCounts.upperBound
        for (value, path) in try reader.elements("edges", count: 0...targetMax) {
            edges.append(try Edge(try DocumentReader(value, at: path), window: window))
        }
        service = try reader.histogram("service")
        wire = try reader.histogram("wire")
        decode = try reader.histogram("decode")
        apply = try reader.histogram("apply")
        deliver = try reader.histogram("deliver")
        timeToConsistent = try reader.histogram("timeToConsistent")
        jitter = JitterMonitor.Sample(
            wakeDelay: try reader.histogram("jitter"),
            processorShare: try reader.optionalShare("jitterProcessorShare") ?? 0)
        stolenShare = try reader.optionalShare("stolenShare")
        counts = try AgentCounts(try reader.object("counts"))
        channels = try reader.count("channels")
        if let value = reader.optional("truth") {
            truth = try LiveFigures.Truth(try DocumentReader(value, at: reader.path(of: "truth")))
        }
        digests = try Self.digests("digests", &reader)
        traffic = try Self.digests("traffic", &reader)
        memory = try MemoryFigures(try reader.object("memory"))
        unknownFrames = try reader.count("unknownFrames")
        staleFrames = try reader.count("staleFrames")
        natsAwayNanoseconds =
            try reader.optionalNumber("natsAwayNanoseconds", in: FleetText.times) ?? 0
        fault = try reader.optionalText("fault", bytes: Self.reasonBytes)
        try reader.end()
    }

    private static func document(of digests: [Int: String]) -> JSONValue {
        .array(
            digests.sorted { $0.key < $1.key }.map {
                ["topic": .number($0.key), "sha256": .string($0.value)]
            })
    }

    private static func digests(
        _ name: String, _ reader: inout DocumentReader
    ) throws(FleetDocumentError) -> [Int: String] {
        let topicMax = FleetRunPlan.topicCounts.upperBound
        var digests: [Int: String] = [:]
        for (value, path) in try reader.elements(name, count: 0...topicMax) {
            var digest = try DocumentReader(value, at: path)
            let topic = try digest.number("topic", in: 0...topicMax - 1)
            let text = try digest.text("sha256", bytes: 64...64)
            try digest.end()
            guard digests.updateValue(text, forKey: topic) == nil else {
                throw digest.error("topic", "is \(topic), which is there twice")
            }
        }
        return digests
    }
}

extension AgentResult.Edge {
    fileprivate var document: JSONValue {
        [
            "target": .number(target), "clients": .number(clients),
            "offered": account.offered.document, "seen": account.seen.document,
            "superseded": account.superseded.document, "unseen": account.unseen.document,
            "response": .histogram(account.response),
            "upperResponse": .histogram(account.upperResponse),
            "undelayed": .histogram(account.undelayed),
            "lateness": .histogram(account.lateness), "isAmbiguous": .bool(account.isAmbiguous),
        ]
    }

    fileprivate init(
        _ reader: DocumentReader, window: Range<UInt64>
    ) throws(FleetDocumentError) {
        var reader = reader
        target = try reader.target()
        clients = try reader.count("clients")
        account = LiveAccount(
            window: window,
            amounts: (
                offered: try .init(try reader.object("offered")),
                seen: try .init(try reader.object("seen")),
                superseded: try .init(try reader.object("superseded")),
                unseen: try .init(try reader.object("unseen"))
            ),
            times: (
                response: try reader.histogram("response"),
                upperResponse: try reader.histogram("upperResponse"),
                undelayed: try reader.histogram("undelayed"),
                lateness: try reader.histogram("lateness")
            ), isAmbiguous: try reader.flag("isAmbiguous"))
        try reader.end()
    }
}

extension LiveAccount.Amount {
    fileprivate var document: JSONValue {
        ["frames": .number(frames), "records": .number(records)]
    }

    fileprivate init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        self.init(frames: try reader.count("frames"), records: try reader.count("records"))
        try reader.end()
    }
}

extension LiveFigures.Truth {
    fileprivate var document: JSONValue {
        [
            "channels": .number(channels), "differing": .number(differing),
            "reason": .text(
                reason.map { FleetText.cut($0, to: AgentResult.reasonBytes.upperBound) }),
        ]
    }

    fileprivate init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        self.init(channels: try reader.count("channels"), differing: try reader.count("differing"))
        reason = try reader.optionalText("reason", bytes: AgentResult.reasonBytes)
        guard differing <= channels else {
            throw reader.error("differing", "is \(differing), more than the \(channels) channels")
        }
        try reader.end()
    }
}

extension MemoryFigures {
    fileprivate var document: JSONValue {
        [
            "before": .count(residentBytesBefore), "peak": .count(residentBytesPeak),
            "after": .count(residentBytesAfter), "allocated": .count(allocatedBytes),
            "active": .count(activeBytes),
        ]
    }

    fileprivate init(_ reader: DocumentReader) throws(FleetDocumentError) {
        var reader = reader
        self.init(frameBufferBytes: 0)
        residentBytesBefore = try reader.optionalNumber("before", in: DocumentReader.counts)
        residentBytesPeak = try reader.optionalNumber("peak", in: DocumentReader.counts)
        residentBytesAfter = try reader.optionalNumber("after", in: DocumentReader.counts)
        allocatedBytes = try reader.optionalNumber("allocated", in: DocumentReader.counts)
        activeBytes = try reader.optionalNumber("active", in: DocumentReader.counts)
        try reader.end()
    }
}
