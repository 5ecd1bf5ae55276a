import ArgumentParser
import OddsExternal

/// Answers each frame with nothing, which shows what asking costs. Hidden, because only
/// `bench run` starts it.
struct NullStrategyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: NullReconstruction.command, shouldDisplay: false)

    func run() throws {
        var strategy = NullReconstruction()
        try StrategyService.run(&strategy)
    }
}
