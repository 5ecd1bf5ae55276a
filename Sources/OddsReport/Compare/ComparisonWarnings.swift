import OddsResults

/// Reasons against comparing two results.
enum ComparisonWarnings {
    static func between(_ first: ResultDocument, _ second: ResultDocument) -> [String] {
        differences(first, second) + disturbances(of: first, called: "the first")
            + disturbances(of: second, called: "the second")
    }

    /// In which conditions the two differ.
    static func differences(_ first: ResultDocument, _ second: ResultDocument) -> [String] {
        var warnings: [String] = []
        let (one, other) = (first.setting, second.setting)
        func check(_ name: String, _ value: (Setting) -> String?, _ consequence: String = "") {
            guard let a = value(one), let b = value(other), a != b else { return }
            warnings.append("\(name) differs: \(a) against \(b)\(consequence)")
        }
        check("the provider", { $0.provider }, "; the frames are on different wires")
        check(
            "the traffic", { $0.trafficDigest.map { String($0.prefix(16)) } },
            "; the strategies did not do the same work")
        for (option, value) in one.options.sorted(by: { $0.key < $1.key }) {
            let theirs = other.options[option]
            if theirs != value, !Self.harmless.contains(option) {
                warnings.append("\(option) differs: \(value) against \(theirs ?? "none")")
            }
        }
        for option in other.options.keys.sorted()
        where one.options[option] == nil && !Self.harmless.contains(option) {
            warnings.append("\(option) differs: none against \(other.options[option] ?? "")")
        }
        for index in one.environment.indices where other.environment.indices.contains(index) {
            let (name, value) = one.environment[index]
            let theirs = other.environment[index].value
            if value != theirs { warnings.append("\(name) differs: \(value) against \(theirs)") }
        }
        return warnings
    }

    /// How the machine disturbed a result.
    static func disturbances(of document: ResultDocument, called name: String) -> [String] {
        var warnings: [String] = []
        for status in [RunResult.Status.invalid, .incomplete] {
            let count = document.runs.count { $0.status == status }
            guard count > 0 else { continue }
            let runs = FigureFormat.counted(count, "\(status.rawValue) run")
            warnings.append("\(name) has \(runs)")
        }
        if let share = document.setting.stolenShare, share > 0.01 {
            warnings.append(
                "\(name) lost \(FigureFormat.number(share * 100))% of the time to steal by the "
                    + "hypervisor")
        }
        return warnings
    }

    /// Options that do not affect a run's figures.
    static let harmless: Set<String> = ["--repeat", "--fail-if", "--intervals"]
}

/// The conditions of a result.
struct Setting {
    /// Whose wire the traffic was on; `nil` without any.
    var provider: String?
    var trafficDigest: String?
    /// The command's options with their values.
    var options: [String: String] = [:]
    var environment: [(name: String, value: String)] = []
    var stolenShare: Double?
    /// When the command started, in ISO 8601.
    var startedAt: String

    init(_ result: ResultEnvelope<some ResultContent>) {
        let (command, environment) = (result.command, result.environment)
        trafficDigest = result.trafficDigest
        // Results before there was a second one do not name it.
        let hasTraffic = result.arrival != nil || trafficDigest != nil
        provider = result.provider ?? (hasTraffic ? "everymatrix" : nil)
        for (position, word) in command.enumerated() where word.hasPrefix("--") {
            let next = position + 1 < command.count ? command[position + 1] : ""
            options[word] = next.hasPrefix("--") ? "" : next
        }
        if result.provider != nil { options["--provider"] = nil }
        let machine = environment.machine
        self.environment = [
            ("the processor", machine.processor ?? machine.architecture),
            ("the number of cores", "\(machine.coreCount)"),
            ("the memory", FigureFormat.bytes(Double(machine.memoryBytes))),
            ("the system", "\(machine.operatingSystem), kernel \(machine.kernel)"),
            ("the toolchain", environment.toolchain ?? FigureFormat.missing),
            ("the allocator", environment.allocator),
            ("the build", environment.buildMode),
        ]
        stolenShare = environment.stolenShare
        startedAt = environment.startedAt
    }

    /// None: results of a history have conditions of their own.
    init() {
        environment = []
        startedAt = ""
    }

    init(_ result: PeersResult) {
        let machine = result.machine
        environment = [
            ("the processor", machine.processor ?? FigureFormat.missing),
            ("the number of cores", "\(machine.cores)"), ("the system", machine.system),
            ("the compiler", machine.compiler),
        ]
        startedAt = result.date
    }
}

extension ResultDocument {
    var setting: Setting {
        switch self {
        case .run(let result): Setting(result)
        case .baseline(let result): Setting(result)
        case .soak(let result): Setting(result)
        case .memory(let result): Setting(result)
        case .saturation(let result): Setting(result)
        case .growth(let result): Setting(result)
        case .selfTest(let result): Setting(result)
        case .gate(let result): Setting(result)
        case .gateProof(let result): Setting(result)
        case .calibration(let result): Setting(result)
        case .count(let result): Setting(result)
        case .platform(let result): Setting(result)
        case .betting(let result): Setting(result)
        case .game(let result): Setting(result)
        case .fleetCosts(let result): Setting(result)
        case .fleetPlan(let result): Setting(result)
        case .peers(let result): Setting(result)
        case .history: Setting()
        }
    }

    /// All runs in it.
    var runs: [RunResult] {
        switch self {
        case .run(let result): result.runs
        case .baseline(let result): result.runs
        case .soak(let result): [result.run]
        case .saturation(let result): result.curves.flatMap { $0.points.map(\.run) }
        case .growth(let result): result.curves.flatMap { $0.points.map(\.run) }
        case .gate(let result): result.runs.map(\.run)
        case .calibration(let result): result.runs.map(\.run)
        case .memory, .selfTest, .peers, .gateProof, .count, .platform, .betting, .game, .history,
            .fleetCosts, .fleetPlan:
            []
        }
    }
}
