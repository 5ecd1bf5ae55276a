import OddsResults

extension ResultDocument {
    /// When it was measured and what was measured, such as
    /// `2026-11-25 17:03 · run full, delta, graph at 10,000/s`.
    package var title: String {
        [startedAt, subject].filter { !$0.isEmpty }.joined(separator: " · ")
    }

    /// When the command started, in UTC and to the minute: `2026-11-25 17:03`.
    var startedAt: String { ResultTime.minute(of: setting.startedAt) }

    /// The command with what makes this result different from others.
    private var subject: String {
        switch self {
        case .run(let result):
            let command =
                result.runs.contains { $0.fleet != nil }
                ? "fleet" : result.runs.contains { $0.live != nil } ? "live" : "run"
            return Self.words(command, Self.strategies(result.runs), Self.load(result))
        case .baseline(let result):
            return Self.words(
                "baseline \(result.result.name),", Self.strategies(result.runs),
                Self.load(result))
        case .saturation(let result):
            return Self.words(
                "saturate", Self.list(result.curves.map(\.strategy)), "for \(result.objective)")
        case .growth(let result):
            return Self.words(
                "saturate", Self.list(result.curves.map(\.strategy)), "by \(result.scale)")
        case .soak(let result):
            let duration = FigureText.option("--duration", in: result.command)
            return Self.words(
                "soak", result.run.strategy, Self.load(result),
                duration.isEmpty ? "" : "for \(duration)")
        case .memory(let result):
            return Self.words("memory", Self.list(result.profiles.map(\.strategy)))
        case .selfTest: return "selftest"
        case .gate(let result):
            return "gate \(result.candidate.name) against \(result.baseline.name)"
        case .gateProof(let proof): return "gate-proof, \(proof.gates.count) gates"
        case .calibration(let result):
            return Self.words("calibrate", Self.strategies(result.runs.map(\.run)))
        case .count(let result):
            return result.records == nil
                ? Self.words("count", Self.list(result.counts.map(\.strategy))) : "count-records"
        case .platform(let result):
            return Self.words(
                "platform", FigureFormat.counted(result.players, "player"), Self.load(result))
        case .betting(let result):
            return Self.words(
                "betting", Self.list(result.result.strategies), Self.load(result),
                "sync \(Self.list(result.result.syncs))")
        case .game(let result):
            let rates = result.result.rates.map { FigureText.rate(Double($0)) }
            let pages = (result.loads ?? []).map { FigureFormat.counted($0.pages, "page") }
            return Self.words(
                "game", Self.list(result.result.renders.map(\.rawValue)),
                rates.isEmpty ? "" : "at \(Self.list(rates))", Self.list(pages),
                result.result.provider.map { "with \($0)" } ?? "")
        case .fleetCosts(let result):
            return "fleet costs of frames of \(FigureFormat.count(Double(result.frameBytes))) bytes"
        case .fleetPlan(let result):
            return "fleet plan for \(FleetPlanText.demand(result.input))"
        case .peers: return "peers"
        case .history(let lines):
            return Self.words("history of", Self.list(lines.map(\.strategy)))
        }
    }

    private static func words(_ words: String...) -> String {
        words.filter { !$0.isEmpty }.joined(separator: " ")
    }

    private static func list(_ names: [String]) -> String {
        names.uniqued().joined(separator: ", ")
    }

    private static func strategies(_ runs: [RunResult]) -> String { list(runs.map(\.strategy)) }

    /// The rate, and the traffic unless it is the usual.
    private static func load(_ result: ResultEnvelope<some ResultContent>) -> String {
        let rate = FigureText.option("--rate", in: result.command)
        let capture = FigureText.option("--capture", in: result.command)
        let scenario = FigureText.option("--scenario", in: result.command)
        let traffic =
            capture.isEmpty
            ? (scenario == "steady" ? "" : scenario)
            : String(capture.split(separator: "/").last ?? "")
        return words(
            traffic.isEmpty ? "" : "on \(traffic)",
            rate.isEmpty ? "" : "at \(Double(rate).map(FigureFormat.count) ?? rate)/s")
    }
}

/// Times of results as people read them.
enum ResultTime {
    /// `2026-11-25T17:03:12Z` as `2026-11-25 17:03`; any other text as it is.
    static func minute(of text: String) -> String {
        let parts = text.split(separator: "T", omittingEmptySubsequences: false)
        guard parts.count == 2, parts[0].count == 10, parts[1].count >= 5, text.hasSuffix("Z"),
            text.utf8.allSatisfy({ $0 < 0x80 })
        else { return text }
        return "\(parts[0]) \(parts[1].prefix(5))"
    }
}
