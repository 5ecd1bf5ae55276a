import OddsJSON

/// What a coordinator asks an agent for. Nothing else can be asked.
package enum AgentRequest: Equatable, Sendable {
    /// Who is there; all agents answer it.
    case who
    /// To carry out a plan, for a coordinator of that name.
    case offer(FleetRunPlan, coordinator: String)
    /// To begin at a time of the source's monotonic clock.
    case go(RunID, startNanoseconds: UInt64)
    /// To close the window, if it is open, and to compare, if the world is at rest.
    case check(RunID, isAtRest: Bool)
    /// To let go, and why.
    case release(RunID, reason: String)

    package static let schema = "oddsbench.fleet-request/1"
    /// A coordinator's name: unique, so that one that asks again is told from another.
    package static let coordinatorBytes = 1...128
    package static let reasonBytes = 0...1_024

    package var json: [UInt8] {
        let content: [(String, JSONValue)] =
            switch self {
            case .who: [("kind", "who")]
            case .offer(let plan, let coordinator):
                [
                    ("kind", "offer"), ("coordinator", .string(coordinator)),
                    ("plan", plan.document),
                ]
            case .go(let run, let start):
                [
                    ("kind", "go"), ("run", .string(run.text)),
                    ("startNanoseconds", .number(start)),
                ]
            case .check(let run, let isAtRest):
                [
                    ("kind", "check"), ("run", .string(run.text)), ("isAtRest", .bool(isAtRest)),
                ]
            case .release(let run, let reason):
                [
                    ("kind", "release"), ("run", .string(run.text)),
                    ("reason", .string(FleetText.cut(reason, to: Self.reasonBytes.upperBound))),
                ]
            }
        return FleetText.document(Self.schema, content)
    }

    /// - Throws: `FleetDocumentError`, which an agent answers with: nothing of it is carried out.
    package init(json bytes: some Collection<UInt8>) throws(FleetDocumentError) {
        var reader = try DocumentReader(
            document: bytes, schema: Self.schema, bytesMax: FleetRunPlan.bytesMax + 1_024)
        switch try reader.text("kind", bytes: 1...16) {
        case "who": self = .who
        case "offer":
            let coordinator = try reader.text("coordinator", bytes: Self.coordinatorBytes)
            let plan = try FleetRunPlan(try reader.value("plan"), at: "plan")
            self = .offer(plan, coordinator: coordinator)
        case "go":
            self = .go(
                try reader.runID("run"),
                startNanoseconds: try reader.number("startNanoseconds", in: FleetText.times))
        case "check":
            self = .check(try reader.runID("run"), isAtRest: try reader.flag("isAtRest"))
        case "release":
            self = .release(
                try reader.runID("run"),
                reason: try reader.text("reason", bytes: Self.reasonBytes))
        case let kind: throw FleetText.unknownKind(kind)
        }
        try reader.end()
    }
}

/// What documents of a fleet have in common.
enum FleetText {
    /// Times of clocks: up to 146 years, so that sums of two never overflow.
    static let times: ClosedRange<UInt64> = 0...(1 << 62)

    static func document(_ schema: String, _ content: [(String, JSONValue)]) -> [UInt8] {
        let members = [JSONMember("schema", .string(schema))]
            + content.filter { $0.1 != .null }.map { JSONMember($0.0, $0.1) }
        return JSONValue.object(members).json
    }

    static func unknownKind(_ kind: String) -> FleetDocumentError {
        FleetDocumentError("kind", "'\(FleetDocumentError.excerpt(kind))' is not known")
    }

    /// The first bytes of a text, in whole characters.
    static func cut(_ text: String, to bytes: Int) -> String {
        guard text.utf8.count > bytes else { return text }
        var cut = ""
        for character in text {
            guard cut.utf8.count + character.utf8.count <= bytes else { break }
            cut.append(character)
        }
        return cut
    }
}
