import Foundation
import OddsConsole
import OddsLauncher
import OddsResults
import Subprocess

/// `bench-metrics` as a child process, which serves what an experiment shows.
enum MetricsServer {
    /// Runs an experiment while its snapshots are served.
    ///
    /// - Parameters:
    ///   - port: The port on the loopback interface; 0 for any.
    ///   - experiment: Is passed what takes snapshots.
    /// - Throws: `ExperimentFailure` if the port cannot be served, besides what the
    ///   experiment throws.
    static func run<Value: Sendable>(
        port: Int, _ experiment: (@escaping @Sendable (LiveSnapshot) -> Void) async throws -> Value
    ) async throws -> Value {
        let program = try await BlockingWork.run { try Launcher().executable(.metrics) }
        let (snapshots, queue) = AsyncStream.makeStream(
            of: LiveSnapshot.self, bufferingPolicy: .bufferingNewest(64))
        let result = try await Subprocess.run(
            .path(.init(program.path)),
            arguments: ["--port", "\(port)"], environment: .inherit(),
            platformOptions: .graceful, input: .inputWriter, output: .sequence,
            error: .currentStandardError
        ) { process in
            var lines = process.standardOutput.strings().makeAsyncIterator()
            let line = try await lines.next()?.trimmingCharacters(in: .whitespacesAndNewlines)
            guard let bound = line.flatMap({ Int($0) }) else {
                throw ExperimentFailure(
                    .unavailable, "--metrics-port \(port): cannot be served, see above")
            }
            StandardError.print("bench: metrics are at http://127.0.0.1:\(bound)/metrics")
            let input = process.standardInputWriter
            let writing = Task { await write(snapshots, to: input) }
            defer { queue.finish() }
            let value = try await experiment { queue.yield($0) }
            queue.finish()
            await writing.value
            return value
        }
        return result.closureResult
    }

    /// Writes snapshots as lines of JSON, then the end. A server that died is no reason
    /// to end the experiment.
    private static func write(
        _ snapshots: AsyncStream<LiveSnapshot>, to input: StandardInputWriter
    ) async {
        let encoder = JSONEncoder()
        for await snapshot in snapshots {
            guard let json = try? encoder.encode(snapshot) else { continue }
            _ = try? await input.write(Array(json + Data("\n".utf8)))
        }
        try? await input.finish()
    }
}
