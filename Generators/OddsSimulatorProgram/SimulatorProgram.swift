import ArgumentParser
import OddsMeasurement
import OddsOptions
import OddsServer

/// What the programs that serve a feed have in common.
package enum SimulatorProgram {
    /// Parses the command line, runs the command and ends the process with its status if that
    /// fails.
    @MainActor
    package static func main<Command: AsyncParsableCommand>(_ command: Command.Type) async {
        ParentProcess.endWithIt()
        do {
            try await command.start()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            command.end(error, as: end(of: error, command, words), program: "emsim")
        }
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - command: What was run.
    ///   - words: The command line, without the program.
    package static func end(
        of error: any Error, _ command: (some ParsableCommand).Type, _ words: [String]
    ) -> CommandEnd? {
        switch error {
        case let error as ServingError:
            CommandEnd(status: error.status, message: error.description)
        case let error as CertificateError: CommandEnd(status: 1, message: error.description)
        default:
            CommandEnd(
                parsing: command, words, error,
                usageStatus: ExitCode.validationFailure.rawValue, otherStatus: 1)
        }
    }
}
