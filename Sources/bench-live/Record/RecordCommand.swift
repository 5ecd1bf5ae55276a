import ArgumentParser
import OddsClient
import OddsConsole
import OddsExperiments
import OddsLive
import OddsOptions
import OddsResults
import OddsWebSocket

struct RecordCommand: AsyncParsableCommand {
    static let configuration = RecordCommandOptions.configuration

    @OptionGroup
    var options: RecordCommandOptions

    func run() async throws {
        let (signals, ending) = AsyncStream.makeStream(of: Void.self)
        let failures = try await Interruption.current.during({ _ in ending.yield() }) {
            switch options.provider {
            case .everyMatrix: try await recordTopics(until: signals)
            case .sportRadar: try await recordContents(until: signals)
            }
        }
        if let failure = failures.first {
            throw ExperimentFailure(.unavailable, "\(options.url): \(failure)")
        }
    }

    /// - Returns: Why topics are not recorded whole.
    private func recordTopics(until signals: AsyncStream<Void>) async throws -> [String] {
        var configuration = try options.access.configuration(options.url)
        configuration.compression = options.compression.map(WebSocketCompression.init)
        let client = try Self.client(configuration)
        let recording = try CaptureRecording(
            options.output.path, topics: options.topic, client: client)
        try await wait(for: signals, or: recording.end) { () throws(ClientError) in
            try await start(client, recording)
        }
        await client.disconnect()
        let topics = try await recording.finish()
        for topic in topics {
            StandardError.print("bench: \(topic.frames) frames of \(topic.topic)")
        }
        let ignored = await client.counters.messagesIgnored
        if ignored > 0 {
            let messages = FigureFormat.counted(ignored, "message")
            StandardError.print("bench: \(messages) for no topic and no request")
        }
        return topics.compactMap(\.failure)
    }

    /// - Returns: Why contents are not recorded whole.
    private func recordContents(until signals: AsyncStream<Void>) async throws -> [String] {
        let endpoint = try SportRadarEndpoint(options.url)
        var configuration = SportRadarConfiguration(url: endpoint.socketURL)
        configuration.headers = options.access.headers
        configuration.compression = options.compression.map(WebSocketCompression.init)
        do {
            let recording = try ContentRecording(
                options.output.path, 
                contents: options.content.map { SportRadarContent(channel: $0.name) },
                client: try SportRadarSocketClient(configuration, requests: endpoint.requests)
            ) { StandardError.print("bench: \($0)") }
            try await wait(for: signals, or: recording.end) { () throws(ClientError) in
                try await recording.start()
            }
            let contents = try await recording.finish()
            await endpoint.shutDown()
            let frames = FigureFormat.counted(await recording.frameCount, "frame")
            StandardError.print("bench: \(frames) of the socket")
            return contents.compactMap(\.failure)
        } catch {
            await endpoint.shutDown()
            throw error
        }
    }

    /// Starts a recording, and returns when it is to end: by a signal, after its duration, or
    /// for a reason of its own.
    private func wait(
        for signals: AsyncStream<Void>, or end: AsyncStream<Void>,
        start: @escaping @Sendable () async throws(ClientError) -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { for await _ in end {} }
            group.addTask {
                do throws(ClientError) {
                    try await start()
                } catch {
                    throw ExperimentFailure(error, of: options.url)
                }
                try? await Task.sleep(
                    for: .nanoseconds(Int64(clamping: options.duration.nanoseconds)))
            }
            try await group.next()
            group.cancelAll()
        }
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
