import ArgumentParser
import Foundation
import OddsLauncher
import OddsOptions

/// The commands of other programs with their options, for help, completions, the
/// manual and presets.
enum OtherCommands {
    static let all: [any ParsableCommand.Type] = [
        LiveCommand.self, RecordCommand.self, ConvertCommand.self, GameCommand.self,
        PlatformCommand.self, BettingCommand.self, AgentCommand.self, FleetCommand.self,
        PresetsCommand.self, InitCommand.self, TrustCommand.self,
    ]
}

/// A command that another program has; if this one is asked to, it starts that.
protocol OtherCommand: ParsableCommand {}

extension OtherCommand {
    func run() throws {
        try Launcher().start(Array(CommandLine.arguments.dropFirst()))
    }
}

struct LiveCommand: OtherCommand {
    static let configuration = LiveCommandOptions.configuration

    @OptionGroup var options: LiveCommandOptions
}

struct RecordCommand: OtherCommand {
    static let configuration = RecordCommandOptions.configuration

    @OptionGroup var options: RecordCommandOptions
}

struct ConvertCommand: OtherCommand {
    static let configuration = ConvertCommandOptions.configuration

    @OptionGroup var options: ConvertCommandOptions
}

struct GameCommand: OtherCommand {
    static let configuration = GameCommandOptions.configuration

    @OptionGroup var options: GameCommandOptions
}

struct PlatformCommand: OtherCommand {
    static let configuration = PlatformCommandOptions.configuration

    @OptionGroup var options: PlatformCommandOptions
}

struct BettingCommand: OtherCommand {
    static let configuration = BettingCommandOptions.configuration

    @OptionGroup var options: BettingCommandOptions
}

struct AgentCommand: OtherCommand {
    static let configuration = AgentCommandOptions.configuration

    @OptionGroup var options: AgentCommandOptions
}

struct FleetCommand: OtherCommand {
    static let configuration = FleetGroup.configuration([
        FleetRunCommand.self, FleetCollectCommand.self, FleetPlanCommand.self,
    ])
}

struct FleetRunCommand: OtherCommand {
    static let configuration = FleetRunOptions.configuration

    @OptionGroup var options: FleetRunOptions
}

struct FleetCollectCommand: OtherCommand {
    static let configuration = FleetCollectOptions.configuration

    @OptionGroup var options: FleetCollectOptions
}

struct FleetPlanCommand: OtherCommand {
    static let configuration = FleetPlanOptions.configuration

    @OptionGroup var options: FleetPlanOptions
}

struct PresetsCommand: OtherCommand {
    static let configuration = PresetsOptions.configuration

    @OptionGroup var options: PresetsOptions
}

struct InitCommand: OtherCommand {
    static let configuration = InitOptions.configuration

    @OptionGroup var options: InitOptions
}

struct TrustCommand: OtherCommand {
    static let configuration = TrustOptions.configuration

    @OptionGroup var options: TrustOptions
}
