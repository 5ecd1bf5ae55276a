import ArgumentParser
import Foundation
import Histogram
import NIOCore
import NIOPosix
import OddsWebSocket

/// Loads a server with many clients of one topic, and measures how late its
/// frames arrive.
@main
struct EMLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emload",
        abstract: "Loads a server with many connections and measures the latency of its frames.",
        discussion: """
            Every connection registers the topic, requests its dump and answers each INVOCATION \
            with YIELD. If the server stamps its INVOCATIONs (emsim --stamp) and runs on the same \
            machine, latency is measured from when a frame was due until it was read. Prints one \
            line of JSON; says on standard error when measuring begins and when it has ended.
            """)

    @Option(help: "Port of the WebSocket server.")
    var port: Int

    @Option(help: "Name or address of the server.")
    var host = "127.0.0.1"

    @Option(help: "Number of connections, each with one registration.")
    var connections = 1

    @Option(help: "Number of connections that register, request their dump and stop reading.")
    var deaf = 0

    @Option(help: "Compression to ask the server for: takeover or no-takeover (default: off).")
    var compression: WebSocketCompression?

    @Option(help: "Topic to register.")
    var topic =
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
        + "default-event-info/10/5"

    @Option(help: "Seconds to measure, once all connections have received their dumps.")
    var seconds = 10.0

    @Option(help: "Number of threads.")
    var threads = 1

    func validate() throws {
        guard connections > 0, (0...connections).contains(deaf), seconds > 0, threads > 0 else {
            throw ValidationError("counts and seconds must be positive, --deaf <= --connections")
        }
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let meters = group.makeIterator().map { LoadMeter(loop: $0) }
        var clients: [LoadClient] = []
        for number in 0..<connections {
            clients.append(
                try await LoadClient.connect(
                    host: host, port: port, topic: topic, compression: compression,
                    isDeaf: number < deaf, meter: meters[number % threads]))
        }
        for client in clients { try await client.isReady.get() }
        for meter in meters { try await meter.begin().get() }
        try write("measuring for \(seconds) s", to: .standardError)
        let start = NIODeadline.now()
        try await Task.sleep(for: .seconds(seconds))
        var total = LoadFigures()
        for meter in meters { total.add(try await meter.figures().get()) }
        let elapsed = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        try write("measured", to: .standardError)
        try await group.shutdownGracefully()
        try write(total.json(connections: connections, seconds: elapsed), to: .standardOutput)
    }

    /// Unlike `print`, fails where nobody reads.
    private func write(_ line: String, to file: FileHandle) throws {
        try file.write(contentsOf: Data((line + "\n").utf8))
    }
}

extension WebSocketCompression: ExpressibleByArgument {}
