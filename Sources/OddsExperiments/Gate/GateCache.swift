import Foundation
import OddsLauncher
import OddsMeasurement
import OddsResults

/// The folder in which gates keep programs of other revisions and calibrations
/// of this machine, both of which take long to make.
package struct GateCache {
    let folder: URL

    /// - Parameter path: `nil` for `.build/gate` in this program's package.
    package init(path: String?) throws {
        folder =
            try path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? ReleaseBuild.packageFolder().appending(path: ".build/gate")
    }

    /// The file for a calibration of these runs on this machine, with this
    /// allocator.
    func calibrationFile(arguments: [String], strategies: [String]) throws -> URL {
        let machine = try ResultCoding.encode(Machine.current())
        let key = Data((arguments + strategies + [Allocator.name]).joined(separator: "\n").utf8)
        let digest = SHA256Digest(of: key + machine).hexadecimal.prefix(16)
        return folder.appending(path: "calibrations/\(digest).json")
    }

    /// The calibration kept there; `nil` if there is none, or if it cannot be
    /// read.
    func calibration(
        arguments: [String], strategies: [String]
    ) throws -> ResultEnvelope<CalibrationResult>? {
        let file = try calibrationFile(arguments: arguments, strategies: strategies)
        guard let data = try? Data(contentsOf: file) else { return nil }
        return try? ResultEnvelope<CalibrationResult>(json: data)
    }

    package func keep(_ calibration: ResultEnvelope<CalibrationResult>) throws {
        let file = try calibrationFile(
            arguments: calibration.arguments, strategies: calibration.strategies)
        try makeFolder(file.deletingLastPathComponent())
        try ResultOutput(path: file.path).write(ResultCoding.encode(calibration))
    }

    func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(folder.path): cannot be created")
        }
    }
}
