import Foundation
import OddsExperiments
import OddsLauncher

/// `emsim` as a child process, which ends with this process, even if that
/// crashes.
package final class Simulator {
    /// Its output once it serves.
    package struct Addresses: Decodable {
        package let ws: String
        package let control: String
    }

    package let addresses: Addresses
    private let process: Process
    /// The child ends when this pipe closes.
    private let input = Pipe()

    /// Starts the simulator and waits until it serves.
    package init(_ arguments: [String]) throws {
        process = Process()
        process.executableURL = try Launcher().executable(.simulator)
        process.arguments = arguments + ["--stop-at-end-of-input"]
        process.standardInput = input
        let output = Pipe()
        process.standardOutput = output
        try process.run()
        var line = Data()
        while line.last != UInt8(ascii: "\n") {
            guard let byte = try output.fileHandleForReading.read(upToCount: 1), !byte.isEmpty
            else {
                process.waitUntilExit()
                throw ExperimentFailure(.childDied, "the simulator failed to start, see above")
            }
            line += byte
        }
        addresses = try JSONDecoder().decode(Addresses.self, from: line)
    }

    deinit { stop() }

    /// Ends the simulator, which says GOODBYE to all sessions.
    package func stop() {
        if process.isRunning { process.terminate() }
        process.waitUntilExit()
    }
}
