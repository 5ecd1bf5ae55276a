import OddsCapture
import OddsConsole
import PeerBenchmarks

/// The end of the program, with the one line that it says. The statuses are
/// those of `bench`.
struct PeersFailure: Error {
    enum Status: Int32 {
        /// Results are not equal, or memory is not flat.
        case checkFailed = 1
        /// Figures of code that is not optimized mean nothing.
        case unoptimized = 4
        case usage = 64
        case badData = 65
        case noSuchFile = 66
        case unexpected = 70
        case cannotWrite = 74
    }

    let status: Status
    let message: String

    init(_ status: Status, _ message: String) {
        self.status = status
        self.message = message
    }

    /// The libraries' errors with their exit status; `nil` for others.
    init?(_ error: any Error) {
        switch error {
        case let failure as PeersFailure:
            self = failure
        case let error as PeerError:
            let status: Status =
                switch error {
                case .frameRefused, .digestsDiffer: .checkFailed
                case .workerFailed: .unexpected
                case .unusableCapture: .badData
                case .unoptimized: .unoptimized
                case .unknown: .usage
                }
            self.init(status, error.description)
        case let error as CaptureError:
            let status: Status =
                switch error {
                case .noSuchFile, .unreadable: .noSuchFile
                case .badLine, .noFrames: .badData
                case .unwritable: .cannotWrite
                }
            self.init(status, error.description)
        case let error as OutputError:
            self.init(.cannotWrite, error.description)
        default:
            return nil
        }
    }
}
