import ArgumentParser
import OddsResults

/// The options of `bench game`, which help, completions and presets know without the program
/// that has the command.
package struct GameCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "game",
        abstract: "Measures a page of live odds in a real browser, to the paint.",
        discussion: """
            Opens the page in Chromium, headless and as large as a phone, on a server of its own, \
            a child process. Latencies count from when an update was due until the first paint \
            that shows it or a newer value of its cell. Each run has a fresh world and a fresh \
            page; the page is measured idle first, and a machine whose idle frames are late makes \
            the run INVALID, with status 4, and ends it at once. Afterwards the stream is paused, \
            and all odds of the page are compared with the server's; a difference makes the run \
            INVALID and ends with status 1. --gate judges the goals of the page: status 1 if one \
            is missed, 3 if one is open.

            Example: bench game --render every --rates 10,1000 --fail-if 'paint.p99>50ms'
            """)

    @Option(
        help: """
            How the page draws: frame, once a frame; message, the cells of each message at once; \
            all, the whole visible list at each message; every, all three in runs of their own \
            (default: frame).
            """)
    package var render: GameRenderSelection?

    @Option(
        help: ArgumentHelp(
            """
            Updates per second, each in runs of its own; with --pages, of each page (default: \
            \(Self.defaultRates.defaultValueDescription); with --pages the stream of the exercise, \
            at most 10).
            """, valueName: "rate,…"))
    package var rates: RatesOption?

    @Option(help: "Matches of each page.")
    package var matches = Defaulted(100)

    @Option(
        help: """
            Measured time of a run, and up to six times as much until its p99 has the samples \
            that it takes; or that of each window of a soak. A bare number is seconds, or use \
            ms, s, m, h.
            """)
    package var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before the idle page, and again before the measured time.")
    package var warmup = DurationOption(seconds: 2)

    @Option(name: .customLong("repeat"), help: "Number of runs of each kind.")
    package var repeatCount = Defaulted(1)

    @Option(help: "Seed of the server's worlds and of the provider's feed.")
    package var seed = Defaulted<UInt64>(42)

    @Option(
        help: """
            Who moves the odds behind the server: everymatrix, by the simulator as another child \
            process, whose BETTING_OFFER updates --rates then counts (default: the server itself).
            """)
    package var provider: GameProvider?

    @Option(
        help: ArgumentHelp(
            """
            Measure windows of --duration for so long, with the heap between them, and judge how \
            much the figures rise. Takes one render and one rate.
            """, valueName: "time"))
    package var soak: DurationOption?

    @Option(
        help: """
            Number of pages without a browser, each with a world and a stream of its own: what \
            they cost their server, and how late they get what.
            """)
    package var pages: Int?

    @Flag(
        help: """
            Judge the goals of the page at 10 and 2,000 updates/s with 100 matches: main-thread \
            time, late frames, long tasks and latency to the paint.
            """)
    package var gate = false

    @Option(
        help: """
            By how much the page slows the drawing of each frame on purpose, so that a gate has \
            something to find (default: not at all).
            """)
    package var slow: DurationOption?

    @Option(
        help: ArgumentHelp(
            "The browser (default: chromium, chromium-browser or google-chrome of the PATH).",
            valueName: "file"),
        completion: .file())
    package var browser: String?

    @Option(
        help: ArgumentHelp(
            "Page of a server to use instead of starting one.", valueName: "http://…"))
    package var connect: String?

    @Option(
        help: ArgumentHelp("Control interface of that server.", valueName: "http://…"))
    package var control: String?

    @Option(
        name: .customLong("fail-if"),
        help: ArgumentHelp(
            """
            Fail (status 1) if this holds for a run, such as paint.p99>50ms. Subjects are paint; \
            its parts wire, store, server (with a provider), network, worker and frame; \
            mainThread, frames, longTasks and lateness. Can be given several times.
            """, valueName: "condition"))
    package var failIf: [String] = []

    @OptionGroup
    package var main: OutputOptions

    @OptionGroup
    package var details: DetailsOption

    @OptionGroup
    package var reports: ReportFileOptions

    @OptionGroup
    package var results: ResultOptions

    package init() {}

    static let defaultRates = RatesOption([10, 100, 1_000, 5_000])
    /// What `game` can ask of a platform.
    private static let providerMatchesMax = 1_000
    private static let slowMax: UInt64 = 1_000_000_000
    private static let soakMax: UInt64 = 24 * 3_600_000_000_000

    package func validate() throws {
        try LoadChecks.ranges([
            ("matches", matches.value, 1...10_000), ("repeat", repeatCount.value, 1...100),
            ("pages", pages ?? 1, 1...1_000),
        ])
        for rate in rates?.rates ?? [] where !rateRange.contains(rate) {
            throw ValidationError(
                """
                --rates \(rate): must be between \(rateRange.lowerBound) and \
                \(rateRange.upperBound)
                """)
        }
        try LoadChecks.duration(duration)
        guard slow?.nanoseconds ?? 0 <= Self.slowMax else {
            throw ValidationError("--slow must be at most a second; 30 ms are written 30ms")
        }
        if gate { try exclude("--gate", [("--render", render != nil), ("--rates", rates != nil)]) }
        if gate, matches.isGiven { throw ValidationError("--gate excludes --matches") }
        if gate || pages != nil {
            try exclude(
                gate ? "--gate" : "--pages",
                [("--pages", gate && pages != nil), ("--soak", soak != nil)])
        }
        if gate { try exclude("--gate", [("--provider", provider != nil)]) }
        if pages != nil {
            try exclude(
                "--pages",
                [
                    ("--render", render != nil), ("--slow", slow != nil),
                    ("--browser", browser != nil), ("--fail-if", !failIf.isEmpty),
                ])
            guard provider == nil || rates != nil else {
                throw ValidationError("--pages with --provider takes --rates, that of the feed")
            }
            guard rates?.rates.count ?? 1 == 1 else {
                throw ValidationError("--pages takes one of --rates, that of each page")
            }
        }
        try validateSoak()
        if provider != nil, matches.value > Self.providerMatchesMax {
            throw ValidationError(
                """
                --matches \(matches.value): must be at most \(Self.providerMatchesMax) with \
                --provider, as a list of the feed has no more
                """)
        }
        guard (connect == nil) == (control == nil) else {
            throw ValidationError("--connect and --control are those of one server: give both")
        }
        if connect != nil { try exclude("--connect", [("--provider", provider != nil)]) }
        _ = try conditions()
    }

    /// Those that a world, or the simulator, can be asked for.
    private var rateRange: ClosedRange<Int> { provider == nil ? 1...20_000 : 1...1_000_000 }

    private func exclude(_ option: String, _ others: [(name: String, isGiven: Bool)]) throws {
        if let other = others.first(where: \.isGiven) {
            throw ValidationError("\(option) excludes \(other.name)")
        }
    }

    private func validateSoak() throws {
        guard let soak else { return }
        guard renders.count == 1, plannedRates.count == 1, rates != nil else {
            throw ValidationError("--soak takes one of --rates, and one --render")
        }
        // Trends take six windows.
        guard soak.nanoseconds >= 6 * duration.nanoseconds, soak.nanoseconds <= Self.soakMax else {
            throw ValidationError(
                """
                --soak \(soak.defaultValueDescription): must be at least six of --duration, and \
                at most a day
                """)
        }
    }

    /// What fails a run.
    ///
    /// - Throws: `ValidationError` for a text that is no condition.
    package func conditions() throws -> [GameCondition] { try LoadChecks.conditions(failIf) }
}

extension GameCommandOptions {
    /// How pages draw, in runs of their own.
    package var renders: [GameRender] { (render ?? .frame).renders }

    /// The rates of pages in a browser.
    package var plannedRates: [Int] {
        gate ? GameGoal.rates : (rates ?? Self.defaultRates).rates
    }

    /// What is measured, in words.
    package var title: String {
        let time = """
            for \((soak ?? duration).defaultValueDescription) after \
            \(warmup.defaultValueDescription) of warm-up, seed \(seed.value)
            """
        let source = provider.map { "; odds of \($0.rawValue)" } ?? ""
        if let pages {
            let rate = rates.map { "\($0.title) updates/s each" } ?? "the stream of the exercise"
            return """
                game, \(FigureFormat.counted(pages, "page")) without a browser, \(rate), \
                \(matchesText), \(time)\(source)
                """
        }
        let rates = RatesOption(plannedRates).title
        return """
            game, drawn by \(renders.map(\.rawValue).joined(separator: ", ")) at \(rates) \
            updates/s with \(matchesText), \(time)\(source)\
            \(slow.map { "; each frame slowed by \($0.defaultValueDescription)" } ?? "")
            """
    }

    private var matchesText: String { "\(FigureFormat.count(Double(matches.value))) matches" }

    /// The command with all defaults.
    package var words: [String] {
        var words = ["bench", "game"]
        if let pages {
            words += ["--pages", "\(pages)"]
            if let rates { words += ["--rates", rates.defaultValueDescription] }
        } else if gate {
            words.append("--gate")
        } else {
            words += [
                "--render", (render ?? .frame).rawValue,
                "--rates", RatesOption(plannedRates).defaultValueDescription,
            ]
        }
        // A gate has its own, and takes no other.
        if !gate { words += ["--matches", "\(matches.value)"] }
        words += [
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--repeat", "\(repeatCount.value)",
            "--seed", "\(seed.value)",
        ]
        if let provider { words += ["--provider", provider.rawValue] }
        if let soak { words += ["--soak", soak.defaultValueDescription] }
        if let slow { words += ["--slow", slow.defaultValueDescription] }
        if let browser { words += ["--browser", browser] }
        if let connect, let control { words += ["--connect", connect, "--control", control] }
        return words + failIf.flatMap { ["--fail-if", $0] }
    }

    /// The options of the simulator: a feed of three times as many matches as a page has, as
    /// only those that have not begun are shown, each with the two odds that the page shows.
    ///
    /// - Parameter rate: Its BETTING_OFFER updates per second.
    package func simulatorWords(rate: Int) -> [String] {
        [
            "--events", "\(3 * matches.value)", "--markets", "1", "--outcomes", "2",
            "--rate", "\(rate)", "--seed", "\(seed.value)",
        ]
    }
}

/// How pages draw, as the option has it.
package enum GameRenderSelection: String, CaseIterable, ExpressibleByArgument {
    case frame, message, all, every

    package var renders: [GameRender] {
        switch self {
        case .frame: [.frame]
        case .message: [.message]
        case .all: [.all]
        case .every: GameRender.allCases
        }
    }
}

/// Who moves the odds behind the server of a page.
package enum GameProvider: String, CaseIterable, ExpressibleByArgument {
    case everymatrix
}

/// Rates with commas between them, as options have them.
package struct RatesOption: ExpressibleByArgument, Equatable {
    /// Ascending, each once.
    package let rates: [Int]

    package init(_ rates: [Int]) { self.rates = rates }

    package init?(argument: String) {
        var rates: Set<Int> = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let rate = CountText.number(part) else {
                ValueAdvice.note(argument, CountText.advice(for: part))
                return nil
            }
            rates.insert(rate)
        }
        self.rates = rates.sorted()
    }

    package var defaultValueDescription: String {
        rates.map { "\($0)" }.joined(separator: ",")
    }

    /// `10, 100 and 1,000`.
    var title: String {
        let texts = rates.map { FigureFormat.count(Double($0)) }
        guard let last = texts.last, texts.count > 1 else { return texts.joined() }
        return texts.dropLast().joined(separator: ", ") + " and \(last)"
    }
}
