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
        guard !options.list else { return try await list() }
        let (signals, ending) = AsyncStream.makeStream(of: Void.self)
        let failures = try await Interruption.current.during({ _ in ending.yield() }) {
            switch options.provider {
            case .everyMatrix: try await recordTopics(until: signals)
            case .sportRadar: try await recordContents(until: signals)
            }
        }
        if let failure = failures.first { throw failure }
    }

    private func list() async throws {
        let client = try client()
        let topics: [String]
        do throws(ClientError) {
            try await client.connectOnce()
            topics = try await ServedTopics(of: client).topics
        } catch {
            await client.disconnect()
            throw ExperimentFailure(error, of: options.url)
        }
        await client.disconnect()
        try ResultOutput(path: nil).write(lines: topics)
    }

    /// - Returns: Why topics are not recorded whole.
    private func recordTopics(
        until signals: AsyncStream<Void>
    ) async throws -> [ExperimentFailure] {
        let client = try client()
        let recording = try CaptureRecording(
            options.output.path, topics: options.topic, client: client)
        try await wait(for: signals, or: recording.end, keep: { await recording.keep() }) {
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
        return topics.compactMap { topic in
            topic.failure.map {
                ExperimentFailure(topic.failureStatus, "\(options.url): \($0)")
            }
        }
    }

    /// - Returns: Why contents are not recorded whole.
    private func recordContents(
        until signals: AsyncStream<Void>
    ) async throws -> [ExperimentFailure] {
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
            try await wait(for: signals, or: recording.end, keep: { await recording.keep() }) {
                do throws(ClientError) {
                    try await recording.start()
                } catch {
                    throw ExperimentFailure(error, of: options.url)
                }
            }
            let contents = try await recording.finish()
            await endpoint.shutDown()
            let frames = FigureFormat.counted(await recording.frameCount, "frame")
            StandardError.print("bench: \(frames) of the socket")
            return contents.compactMap(\.failure).map {
                ExperimentFailure(.unavailable, "\(options.url): \($0)")
            }
        } catch {
            await endpoint.shutDown()
            throw error
        }
    }

    /// At most so old is what is not in the file yet.
    private static let keepingInterval = Duration.seconds(1)

    /// Starts a recording, and returns when it is to end: by a signal, after its duration, or
    /// for a reason of its own.
    ///
    /// - Parameters:
    ///   - signals: Has an element for each signal.
    ///   - end: Ends for a reason of its own.
    ///   - keep: Has all that came in the file.
    ///   - start: Starts it.
    private func wait(
        for signals: AsyncStream<Void>, or end: AsyncStream<Void>,
        keep: @escaping @Sendable () async -> Void,
        start: @escaping @Sendable () async throws -> Void
    ) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { for await _ in signals { break } }
            group.addTask { for await _ in end {} }
            group.addTask {
                while !Task.isCancelled {
                    try? await Task.sleep(for: Self.keepingInterval)
                    await keep()
                }
            }
            group.addTask {
                try await start()
                try? await Task.sleep(
                    for: .nanoseconds(Int64(clamping: options.duration.nanoseconds)))
            }
            try await group.next()
            group.cancelAll()
        }
    }

    private func client() throws -> EMWebSocketClient {
        var configuration = try options.access.configuration(options.url)
        configuration.compression = options.compression.map(WebSocketCompression.init)
        do throws(ClientError) {
            return try EMWebSocketClient(configuration)
        } catch {
            throw ExperimentFailure(error, of: configuration.url)
        }
    }

    private func start(
        _ client: EMWebSocketClient, _ recording: CaptureRecording
    ) async throws {
        do throws(ClientError) {
            try await client.connectOnce()
        } catch {
            throw ExperimentFailure(error, of: options.url)
        }
        for (index, topic) in options.topic.enumerated() {
            do throws(ClientError) {
                _ = try await client.register(
                    topic, receiver: TopicRecorder(topic, index: index, recording, client) {
                        StandardError.print("bench: \($0)")
                    })
            } catch {
                throw await refusal(error, by: client)
            }
        }
    }

    /// Why a topic cannot be recorded, with some that can where the server refuses it.
    private func refusal(
        _ error: ClientError, by client: EMWebSocketClient
    ) async -> ExperimentFailure {
        let failure = ExperimentFailure(error, of: options.url)
        guard case .refused = error, let served = try? await ServedTopics(of: client),
            !served.topics.isEmpty
        else { return failure }
        return ExperimentFailure(
            failure.status, "\(failure.message); \(served.advice(options.url))")
    }
}
