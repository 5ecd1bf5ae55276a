import OddsResults

/// Everything needed to repeat a result.
struct Provenance {
    /// The command, quoted for a shell.
    let command: String
    var facts: [(label: String, value: String)]
    /// Why a result was cut short, and the reasons for missing figures.
    var notes: [String] = []

    init(_ result: ResultEnvelope<some ResultContent>) {
        command = result.command.map(Self.quoted).joined(separator: " ")
        let environment = result.environment
        let machine = environment.machine
        facts = [("schema", result.schema)]
        if let provider = result.provider { facts.append(("provider", provider)) }
        if let seed = result.seed { facts.append(("seed", "\(seed)")) }
        if let arrival = result.arrival { facts.append(("arrival", "\(arrival)")) }
        if let digest = result.trafficDigest { facts.append(("traffic digest, SHA-256", digest)) }
        if let verified = result.verified { facts.append(("reference", verified.text)) }
        facts += [
            ("machine", machine.processorTitle),
            ("memory", FigureFormat.bytes(Double(machine.memoryBytes))),
            ("system", "\(machine.operatingSystem), kernel \(machine.kernel)"),
            ("architecture", machine.architecture),
            ("toolchain", environment.toolchain ?? FigureFormat.missing),
            ("allocator", environment.allocator),
            ("build", environment.buildMode),
            ("commit", environment.commit?.description ?? FigureFormat.missing),
            ("started", environment.startedAt),
            (
                "stolen by the hypervisor",
                environment.stolenShare.map { FigureFormat.number($0 * 100) + "%" }
                    ?? FigureFormat.missing
            ),
        ]
        notes = (result.cutShort.map { ["Cut short: \($0)."] } ?? []) + environment.missing
    }

    init(command: String, facts: [(label: String, value: String)]) {
        self.command = command
        self.facts = facts
    }

    /// Quotes a word for a POSIX shell.
    static func quoted(_ word: String) -> String {
        let isPlain = !word.isEmpty && word.utf8.allSatisfy { byte in
            switch UInt8(byte) {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"):
                true
            default: "-_./:=,+@%".utf8.contains(byte)
            }
        }
        return isPlain ? word : "'" + word.split(
            separator: "'", omittingEmptySubsequences: false).joined(separator: "'\\''") + "'"
    }
}
