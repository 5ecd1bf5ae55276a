import ArgumentParser
import Foundation
import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import OddsConsole
import OddsMeasurement
import OddsOptions
import OddsResults
import OddsWebSocket
import ServiceLifecycle
import Synchronization

/// Serves the metrics of a running measurement, whose snapshots come as lines of JSON
/// on standard input, and ends with them. A program of its own, so that `bench` needs
/// no HTTP, and nothing is served on the measured core.
@main
struct BenchMetrics: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "bench-metrics",
        abstract: "Serves metrics of a running measurement; 'bench run --metrics-port' starts it.",
        version: ReleaseNumber.line(of: "bench-metrics"))

    @Option(help: "Port on the loopback interface; 0 for any.")
    var port: Int

    @MainActor
    static func main() async {
        ParentProcess.endWithIt()
        do {
            try await start()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            let end = CommandEnd(
                parsing: BenchMetrics.self, words, error, usageStatus: 64,
                otherStatus: unavailableStatus)
            self.end(error, as: end, program: "bench-metrics")
        }
    }

    /// `EX_UNAVAILABLE` of `sysexits.h`: the port cannot be served.
    private static let unavailableStatus: Int32 = 69

    func run() async throws {
        CoreAffinity.pin(to: CoreAssignment(allowed: CoreAffinity.allowedCores()).others)
        do {
            try await serve(SnapshotInput())
        } catch let error as OutputError {
            throw error
        } catch {
            CommandEnd(
                status: Self.unavailableStatus, message: "port \(port) cannot be served: \(error)"
            ).end(program: "bench-metrics")
        }
    }

    private func serve(_ input: SnapshotInput) async throws {
        var logger = Logger(label: "bench-metrics")
        logger.logLevel = .error
        let router = Router()
        router.get("metrics") { _, _ in
            Response(
                status: .ok,
                headers: [
                    .contentType: "application/openmetrics-text; version=1.0.0; charset=utf-8"
                ],
                body: .init(byteBuffer: ByteBuffer(string: input.metrics.text)))
        }
        let application = Application(
            router: router,
            server: HTTPServerBuilder { FilteredChannel(http: HTTP1Channel(responder: $0)) },
            configuration: .init(address: .hostname("127.0.0.1", port: port)),
            onServerRunning: { channel in
                do {
                    try StandardOutput.print("\(channel.localAddress?.port ?? 0)")
                } catch {
                    input.end(error)
                }
            },
            logger: logger)
        let group = ServiceGroup(
            configuration: .init(
                services: [
                    .init(service: application),
                    .init(
                        service: input, successTerminationBehavior: .gracefullyShutdownGroup),
                ],
                logger: logger))
        try await group.run()
    }
}

/// Connections of HTTP/1, whose requests pass a `RequestFilter`.
private struct FilteredChannel: ServerChildChannel {
    let http: HTTP1Channel

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<HTTP1Channel.Value> {
        http.setup(channel: channel, logger: logger).flatMapThrowing { parts in
            try channel.pipeline.syncOperations.addRequestFilter(RequestFilter())
            return parts
        }
    }

    func handle(value: HTTP1Channel.Value, logger: Logger) async {
        await http.handle(value: value, logger: logger)
    }
}

/// The page, which one thread writes and requests read.
final class Metrics: Sendable {
    private let page = Mutex(OpenMetricsPage())

    var text: String { page.withLock { $0.text } }

    func take(_ snapshot: LiveSnapshot) { page.withLock { $0.take(snapshot) } }
}

/// Reads snapshots until the end of standard input: the parent process holds its other
/// end, so that this program never outlives it.
private struct SnapshotInput: Service {
    let metrics = Metrics()
    private let ending = AsyncThrowingStream<Never, any Error>.makeStream()

    /// Ends this program because of an error.
    func end(_ error: any Error) { ending.continuation.finish(throwing: error) }

    func run() async throws {
        let (metrics, continuation) = (metrics, ending.continuation)
        Thread.detachNewThread {
            // A line that is no snapshot is of another revision, and has nothing to show.
            while let line = readLine() {
                guard let snapshot = try? JSONDecoder().decode(
                    LiveSnapshot.self, from: Data(line.utf8))
                else { continue }
                metrics.take(snapshot)
            }
            continuation.finish()
        }
        for try await _ in ending.stream.cancelOnGracefulShutdown() {}
    }
}
