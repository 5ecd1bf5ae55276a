import Foundation
import OddsLauncher

/// Starts the program that implements the command.
@main
enum Bench {
    /// `EX_SOFTWARE` of `sysexits.h`: the program cannot be built or started.
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
