import Foundation
import OddsResults

extension ResultEnvelope<KeptBaseline> {
    /// Reads a file written by `bench baseline`.
    init(path: String) throws(ExperimentFailure) {
        guard let data = FileManager.default.contents(atPath: path) else {
            let isThere = FileManager.default.fileExists(atPath: path)
            throw ExperimentFailure(
                .noSuchFile,
                "--baseline \(path): \(isThere ? "cannot be read" : "there is no such file"); "
                    + "'bench baseline' writes one")
        }
        guard let kept = try? Self(json: data) else {
            throw ExperimentFailure(
                .badData, "\(path): is not \(Self.schemaName); write it with 'bench baseline'")
        }
        self = kept
    }
}
