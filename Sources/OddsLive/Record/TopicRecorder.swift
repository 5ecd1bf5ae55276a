import OddsClient

/// Records one topic: its dump on each connection, and all updates.
package final class TopicRecorder: FeedReceiver {
    private let recording: CaptureRecording
    private let index: Int
    private let topic: String
    private let client: any WebSocketClient
    private let notice: @Sendable (String) -> Void

    /// Before a dump that did not come is requested again.
    private static let pause = Duration.seconds(1)

    /// - Parameters:
    ///   - topic: Its text form.
    ///   - index: Its position in the recording.
    ///   - notice: Called with a line about each interruption.
    package init(
        _ topic: String, index: Int, _ recording: CaptureRecording,
        _ client: any WebSocketClient, notice: @escaping @Sendable (String) -> Void
    ) {
        self.topic = topic
        self.index = index
        self.recording = recording
        self.client = client
        self.notice = notice
    }

    package func receive(_ event: FeedEvent) {
        switch event {
        case .registered(let registration):
            recording.assumeIsolated { $0.noteStart(ofTopic: index, registration) }
            client.requestDumpInPlace(registration)
        case .update(let frame, _): write(frame, isDump: false)
        case .dump(let frame): write(frame, isDump: true)
        case .dumpFailed(let error):
            notice("no dump of \(topic): \(error)")
            let registration = recording.assumeIsolated {
                $0.noteMissingDump(ofTopic: index, error)
            }
            if let registration { requestAgain(registration) }
        case .connectionLost(.closed): break
        case .connectionLost(let error):
            notice("\(topic) is interrupted: \(error)")
        case .registrationFailed(let error):
            notice("\(topic) is no longer recorded: \(error)")
            recording.assumeIsolated { $0.noteLoss(ofTopic: index, error) }
        }
    }

    private func write(_ frame: UnsafeRawBufferPointer, isDump: Bool) {
        // Read during the call, on the client's executor.
        nonisolated(unsafe) let frame = frame
        recording.assumeIsolated { $0.write(frame, ofTopic: index, isDump: isDump) }
    }

    private func requestAgain(_ registration: FeedRegistration) {
        Task {
            try? await client.clock.sleep(for: Self.pause)
            await client.requestDump(registration)
        }
    }
}
