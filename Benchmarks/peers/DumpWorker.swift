import ArgumentParser
import Foundation
import OddsConsole
import PeerBenchmarks

/// One run of the task `dump`, in a process of its own; `Compare` starts it.
struct DumpWorker: MeasuringCommand {
    static let configuration = CommandConfiguration(
        commandName: "dump-worker", shouldDisplay: false)

    @Argument var implementation: String
    @Argument var path: String
    @Argument var events: Int

    func run() throws {
        let run = try DumpTask.run(implementation, path: path, events: events)
        try StandardOutput.write(try JSONEncoder().encode(run))
    }
}
