import ArgumentParser
import OddsExperiments
import OddsOptions

@main
struct Bench: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench",
        abstract: "Measures ways to reconstruct a live odds feed.",
        discussion: """
            Without a subcommand, the options are those of 'bench run'.

            Example: bench --strategy delta --rate 20000 --duration 30s

            Topics, for 'bench help TOPIC':\(HelpTopic.list)

            Exit status: 0 success; 1 a check failed; 3 inconclusive; 4 invalid; 64 wrong usage; \
            65 bad data; 66 no such file; 70 a child process failed, or a defect of the program; \
            74 cannot write; 129, 130, 143 ended early by a signal, with what there was.
            """,
        version: ReleaseNumber.line(of: "bench"),
        subcommands: [
            RunCommand.self, SaturateCommand.self, SoakCommand.self, MemoryCommand.self,
            CountCommand.self, CountRecordsCommand.self, GateCommand.self, BaselineCommand.self,
            CalibrateCommand.self, GateProofCommand.self, ReportCommand.self, CompareCommand.self,
            HistoryCommand.self,
            ExportCommand.self,
            SelftestCommand.self, ConformCommand.self, ReplayCommand.self, GenerateCommand.self,
            DoctorCommand.self,
        ] + OtherCommands.all + (isDescribed ? [] : childCommands),
        defaultSubcommand: RunCommand.self)

    /// Those that only this program starts, as processes that measure.
    private static let childCommands: [any ParsableCommand.Type] = [
        FeedCommand.self, MeasureCommand.self, ProfileCommand.self, CountProcessCommand.self,
        CountRecordsProcessCommand.self, NullStrategyCommand.self,
    ]

    private static var commandNames: [String] {
        configuration.subcommands.compactMap { $0.configuration.commandName } + ["help"]
    }

    /// They are no part of the description from which the manual is made.
    private static var isDescribed: Bool {
        CommandLine.arguments.contains("--experimental-dump-help")
    }

    @MainActor
    static func main() async {
        do {
            if CommandLine.arguments.dropFirst() == ["--version"] {
                try ResultOutput(path: nil).write(lines: await Version.lines)
                return
            }
            let words = Array(CommandLine.arguments.dropFirst())
            if let topic = HelpTopic.asked(for: words) {
                try ResultOutput(path: nil).write(lines: Array(topic.lines.dropLast()))
                return
            }
            if let mistake = HelpTopic.mistake(in: words, commands: commandNames) {
                CommandEnd(status: ExitStatus.usage.rawValue, lines: mistake).end(program: "bench")
            }
            // What measures in this process is left alone; its parent takes signals.
            let command = CommandLine.arguments.dropFirst().first
            if childCommands.contains(where: { $0.configuration.commandName == command }) {
                try await start()
            } else {
                try await Interruption.handlingSignals { run in
                    try await start { try await run($0 is any EndsEarly.Type, $1) }
                }
            }
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            end(error, as: end(of: error, words), program: "bench")
        }
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        if let failure = ExperimentFailure(error) {
            return CommandEnd(status: failure.status.rawValue, message: failure.message)
        }
        return CommandEnd(
            parsing: Bench.self, words, error, usageStatus: ExitStatus.usage.rawValue,
            otherStatus: ExitStatus.childDied.rawValue)
    }
}
