import ArgumentParser
import OddsSimulatorProgram

/// `emsim` as a part of a fleet: the source of a world's frames, or an edge that serves them.
@main
struct EMSimFleet: AsyncParsableCommand {
    static let configuration = SimulatorOptions.configuration

    @OptionGroup var options: SimulatorOptions

    @MainActor
    static func main() async { await SimulatorProgram.main(EMSimFleet.self) }

    func run() async throws {
        ProcessSetUp.giveMemoryBack()
        let fleet = options.fleet
        try await Simulator(options).serve { logger in
            guard fleet.isUsed else { return nil }
            return fleet.subscribe == nil
                ? try await SourceRole(fleet, logger) : try await EdgeRole(fleet, logger)
        }
    }
}
