import ArgumentParser
import Foundation
import OddsResults

/// The options of `bench betting`, which help, completions and presets know without the
/// program that has the command.
package struct BettingCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "betting",
        abstract: "Measures tickets that are placed against moving odds.",
        discussion: """
            Players place tickets with the platform of the simulator, a child process that keeps \
            its state in a file, while its feed moves the odds. A feed client of the library \
            reads them, and tickets name the odds as it knew them some time ago, each of \
            --delays: how many are refused because the odds have changed is a curve for each \
            strategy. Tickets are due at times that are fixed before; none waits for the one \
            before, and its response time counts from when it was due. The feed is measured \
            before there are tickets, too. Afterwards balances, bets and counts of both ends are \
            compared; a difference makes the run INVALID and ends with status 1. It is also \
            INVALID, with status 4, if the client itself was late.

            Example: bench betting --rate 2000 --strategy all --delays 0,100ms,1s \
            --fail-if 'tickets.responseTime.p99>50ms'
            """)

    @Option(help: "Number of players, all of them logged in.")
    package var players = Defaulted(1_000)

    @Option(help: "Tickets per second.")
    package var rate = Defaulted(2_000)

    @Option(help: "BETTING_OFFER updates per second of the feed.")
    package var updates = Defaulted(10_000)

    @Option(
        help: """
            Strategies of the feed client: \(StrategyHelp.several), each in runs of its own.
            """)
    package var strategy = StrategySelection.one(.graph)

    @Option(help: "Which changes of the odds tickets accept: none, higher or any.")
    package var policy = BettingPolicy.none

    @Option(
        help: """
            What a commit of the platform waits for, SQLite's synchronous: full (the disk, so \
            that the loss of power loses nothing), normal, or both in runs of their own.
            """)
    package var sync = SyncSelection.full

    @Option(
        help: ArgumentHelp(
            "How long ago the client knew the odds of its tickets; each ticket draws one.",
            valueName: "time,…"))
    package var delays = DelaysOption(milliseconds: [0, 10, 30, 100, 300, 1_000])

    @Option(help: "Seed of tickets and odds; the same seed gives the same schedule.")
    package var seed = Defaulted<UInt64>(42)

    @Option(
        help: ArgumentHelp(
            """
            Faults that the simulator injects: the file of a plan, or a preset of emsim such as \
            chaos. There are none in the checks.
            """, valueName: "plan"),
        completion: .file())
    package var faults: String?

    @Option(help: "Connections to the service, which all players share.")
    package var connections = Defaulted(512)

    @Option(
        name: .customLong("tickets-max"),
        help: "How many tickets may be under way; further ones are not sent, and counted.")
    package var ticketsMax = Defaulted(20_000)

    @Option(
        name: .customLong("state-folder"),
        help: """
            Folder for the file of the platform's state, which is deleted afterwards. On a disk: \
            in memory nothing is durable.
            """,
        completion: .directory)
    package var stateFolder = "/var/tmp"

    @Option(
        help: """
            Measured time, of the feed alone and then again with tickets; a bare number is \
            seconds, or use ms, s, m, h.
            """)
    package var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before each of the two.")
    package var warmup = DurationOption(seconds: 2)

    @Option(
        name: .customLong("repeat"),
        help: "Number of runs of each strategy and sync, each with a service of its own.")
    package var repeatCount = Defaulted(1)

    @Option(
        name: .customLong("fail-if"),
        help: ArgumentHelp(
            """
            Fail (status 1) if this holds for the tickets, the feed with them or the feed alone \
            (tickets, feed, feedAlone) of a run, such as tickets.responseTime.p99>50ms; can be \
            given several times.
            """, valueName: "condition"))
    package var failIf: [String] = []

    @OptionGroup
    package var output: LoadOutputOptions

    package init() {}

    package func validate() throws {
        try LoadChecks.ranges([
            ("players", players.value, 1...100_000), ("rate", rate.value, 1...100_000),
            ("updates", updates.value, 1...1_000_000),
            ("connections", connections.value, 1...10_000),
            ("tickets-max", ticketsMax.value, 1...1_000_000),
            ("repeat", repeatCount.value, 1...100),
        ])
        try LoadChecks.duration(duration)
        guard delays.nanoseconds.allSatisfy({ $0 <= 60_000_000_000 }) else {
            throw ValidationError("--delays must be at most a minute each")
        }
        // What a client knew before it had its first dump is nothing.
        let known = 2 * warmup.nanoseconds + duration.nanoseconds
        guard delays.nanoseconds.allSatisfy({ $0 <= known }) else {
            throw ValidationError(
                """
                --delays must be at most the time before the tickets, two --warmup and a \
                --duration
                """)
        }
        _ = try conditions()
    }

    /// What fails a run.
    ///
    /// - Throws: `ValidationError` for a text that is no condition.
    package func conditions() throws -> [BettingCondition] { try LoadChecks.conditions(failIf) }
}

extension BettingCommandOptions {
    /// What is measured, in words.
    package var title: String {
        """
        betting, \(FigureFormat.counted(players.value, "player")); \
        \(FigureFormat.count(Double(rate.value))) tickets/s at \
        \(FigureFormat.count(Double(updates.value))) updates/s, for \
        \(duration.defaultValueDescription) after \(duration.defaultValueDescription) of the feed \
        alone, each after \(warmup.defaultValueDescription) of warm-up, seed \
        \(seed.value)\(faults.map { "; faults: \($0)" } ?? "")
        """
    }

    /// The command with all defaults.
    package var words: [String] {
        [
            "bench", "betting", "--players", "\(players.value)", "--rate", "\(rate.value)",
            "--updates", "\(updates.value)", "--strategy", strategy.defaultValueDescription,
            "--policy", policy.rawValue, "--sync", sync.rawValue,
            "--delays", delays.defaultValueDescription, "--seed", "\(seed.value)",
            "--connections", "\(connections.value)", "--tickets-max", "\(ticketsMax.value)",
            "--state-folder", stateFolder,
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--repeat", "\(repeatCount.value)",
        ] + (faults.map { ["--faults", $0] } ?? []) + failIf.flatMap { ["--fail-if", $0] }
    }

    /// The options of the simulator: the platform, beside a feed of some live matches.
    ///
    /// - Parameters:
    ///   - state: The file of the platform's state.
    ///   - sync: What its commits wait for.
    package func simulatorWords(state: String, sync: BettingSync) -> [String] {
        [
            "--platform", "--state", state, "--password-cost", "1", "--session-life", "24h",
            "--events", "100", "--markets", "50", "--outcomes", "3",
            "--rate", "\(updates.value)", "--seed", "\(seed.value)", "--stamp",
        ] + (sync == .full ? ["--sync-full"] : []) + (faults.map { ["--faults", $0] } ?? [])
    }
}

extension BettingPolicy: ExpressibleByArgument {}

/// What commits wait for, as the option has it.
package enum SyncSelection: String, CaseIterable, ExpressibleByArgument {
    case full, normal, both

    package var syncs: [BettingSync] {
        switch self {
        case .full: [.full]
        case .normal: [.normal]
        case .both: [.full, .normal]
        }
    }
}

/// Delays with commas between them, as options have them.
package struct DelaysOption: ExpressibleByArgument, Equatable {
    /// Ascending, each once.
    package let nanoseconds: [UInt64]

    package init(milliseconds: [UInt64]) { nanoseconds = milliseconds.map { $0 * 1_000_000 } }

    package init?(argument: String) {
        var values: Set<UInt64> = []
        for part in argument.split(separator: ",", omittingEmptySubsequences: false) {
            guard let delay = DurationText(part) else {
                ValueAdvice.note(argument, DurationText.advice(for: String(part)))
                return nil
            }
            values.insert(delay.nanoseconds)
        }
        nanoseconds = values.sorted()
    }

    package var defaultValueDescription: String {
        nanoseconds.map { DurationText.text(nanoseconds: $0) }.joined(separator: ",")
    }
}
