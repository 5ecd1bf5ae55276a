import ArgumentParser
import OddsClient
import OddsExperiments
import OddsLauncher
import OddsLive
import OddsOptions
import OddsWebSocket

struct RecordCommand: AsyncParsableCommand {
    static let configuration = RecordCommandOptions.configuration

    @OptionGroup
    var options: RecordCommandOptions

    func run() async throws {
        let (signals, ending) = AsyncStream.makeStream(of: Void.self)
        let recorded = try await Interruption.current.during({ _ in ending.yield() }) {
            try await record(until: signals)
        }
        for topic in recorded {
            StandardError.print("bench: \(topic.frames) frames of \(topic.topic)")
        }
        if let failure = recorded.lazy.compactMap(\.failure).first {
            throw ExperimentFailure(.unavailable, "\(options.url): \(failure)")
        }
    }

    private func record(until signals: AsyncStream<Void>) async throws -> [RecordedTopic] {
        var configuration = try options.access.configuration(options.url)
        configuration.compression = options.compression.map(WebSocketCompression.init)
        let client = try Self.client(configuration)
        let recording = try CaptureRecording(
            options.output.path, topics: options.topic, client: client)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { for await _ in recording.end {} }
            group.addTask {
                do throws(ClientError) {
                    try await start(client, recording)
                } catch {
                    throw ExperimentFailure(error, of: options.url)
                }
                try? await Task.sleep(
                    for: .nanoseconds(Int64(clamping: options.duration.nanoseconds)))
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
        try await client.connectOnce()
        for (index, topic) in options.topic.enumerated() {
            _ = try await client.register(
                topic, receiver: TopicRecorder(topic, index: index, recording, client) {
                    StandardError.print("bench: \($0)")
                })
        }
    }
}
