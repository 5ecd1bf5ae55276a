import OddsResults

/// What is said of a run of `bench platform` below its table.
enum PlatformSentences {
    static func all(_ run: PlatformRun) -> [String] {
        [
            run.reason.map { "\(run.status.rawValue): \($0)." }, unsent(run), failures(run),
            sessions(run), money(run), checks(run.checks), memory(run.service, run.client),
            lateness(run.lateness),
        ].compactMap(\.self)
    }

    static func hashing(_ result: PlatformResult) -> String? {
        result.hashing.map { hashing in
            """
            Beside: one core hashes \(FigureFormat.number(hashing.perSecond)) passwords/s at the \
            cost of real players, \(hashing.cost).
            """
        }
    }

    private static func count(_ value: Int) -> String { FigureFormat.count(Double(value)) }

    /// What the client could not send.
    private static func unsent(_ run: PlatformRun) -> String? {
        guard run.unsent > 0 else { return nil }
        let parts = run.routes.filter { $0.unsent > 0 }
            .map { "\($0.route.rawValue) \(count($0.unsent)) of \(count($0.due))" }
        return "Not sent, as the client was saturated: \(parts.joined(separator: ", "))."
    }

    private static func failures(_ run: PlatformRun) -> String? {
        let parts = run.routes.flatMap { figures in
            figures.failures.map { "\(figures.route.rawValue) \($0.error) \(count($0.count))" }
        }
        let lost = run.lost.reduce(0) { $0 + $1.count }
        let texts =
            (parts.isEmpty ? [] : ["Failed: \(parts.joined(separator: ", "))."])
            + (lost == 0 ? [] : ["Exchanges without an answer: \(count(lost))."])
        return texts.isEmpty ? nil : texts.joined(separator: " ")
    }

    static func sessions(_ run: PlatformRun) -> String {
        let sessions = run.sessions
        let storms =
            sessions.storms == 0
            ? ""
            : """
                ; \(FigureFormat.counted(sessions.storms, "storm")) ended \
                \(FigureFormat.counted(sessions.expired, "session"))
                """
        let refused =
            sessions.refused + sessions.repeated == 0
            ? ""
            : """
                ; \(FigureFormat.counted(sessions.refused, "exchange")) refused, \
                \(count(sessions.repeated)) repeated
                """
        return """
            Sessions: \(FigureFormat.counted(sessions.logins, "login")), \
            \(count(sessions.refreshes)) renewed (at most \(sessions.refreshesOfOnePlayer) of one \
            player)\(storms)\(refused).
            """
    }

    static func money(_ run: PlatformRun) -> String {
        """
        Money: \(FigureFormat.counted(run.money.deposits, "deposit")) of \(run.money.paid) \
        \(run.money.currency), and the balances have grown by \(run.money.credited).
        """
    }

    static func checks(_ checks: [PlatformCheck]) -> String {
        let wrong = checks.filter { !$0.isOK }
        guard wrong.isEmpty else {
            return "WRONG: " + wrong.map { "\($0.name): \($0.detail)" }.joined(separator: "; ")
                + "."
        }
        return "Checked, and right: \(checks.map(\.name).joined(separator: ", "))."
    }

    static func memory(_ service: PlatformProcess?, _ client: PlatformProcess?) -> String? {
        let processes = [("service", service), ("clients", client)]
        let parts = processes.compactMap { name, process in
            process.map { "\(name) \(text($0))" }
        }
        return parts.isEmpty ? nil : "Resident: \(parts.joined(separator: "; "))."
    }

    private static func text(_ process: PlatformProcess) -> String {
        let share = process.processorShare.map {
            ", \(FigureFormat.number($0)) cores busy"
        }
        return """
            before \(FigureText.bytes(process.residentBytesBefore)), peak \
            \(FigureText.bytes(process.residentBytesPeak)), after \
            \(FigureText.bytes(process.residentBytesAfter))\(share ?? "")
            """
    }

    static func lateness(_ lateness: LatencySummary) -> String {
        """
        The client's own delay, part of the response times: p50 \
        \(FigureText.duration(lateness.p50)), p99 \(FigureText.duration(lateness.p99)), \
        max \(FigureText.duration(lateness.max)).
        """
    }
}
