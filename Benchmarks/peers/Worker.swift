import ArgumentParser
import Foundation
import OddsConsole
import PeerBenchmarks

/// One process's part of a comparison; `Compare` starts it.
struct Worker: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "worker", shouldDisplay: false)

    /// A `PeerJob` as JSON.
    @Argument var job: String
    @Argument var rounds: Int
    @Option(name: .customLong("implementation")) var implementations: [String] = []

    func run() throws {
        let job = try JSONDecoder().decode(PeerJob.self, from: Data(job.utf8))
        let series = try job.measure(rounds: rounds, implementations: implementations)
        try StandardOutput.write(try JSONEncoder().encode(series))
    }
}

/// The task `churn`, in a process of its own: room that other tasks left behind
/// would hide growth.
struct ChurnWorker: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "churn-worker", shouldDisplay: false)

    func run() throws {
        try StandardOutput.write(try JSONEncoder().encode(try ChurnTable.measure()))
    }
}
