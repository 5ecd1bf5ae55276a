import Foundation
import OddsMeasurement
import Subprocess

extension PlatformOptions {
    /// A process that is ended early receives SIGTERM, and SIGKILL if it still
    /// runs after five seconds. It leads a group of its own, so that an interruption
    /// from the terminal reaches only this process, which decides what it ends.
    package static var graceful: Self { graceful(within: .seconds(5)) }

    /// The same with another time until SIGKILL.
    package static func graceful(within limit: Duration) -> Self {
        var options = Self()
        options.processGroupID = 0
        options.teardownSequence = [.gracefulShutDown(allowedDurationToNextStep: limit)]
        return options
    }
}

extension Environment {
    /// This process's environment with further variables, for a program of this project, which
    /// ends with this process.
    package static func inherit(adding variables: [String: String] = [:]) -> Self {
        let parent = [ParentProcess.variable: "\(getpid())"]
        return .inherit.updating(
            Dictionary(
                uniqueKeysWithValues: variables.merging(parent) { $1 }
                    .map { (Key(stringLiteral: $0), Optional($1)) }))
    }
}

extension TerminationStatus {
    /// How a process ended, as the predicate of a sentence.
    var text: String {
        switch self {
        case .exited(let status): "ended with status \(status)"
        case .signaled(let signal): "was ended by signal \(signal)"
        }
    }

    /// The exit status that a failed process of this program reported.
    var exitStatus: ExitStatus {
        if case .exited(let status) = self { ExitStatus(rawValue: status) ?? .childDied }
        else { .childDied }
    }
}
