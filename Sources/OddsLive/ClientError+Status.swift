import OddsClient
import OddsExperiments

extension ExperimentFailure {
    /// What a client failed at, with the server's address.
    package init(_ error: ClientError, of url: String) {
        switch error {
        case .badAddress: self.init(.usage, error.description)
        // A defect of one of the two ends.
        case .protocolViolation: self.init(.childDied, "\(url): \(error)")
        default: self.init(.unavailable, "\(url): \(error)")
        }
    }
}
