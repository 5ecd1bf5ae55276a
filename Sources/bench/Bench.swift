import Foundation
import OddsConsole
import OddsLauncher

/// Starts the program that implements the command.
@main
enum Bench {
    static func main() {
        do {
            let words = Array(CommandLine.arguments.dropFirst())
            let program = FrontDoor.program(
                for: words, environment: ProcessInfo.processInfo.environment,
                folder: .currentDirectory())
            try Launcher().start(words, through: program)
        } catch {
            StandardError.print("bench: \(error)")
            exit(error.status)
        }
    }
}
