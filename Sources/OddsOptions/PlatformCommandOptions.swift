import ArgumentParser
import OddsResults

/// The options of `bench platform`, which help, completions and presets know without the
/// program that has the command.
package struct PlatformCommandOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "platform",
        abstract: "Measures accounts, sessions and payments over HTTP.",
        discussion: """
            Players, each with a client of the library, ask the platform of the simulator, a \
            child process or the one named by --connect. All are logged in before the warm-up. \
            Requests are due at times that are fixed before; none waits for the one before, and \
            its response time counts from when it was due. Afterwards what the players paid is \
            compared with their balances, and what both ends counted with each other; a \
            difference makes the run INVALID and ends with status 1. It is also INVALID, with \
            status 4, if the client itself was late.

            Example: bench platform --players 1000 --rate 2000 --mix balance=1 \
            --fail-if 'balance.responseTime.p99>50ms'
            """)

    @Option(
        help: ArgumentHelp(
            "Measure this service: the base URL of its accounts.", valueName: "http://…"))
    package var connect: String?

    @Option(
        help: ArgumentHelp("Control interface of that service.", valueName: "http://…"))
    package var control: String?

    @Option(
        help: ArgumentHelp(
            "Token that this control interface requires. Results do not keep it.",
            valueName: "token"))
    package var controlToken: String?

    @Option(help: "Number of players, all of them logged in.")
    package var players = Defaulted(1_000)

    @Option(
        help: """
            Requests per second, of all routes together. A login and a payment take two \
            exchanges each.
            """)
    package var rate = Defaulted(500)

    @Option(
        help: ArgumentHelp(
            """
            Weights of the routes: login (a new session, and the profile), balance, cashier (a \
            session at the cashier), payment (a session there and a deposit) and status (of a \
            payment).
            """, valueName: "route=weight,…"))
    package var mix = MixOption(.standard)

    @Option(help: "When requests are due, at the same mean rate: poisson or constant.")
    package var arrival = ArrivalOfRequests.poisson

    @Option(help: "Seed of the schedule; the same seed gives the same requests.")
    package var seed = Defaulted<UInt64>(42)

    @Option(
        help: """
            Number of session storms, each ending all sessions at once, evenly over the measured \
            time.
            """,
        transform: CountText.option)
    package var storms = 0

    @Option(
        help: "Balances that are due, besides the rate, at the moment of each storm.",
        transform: CountText.option)
    package var stormRequests = 0

    @Option(
        help: """
            Cost of the players' password hashes, 1 to 20, each step twice the time of the one \
            before; real players have 14.
            """)
    package var passwordCost = Defaulted(1)

    @Option(
        help: ArgumentHelp(
            """
            Faults that the simulator injects: the file of a plan, or a preset of emsim such as \
            chaos. There are none in the checks.
            """, valueName: "plan"),
        completion: .file())
    package var faults: String?

    @Option(help: "Connections to the service, which all players share.")
    package var connections = Defaulted(64)

    @Option(
        name: .customLong("requests-max"),
        help: "How many requests may be under way; further ones are not sent, and counted.")
    package var requestsMax = Defaulted(20_000)

    @Option(help: "Measured time; a bare number is seconds, or use ms, s, m, h.")
    package var duration = DurationOption(seconds: 10)

    @Option(help: "Unmeasured time before that, with all players logged in.")
    package var warmup = DurationOption(seconds: 2)

    @Option(name: .customLong("repeat"), help: "Number of runs, each with a service of its own.")
    package var repeatCount = Defaulted(1)

    @Option(
        name: .customLong("fail-if"),
        help: ArgumentHelp(
            """
            Fail (status 1) if this holds for a route of a run, such as \
            balance.responseTime.p99>50ms; can be given several times.
            """, valueName: "condition"))
    package var failIf: [String] = []

    @OptionGroup
    package var output: LoadOutputOptions

    package init() {}

    package func validate() throws {
        try LoadChecks.ranges([
            ("players", players.value, 1...100_000), ("rate", rate.value, 1...100_000),
            ("storms", storms, 0...1_000), ("storm-requests", stormRequests, 0...100_000),
            ("password-cost", passwordCost.value, 1...20),
            ("connections", connections.value, 1...10_000),
            ("requests-max", requestsMax.value, 1...1_000_000),
            ("repeat", repeatCount.value, 1...100),
        ])
        try LoadChecks.duration(duration)
        guard stormRequests == 0 || storms > 0 else {
            throw ValidationError("--storm-requests requires --storms")
        }
        _ = try conditions()
        try validateService()
    }

    private func validateService() throws {
        guard (connect == nil) == (control == nil) else {
            throw ValidationError("--connect and --control belong together")
        }
        guard controlToken == nil || control != nil else {
            throw ValidationError("--control-token requires --control")
        }
        for (name, url) in [("connect", connect), ("control", control)] {
            guard let url, !url.hasPrefix("http://") || url.hasSuffix("/") else { continue }
            throw ValidationError("--\(name) \(url): expected http://HOST:PORT")
        }
        let given = [
            ("--password-cost", passwordCost.isGiven), ("--faults", faults != nil),
        ].filter(\.1).map(\.0)
        if connect != nil, let option = given.first {
            throw ValidationError("\(option) applies to the simulator and excludes --connect")
        }
    }

    /// What fails a run.
    ///
    /// - Throws: `ValidationError` for a text that is no condition.
    package func conditions() throws -> [PlatformCondition] { try LoadChecks.conditions(failIf) }
}

extension PlatformCommandOptions {
    /// What is measured, in words.
    package var title: String {
        let service = connect.map { "service at \($0)" } ?? "the simulator's platform"
        let storms =
            storms == 0 ? "" : "; " + FigureFormat.counted(storms, "session storm")
        return """
            platform, \(FigureFormat.counted(players.value, "player")) of \(service); \
            \(FigureFormat.count(Double(rate.value))) requests/s, \(arrival.rawValue) \
            (\(mix.mix.text)), for \(duration.defaultValueDescription) after \
            \(warmup.defaultValueDescription) of warm-up, seed \
            \(seed.value)\(storms)\(faults.map { "; faults: \($0)" } ?? "")
            """
    }

    /// The command with all defaults.
    package var words: [String] {
        let service =
            connect.map { ["--connect", $0] + (control.map { ["--control", $0] } ?? []) }
            ?? ["--password-cost", "\(passwordCost.value)"]
                + (faults.map { ["--faults", $0] } ?? [])
        return ["bench", "platform"] + service + [
            "--players", "\(players.value)", "--rate", "\(rate.value)", "--mix", mix.mix.text,
            "--arrival", arrival.rawValue, "--seed", "\(seed.value)", "--storms", "\(storms)",
            "--storm-requests", "\(stormRequests)", "--connections", "\(connections.value)",
            "--requests-max", "\(requestsMax.value)",
            "--duration", duration.defaultValueDescription,
            "--warmup", warmup.defaultValueDescription, "--repeat", "\(repeatCount.value)",
        ] + failIf.flatMap { ["--fail-if", $0] }
    }

    /// The options of the simulator: the platform, beside next to no feed.
    package var simulatorWords: [String] {
        [
            "--platform", "--password-cost", "\(passwordCost.value)", "--session-life", "24h",
            "--events", "1", "--markets", "1", "--rate", "1",
        ] + (faults.map { ["--faults", $0] } ?? [])
    }
}

/// When requests are due, as options have it.
package enum ArrivalOfRequests: String, CaseIterable, ExpressibleByArgument {
    case poisson, constant
}

/// A mix of routes, as options have it.
package struct MixOption: ExpressibleByArgument {
    package let mix: PlatformMix

    package init(_ mix: PlatformMix) { self.mix = mix }

    package init?(argument: String) {
        do throws(PlatformMix.Refusal) {
            mix = try PlatformMix(argument)
        } catch {
            ValueAdvice.note(argument, error.description)
            return nil
        }
    }

    package var defaultValueDescription: String { mix.text }
}
