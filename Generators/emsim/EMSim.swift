import ArgumentParser
import OddsLauncher
import OddsOptions
import OddsSimulatorProgram

/// Serves the EM feed for tests and measurements.
@main
struct EMSim: AsyncParsableCommand {
    static let configuration = SimulatorOptions.configuration

    @OptionGroup var options: SimulatorOptions

    @MainActor
    static func main() async { await SimulatorProgram.main(EMSim.self) }

    /// `nil` for help, which the parser also throws.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        SimulatorProgram.end(of: error, EMSim.self, words)
    }

    func run() async throws {
        if options.fleet.isUsed { try Self.becomePartOfFleet() }
        ProcessSetUp.giveMemoryBack()
        try await Simulator(options).serve()
    }

    /// Replaces this process by the program that has NATS.
    ///
    /// - Throws: `ServingError` if it cannot be built or started.
    private static func becomePartOfFleet() throws -> Never {
        do {
            try Launcher(name: "emsim").replace(
                with: .simulatorFleet, Array(CommandLine.arguments.dropFirst()))
        } catch {
            throw ServingError(description: "\(error)", status: failureStatus)
        }
    }

    /// `EX_SOFTWARE` of `sysexits.h`: the program cannot be built or started.
    private static let failureStatus: Int32 = 70
}
