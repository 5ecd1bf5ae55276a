import Crypto
import Foundation
import OddsHarness
import OddsMeasurement

/// Where gates keep what is dear to make: programs of other revisions and
/// calibrations of this machine.
struct GateCache {
    let folder: URL

    /// - Parameter path: `nil` for `.build/gate` in this program's package.
    init(path: String?) throws {
        folder =
            try path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? ReleaseBuild.packageFolder().appending(path: ".build/gate")
    }

    /// The file for a calibration of these runs on this machine, with this
    /// allocator.
    func calibrationFile(arguments: [String], strategies: [String]) throws -> URL {
        let machine = try ResultCoding.encode(Machine.current())
        let key = Data((arguments + strategies + [Allocator.name]).joined(separator: "\n").utf8)
        let digest = hexadecimal(SHA256.hash(data: key + machine)).prefix(16)
        return folder.appending(path: "calibrations/\(digest).json")
    }

    /// What is kept there, if it is a calibration that can be read.
    func calibration(arguments: [String], strategies: [String]) throws -> CalibrationResult? {
        let file = try calibrationFile(arguments: arguments, strategies: strategies)
        guard let data = try? Data(contentsOf: file),
            let result = try? JSONDecoder().decode(CalibrationResult.self, from: data),
            result.schema == CalibrationResult.schemaName
        else { return nil }
        return result
    }

    func keep(_ calibration: CalibrationResult) throws {
        let file = try calibrationFile(
            arguments: calibration.arguments, strategies: calibration.strategies)
        try makeFolder(file.deletingLastPathComponent())
        try Report(path: file.path).write(ResultCoding.encode(calibration))
    }

    func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw BenchFailure(.cannotWrite, "\(folder.path): cannot be made")
        }
    }
}
