import ArgumentParser
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsOptions
import OddsWebSocket

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a capture from a live server.",
        discussion: """
            Registers the topics, requests their dumps, and writes every frame verbatim, \
            including the dumps of new connections. The file gets its name when it is complete. \
            Ends after the duration, or on SIGINT, SIGTERM or SIGHUP. Status 69 says that the \
            server cannot be reached, or that a topic is not recorded whole; what there is of it \
            is kept.

            Example: bench record ws://127.0.0.1:8080/v2 \
            --topic /sports/1/en/disciplines/LIVE/BOTH --duration 60s --out live.ndjson.gz
            """)

    @Argument(help: "ws://HOST[:PORT][/PATH], or wss://…")
    var url: String

    @Option(help: "Topic to record; can be given several times.")
    var topic: [String]

    @Option(help: "Compression to ask the server for: takeover or no-takeover (default: off).")
    var compression: WebSocketCompression?

    @Option(help: "Recorded time; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 60)

    @Option(help: "Capture to write: .ndjson, or .ndjson.gz to compress it.")
    var out: String

    @OptionGroup(title: "Access")
    var access: ServerAccess

    func validate() throws {
        guard Set(topic).count == topic.count else {
            throw ValidationError("a --topic is repeated")
        }
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() async throws {
        let (signals, ending) = AsyncStream.makeStream(of: Void.self)
        let recorded = try await Interruption.current.during({ _ in ending.yield() }) {
            try await record(until: signals)
        }
        for topic in recorded {
            StandardError.print("bench: \(topic.frames) frames of \(topic.topic)")
        }
        if let failure = recorded.lazy.compactMap(\.failure).first {
            throw ExperimentFailure(.unavailable, "\(url): \(failure)")
        }
    }

    private func record(until signals: AsyncStream<Void>) async throws -> [RecordedTopic] {
        var configuration = try access.configuration(url)
        configuration.compression = compression
        let client = try Self.client(configuration)
        let recording = try CaptureRecording(out, topics: topic, client: client)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { for await _ in recording.end {} }
            group.addTask {
                do throws(ClientError) {
                    try await start(client, recording)
                } catch {
                    throw ExperimentFailure(error, of: url)
                }
                try? await Task.sleep(
                    for: .nanoseconds(Int64(clamping: duration.nanoseconds)))
            }
            try await group.next()
            group.cancelAll()
        }
        await client.disconnect()
        return try await recording.finish()
    }

    private static func client(_ configuration: ClientConfiguration) throws -> EMWebSocketClient {
        do throws(ClientError) {
            return try EMWebSocketClient(configuration)
        } catch {
            throw ExperimentFailure(error, of: configuration.url)
        }
    }

    private func start(
        _ client: EMWebSocketClient, _ recording: CaptureRecording
    ) async throws(ClientError) {
        try await client.connect()
        for (index, topic) in topic.enumerated() {
            _ = try await client.register(
                topic, receiver: TopicRecorder(topic, index: index, recording, client) {
                    StandardError.print("bench: \($0)")
                })
        }
    }
}
