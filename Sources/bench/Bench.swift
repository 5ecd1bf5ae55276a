import Foundation
import OddsLauncher

/// The front door: starts the program that has the command.
@main
enum Bench {
    /// `EX_SOFTWARE` of sysexits: an error of the program or of its building.
    private static let failureStatus: Int32 = 70

    static func main() {
        do {
            try Launcher().start(Array(CommandLine.arguments.dropFirst()))
        } catch {
            StandardError.print("bench: \(error)")
            exit(failureStatus)
        }
    }
}
