import OddsJSON

/// What stands in the stream of a run. Who wrote a message is what its subject says, which the
/// NATS server's permissions hold; so no message names its sender.
package enum RunMessage: Sendable {
    /// By the coordinator: what was to be done.
    case planned(FleetRunPlan, RunOrigin)
    /// By the coordinator: the window opens the warm-up after that time of the source's clock.
    case start(sourceNanoseconds: UInt64)
    /// By the coordinator: what comes later does not count. Why the run ended early, if it did.
    case end(cutShort: String?)
    /// By an agent: its clients are connected and equal to the source, and its clock compared.
    case ready(ClockMapping)
    /// By an agent: it cannot take part.
    case failed(reason: String)
    /// By an agent, each second.
    case report(AgentReport)
    /// By an agent: a part of its whole result.
    case part(DocumentPart)

    package static let schema = "oddsbench.fleet-run/1"
    /// Below the message limit of a NATS server, headers included.
    package static let bytesMax = 1_000 << 10

    package enum Sender: Hashable, Sendable {
        case coordinator
        case agent(AgentName)

        /// - Throws: `FleetDocumentError` for what is no name.
        package init(_ text: String) throws(FleetDocumentError) {
            self =
                text == AgentName.coordinator
                ? .coordinator : .agent(try AgentName(text))
        }

        /// The last token of the subject.
        package var text: String {
            switch self {
            case .coordinator: AgentName.coordinator
            case .agent(let name): name.text
            }
        }
    }

    package var json: [UInt8] {
        let content: [(String, JSONValue)] =
            switch self {
            case .planned(let plan, let origin):
                [("kind", "plan"), ("plan", plan.document), ("origin", origin.document)]
            case .start(let time): [("kind", "start"), ("sourceNanoseconds", .number(time))]
            case .end(let reason):
                [("kind", "end"), ("cutShort", .text(reason.map { FleetText.cut($0, to: 1_024) }))]
            case .ready(let clock): [("kind", "ready"), ("clock", clock.document)]
            case .failed(let reason):
                [("kind", "failed"), ("reason", .string(FleetText.cut(reason, to: 1_024)))]
            case .report(let report): [("kind", "report")] + report.members
            case .part(let part): [("kind", "part")] + part.members
            }
        return FleetText.document(Self.schema, content)
    }

    /// - Parameter sender: By the subject: only a coordinator plans, starts and ends, and only an
    ///   agent reports.
    /// - Throws: `FleetDocumentError` for what is no such message; it is to be dropped and counted.
    package init(
        json bytes: some Collection<UInt8>, from sender: Sender
    ) throws(FleetDocumentError) {
        var reader = try DocumentReader(
            document: bytes, schema: Self.schema, bytesMax: Self.bytesMax)
        switch (try reader.text("kind", bytes: 1...16), sender == .coordinator) {
        case ("plan", true):
            let plan = try FleetRunPlan(try reader.value("plan"), at: "plan")
            self = .planned(plan, try RunOrigin(try reader.object("origin")))
        case ("start", true):
            self = .start(
                sourceNanoseconds: try reader.number("sourceNanoseconds", in: FleetText.times))
        case ("end", true):
            self = .end(cutShort: try reader.optionalText("cutShort", bytes: 1...1_024))
        case ("ready", false): self = .ready(try ClockMapping(try reader.object("clock")))
        case ("failed", false):
            self = .failed(reason: try reader.text("reason", bytes: 0...1_024))
        case ("report", false): self = .report(try AgentReport(&reader))
        case ("part", false): self = .part(try DocumentPart(&reader))
        case (let kind, _):
            throw FleetDocumentError(
                "kind", "'\(FleetDocumentError.excerpt(kind))' of '\(sender.text)' is not known")
        }
        try reader.end()
    }
}
