import ArgumentParser
import Foundation
import Histogram
import NIOCore
import NIOPosix

/// Many clients of one topic, which load a server and measure how late its
/// frames arrive.
@main
struct EMLoad: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "emload",
        abstract: "Registers a topic on many connections and measures their frames.",
        discussion: """
            Every connection registers, asks for the dump and answers each INVOCATION with \
            YIELD. If the server stamps its INVOCATIONs (emsim --stamp) and runs on the same \
            machine, the latency of each counts from when it was due until it was read. Prints \
            one line of JSON.
            """)

    @Option(help: "Port of the server's WebSocket.")
    var port: Int

    @Option(help: "The server's name or address.")
    var host = "127.0.0.1"

    @Option(help: "Connections, each with one registration.")
    var connections = 1

    @Option(help: "How many of the connections stop reading after they have registered.")
    var deaf = 0

    @Option(help: "The topic.")
    var topic =
        "/sports/1/en/live-matches-aggregator-main/all-disciplines/all-locations/"
        + "default-event-info/10/5"

    @Option(help: "Seconds to measure, after all connections have their dumps.")
    var seconds = 10.0

    @Option(help: "Threads.")
    var threads = 1

    func validate() throws {
        guard connections > 0, (0...connections).contains(deaf), seconds > 0, threads > 0 else {
            throw ValidationError("counts and seconds must be positive, --deaf at most all")
        }
    }

    func run() async throws {
        let group = MultiThreadedEventLoopGroup(numberOfThreads: threads)
        let meters = group.makeIterator().map { LoadMeter(loop: $0) }
        var clients: [LoadClient] = []
        for number in 0..<connections {
            clients.append(
                try await LoadClient.connect(
                    host: host, port: port, topic: topic, isDeaf: number < deaf,
                    meter: meters[number % threads]))
        }
        for client in clients { try await client.isReady.get() }
        for meter in meters { try await meter.begin().get() }
        let start = NIODeadline.now()
        try await Task.sleep(for: .seconds(seconds))
        var total = LoadFigures()
        for meter in meters { total.add(try await meter.figures().get()) }
        let elapsed = Double((NIODeadline.now() - start).nanoseconds) / 1e9
        try await group.shutdownGracefully()
        print(total.json(connections: connections, seconds: elapsed))
    }
}
