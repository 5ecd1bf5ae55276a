import OddsMeasurement
import OddsResults

/// What is said of runs of `bench game` below their tables.
enum GameSentences {
    /// What a reader has to know without asking for details: what is wrong, and what was
    /// compared.
    static func summary(_ result: GameResult) -> [String] {
        let runs: [(title: String, run: any LoadRun)] =
            result.runs.map { ($0.title, $0) } + (result.loads ?? []).map { ($0.title, $0) }
        var sentences = runs.compactMap { title, run in
            run.reason.map { "\(title): \(run.status.rawValue): \($0)." }
        }
        sentences += runs.compactMap { title, run in
            run.failedCheck.map { "WRONG in \(title): \($0.name): \($0.detail)." }
        }
        let names = runs.flatMap { $0.run.checks.filter(\.isOK).map(\.name) }.uniqued()
        if runs.allSatisfy({ $0.run.failedCheck == nil }), !names.isEmpty {
            let count = runs.count > 1 ? " in all \(runs.count) runs" : ""
            sentences.append("Checked, and right\(count): \(names.joined(separator: ", ")).")
        }
        sentences += result.groups.compactMap(samples)
        if result.provider != nil { sentences += result.groups.compactMap(shownShare) }
        if result.runs.count == 1, let run = result.runs.first {
            sentences += ([heap(run)] + ends(run)).compactMap(\.self)
        }
        // Why one is INVALID stands above.
        return sentences
            + (result.loads ?? []).flatMap { all($0).dropFirst($0.reason == nil ? 0 : 1) }
    }

    static func all(_ run: GameRun) -> [String] {
        [
            run.reason.map { "\(run.status.rawValue): \($0)." },
            run.windowNanoseconds > 0 ? updates(run.updates) : nil, heap(run), longFrames(run),
        ].compactMap(\.self) + ends(run)
    }

    static func all(_ load: GameLoad) -> [String] {
        [
            load.reason.map { "\(load.status.rawValue): \($0)." }, traffic(load),
            process("Server", load.server), process("Pages", load.client),
            written(load.lateness), opening(load.opening),
        ].compactMap(\.self)
    }

    private static func count(_ value: Int) -> String { FigureFormat.count(Double(value)) }

    private static func updates(_ updates: GameUpdates) -> String {
        """
        Updates: \(count(updates.received)) received, \(count(updates.applied)) applied, of which \
        \(count(updates.coalesced)) had a newer one before the frame and \
        \(count(updates.superseded)) before the paint; \(count(updates.stale)) stale, \
        \(count(updates.unknown)) of unknown matches; \(count(updates.sampled)) of rows on the \
        screen count, and \(count(updates.unseen)) left it before the paint.
        """
    }

    private static func heap(_ run: GameRun) -> String? {
        guard let before = run.heapBytesBefore, let after = run.heapBytesAfter else { return nil }
        return """
            Heap of page and worker: \(FigureText.bytes(before)) before, \
            \(FigureText.bytes(after)) after.
            """
    }

    /// The generator and the clock; nothing of a run that was decided before.
    private static func ends(_ run: GameRun) -> [String] {
        run.windowNanoseconds == 0 ? [] : [delay(run.lateness), clock(run.clock)]
    }

    /// The number of samples where a 99th percentile takes more; `nil` where it has them.
    private static func samples(
        _ group: (render: GameRender, rate: Int, runs: [GameRun])
    ) -> String? {
        let measured = group.runs.filter { $0.windowNanoseconds > 0 }
        let wanted = Percentile.p99.sampleCountMin
        guard let least = measured.map(\.paint.count).min(), least < wanted else { return nil }
        return """
            \(group.render.rawValue) at \(FigureFormat.count(Double(group.rate)))/s: \
            \(FigureFormat.counted(Int(least), "update")) of rows on the screen in a run, and a \
            p99 takes \(wanted): a longer --duration brings them.
            """
    }

    private static func longFrames(_ run: GameRun) -> String? {
        guard let longest = run.longAnimationFrames.map(\.durationNanoseconds).max() else {
            return nil
        }
        let count = FigureFormat.counted(run.longAnimationFrames.count, "long animation frame")
        return "The browser noted \(count), of at most \(FigureText.duration(longest))."
    }

    /// That a provider's feed is of more matches than a page shows.
    private static func shownShare(
        _ group: (render: GameRender, rate: Int, runs: [GameRun])
    ) -> String? {
        let rates = group.runs.filter { $0.windowNanoseconds > 0 }.map {
            Double($0.updates.received) / Double($0.windowNanoseconds) * 1e9
        }
        return Spread(rates).map { rate in
            """
            Of the feed's \(FigureFormat.count(Double(group.rate))) updates/s, \
            \(FigureFormat.number(rate.median)) are of the page's matches.
            """
        }
    }

    private static func delay(_ lateness: LatencySummary) -> String {
        "The generator's own delay, of all updates, on the screen or not: \(times(lateness))."
    }

    private static func written(_ lateness: LatencySummary) -> String {
        "From when an update was due until the server had written it: \(times(lateness))."
    }

    private static func times(_ summary: LatencySummary) -> String {
        """
        p50 \(FigureText.duration(summary.p50)), p99 \(FigureText.duration(summary.p99)), max \
        \(FigureText.duration(summary.max))
        """
    }

    private static func clock(_ clock: GameClock) -> String {
        """
        The page's clock: \(FigureText.duration(Double(clock.offsetNanoseconds))) from the \
        server's, give or take \(FigureText.duration(clock.errorNanoseconds)).
        """
    }

    private static func traffic(_ load: GameLoad) -> String {
        """
        Received: \(count(load.updates)) updates in \(count(load.messages)) messages of \
        \(FigureText.bytes(load.messageBytes)), \(FigureFormat.number(load.messagesPerSecond)) \
        messages/s.
        """
    }

    /// `nil` for one that is not known.
    private static func process(_ name: String, _ process: GameProcess) -> String? {
        guard process.residentBytesLoaded != nil else { return nil }
        let shares = [process.processorShareIdle, process.processorShare].map {
            $0.map(FigureFormat.number) ?? FigureFormat.missing
        }
        return """
            \(name): resident \(FigureText.bytes(process.residentBytesIdle)) before, \
            \(FigureText.bytes(process.residentBytesLoaded)) with all pages, at most \
            \(FigureText.bytes(process.residentBytesPeak)); \(shares[0]) cores busy before, \
            \(shares[1]) with all.
            """
    }

    private static func opening(_ opening: LatencySummary) -> String {
        "Opening a page: \(times(opening))."
    }
}
