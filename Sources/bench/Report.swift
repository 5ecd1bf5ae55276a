import Foundation
import OddsCapture

/// Where a command's result goes: standard output, or a file that gets its
/// name only when it is whole. It is made before the work begins, so that
/// nobody learns after an hour that it cannot be written.
struct Report {
    private let path: String?
    private let file: OutputFile?

    /// - Parameter path: `nil` for standard output.
    init(path: String?) throws {
        self.path = path
        do {
            file = try path.map { try OutputFile(path: $0) }
        } catch let error as SystemError {
            throw BenchFailure(.cannotWrite, "\(path ?? ""): cannot be written: \(error.reason)")
        }
    }

    func write(_ data: some ContiguousBytes) throws {
        guard let file else {
            data.withUnsafeBytes { FileHandle.standardOutput.write(Data($0)) }
            return
        }
        do {
            try data.withUnsafeBytes { try file.write($0) }
            try file.commit()
        } catch let error as SystemError {
            throw BenchFailure(.cannotWrite, "\(path ?? ""): cannot be written: \(error.reason)")
        }
    }

    func write(lines: [String]) throws {
        try write(Array((lines.joined(separator: "\n") + "\n").utf8))
    }
}
