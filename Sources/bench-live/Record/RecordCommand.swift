import ArgumentParser
import Foundation
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsOptions

struct RecordCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "record",
        abstract: "Records a capture from a live server.",
        discussion: """
            Registers the topics, requests their dumps, and writes every frame verbatim, \
            including the dumps of new connections. The file gets its name when it is complete. \
            Ends after the duration, or on SIGINT.

            Example: bench record ws://127.0.0.1:8080/v2 \
            --topic /sports/1/en/disciplines/LIVE/BOTH --duration 60s --out live.ndjson.gz
            """)

    @Argument(help: "ws://HOST[:PORT][/PATH], or wss://…")
    var url: String

    @Option(help: "Topic to record; can be given several times.")
    var topic: [String]

    @Option(help: "WAMP realm.")
    var realm = "realm1"

    @Option(help: ArgumentHelp("Header of the handshake, as NAME:VALUE.", valueName: "header"))
    var header: [String] = []

    @Option(help: "Recorded time; a bare number is seconds, or use ms, s, m, h.")
    var duration = DurationOption(seconds: 60)

    @Option(help: "Capture to write: .ndjson, or .ndjson.gz to compress it.")
    var out: String

    func validate() throws {
        guard Set(topic).count == topic.count else {
            throw ValidationError("a --topic is repeated")
        }
        for header in header where !header.contains(":") {
            throw ValidationError("--header \(header): expected NAME:VALUE")
        }
        guard duration.nanoseconds > 0 else {
            throw ValidationError("--duration must be longer than 0")
        }
    }

    func run() async throws {
        let (signals, ending) = AsyncStream.makeStream(of: Void.self)
        let interruption = Interruption { ending.yield() }
        defer { interruption.stop() }
        let recorded = try await record(until: signals)
        for (topic, count) in zip(topic, recorded) {
            StandardError.print("bench: \(count) frames of \(topic)")
        }
    }

    /// - Returns: The number of frames of each topic.
    private func record(until signals: AsyncStream<Void>) async throws -> [Int] {
        let client = try EMWebSocketClient(configuration)
        let recording = try CaptureRecording(out, client: client)
        do throws(ClientError) {
            try await client.connect()
            for topic in topic {
                _ = try await client.register(
                    topic, receiver: TopicRecorder(topic, recording, client) {
                        StandardError.print("bench: \($0)")
                    })
            }
        } catch {
            throw ExperimentFailure(.childDied, "\(url): \(error)")
        }
        let time = Duration.nanoseconds(Int64(clamping: duration.nanoseconds))
        await withTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { try? await Task.sleep(for: time) }
            await group.next()
            group.cancelAll()
        }
        await client.disconnect()
        return try await recording.finish(topic)
    }

    private var configuration: ClientConfiguration {
        var configuration = ClientConfiguration(url: url, realm: realm)
        configuration.headers = header.map { header in
            let parts = header.split(separator: ":", maxSplits: 1)
            return (
                name: String(parts[0]),
                value: parts.count > 1 ? parts[1].trimmingCharacters(in: .whitespaces) : ""
            )
        }
        return configuration
    }
}
