import ArgumentParser
import Foundation
import NIOCore
import NIOPosix
import OddsConsole
import OddsLoadClients
import OddsOptions
import OddsResults
import OddsWebSocket

/// Loads a server with many clients, and measures how late its frames arrive.
@main
struct EMLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emload",
        abstract: "Loads a server with many connections and measures the latency of its frames.",
        discussion: """
            Every connection registers a topic, requests its dump and answers each INVOCATION \
            with YIELD. If the server stamps its INVOCATIONs (emsim --stamp) and runs on the same \
            machine, latency is measured from when a frame was due until it was read. Prints one \
            line of JSON; says on standard error when measuring begins and when it has ended.
            """,
        version: ReleaseNumber.line(of: "emload"))

    @Option(help: "Port of the WebSocket server.", transform: CountText.option)
    var port: Int

    @Option(help: "Name or address of the server.")
    var host = "127.0.0.1"

    @Option(
        help: "Number of connections, each with one registration.", transform: CountText.option)
    var connections = 1

    @Option(
        help: "Number of connections that register, request their dump and stop reading.",
        transform: CountText.option)
    var deaf = 0

    @Option(help: "Compression to ask the server for: takeover or no-takeover (default: off).")
    var compression: WebSocketCompression?

    @Option(
        name: .customLong("topic"),
        help: ArgumentHelp(
            """
            Topic to register; can be given several times, for connections to take turns \
            (default: ten matches with five markets).
            """, valueName: "topic"))
    var topics: [String] = []

    private static let standardTopic =
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
        + "default-event-info/10/5"

    @Option(
        name: .customLong("seconds"),
        help: ArgumentHelp(
            """
            Time to measure, once all connections have received their dumps; a bare number is \
            seconds.
            """, valueName: "time"))
    var duration = DurationOption(seconds: 10)

    @Option(help: "Number of threads.", transform: CountText.option)
    var threads = 1

    func validate() throws {
        for (name, value, range) in [
            ("port", port, 1...65_535), ("connections", connections, 1...1_000_000),
            ("deaf", deaf, 0...max(connections, 0)), ("threads", threads, 1...1_024),
        ] where !range.contains(value) {
            throw ValidationError(
                "--\(name) \(value): must be between \(range.lowerBound) and \(range.upperBound)")
        }
        try duration.require(atLeast: .shortestWindow, as: "--seconds")
    }

    @MainActor
    static func main() async {
        do {
            try await start()
        } catch {
            let words = Array(CommandLine.arguments.dropFirst())
            end(error, as: end(of: error, words), program: "emload")
        }
    }

    /// `nil` for help, which the parser also throws.
    ///
    /// - Parameters:
    ///   - error: What was thrown.
    ///   - words: The command line, without the program.
    static func end(of error: any Error, _ words: [String]) -> CommandEnd? {
        if let error = error as? NIOConnectionError {
            return CommandEnd(status: 1, message: error.reason)
        }
        return CommandEnd(
            parsing: EMLoad.self, words, error,
            usageStatus: ExitCode.validationFailure.rawValue, otherStatus: 1)
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let meters = group.makeIterator().map { LoadMeter(loop: $0) }
        var clients: [LoadClient] = []
        let topics = topics.isEmpty ? [Self.standardTopic] : topics
        for number in 0..<connections {
            clients.append(
                try await LoadClient.connect(
                    host: host, port: port, topic: topics[number % topics.count],
                    compression: compression, conduct: number < deaf ? .deaf : .reading,
                    meter: meters[number % threads]))
        }
        for client in clients { try await client.isReady.get() }
        for meter in meters { try await meter.begin().get() }
        StandardError.print("measuring for \(duration.defaultValueDescription)")
        let start = NIODeadline.now()
        try await Task.sleep(for: .nanoseconds(Int64(duration.nanoseconds)))
        var total = LoadFigures()
        for meter in meters { total.add(try await meter.figures().get()) }
        let elapsed = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        StandardError.print("measured")
        try await group.shutdownGracefully()
        try StandardOutput.print(total.json(connections: connections, seconds: elapsed))
    }
}

extension WebSocketCompression: ExpressibleByArgument {}

extension NIOConnectionError {
    /// `cannot connect to 127.0.0.1:9: Connection refused`.
    fileprivate var reason: String {
        let refusal = connectionErrors.lazy.compactMap { $0.error as? IOError }.first
        let cause = refusal.map { String(cString: strerror($0.errnoCode)) } ?? "no such host"
        return "cannot connect to \(host):\(port): \(cause)"
    }
}
