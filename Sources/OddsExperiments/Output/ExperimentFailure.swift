import OddsCapture
import OddsHarness
import OddsLauncher

/// The exit statuses, which are the same for all subcommands. From 64 they
/// follow `sysexits.h`.
package enum ExitStatus: Int32 {
    /// Strategies disagree, or a `--fail-if` condition holds.
    case checkFailed = 1
    /// A `--fail-if` condition cannot be judged, because the figure is missing.
    case inconclusive = 3
    /// The harness did not keep the schedule, or a fleet lost agents.
    case invalid = 4
    case usage = 64
    case badData = 65
    case noSuchFile = 66
    /// A server cannot be reached, or refuses.
    case unavailable = 69
    /// A child process failed, or this program has a defect.
    case childDied = 70
    case cannotWrite = 74
    /// Ended early by SIGHUP, SIGINT or SIGTERM; what was measured until then is kept.
    case hungUp = 129
    case interrupted = 130
    case terminated = 143
}

/// A failure that ends the program, with its one-line message.
package struct ExperimentFailure: Error {
    package let status: ExitStatus
    package let message: String

    package init(_ status: ExitStatus, _ message: String) {
        self.status = status
        self.message = message
    }

    private init(_ error: CaptureError) {
        let status: ExitStatus =
            switch error {
            case .noSuchFile, .unreadable: .noSuchFile
            case .badLine, .noFrames: .badData
            case .unwritable: .cannotWrite
            }
        self.init(status, error.description)
    }

    private init(_ error: HarnessError) {
        let status: ExitStatus =
            switch error {
            case .unusableCapture, .frameTooLarge: .badData
            case .mapping: .cannotWrite
            case .unoptimized: .invalid
            }
        self.init(status, error.description)
    }

    /// An error in words.
    package static func reason(_ error: any Error) -> String {
        ExperimentFailure(error)?.message ?? "\(error)"
    }

    /// Assigns errors of the libraries their exit status; `nil` for others.
    package init?(_ error: any Error) {
        switch error {
        case let failure as ExperimentFailure: self = failure
        case let error as CaptureError: self.init(error)
        case let error as HarnessError: self.init(error)
        case LaunchError.interrupted(let signal): self.init(interruptedBy: signal)
        case let error as LaunchError: self.init(.childDied, error.description)
        default: return nil
        }
    }
}
