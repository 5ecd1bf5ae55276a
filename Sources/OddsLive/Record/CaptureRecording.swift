import Foundation
import OddsCapture
import OddsClient

/// Writes the frames of a client into a capture, on the client's executor.
package actor CaptureRecording {
    package nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Kept alive for its executor.
    private let client: any WebSocketClient
    private var writer: CaptureWriter?
    private var counts: [String: Int] = [:]
    private var failure: CaptureError?

    /// - Throws: `CaptureError.unwritable`.
    package init(_ path: String, client: any WebSocketClient) throws(CaptureError) {
        self.client = client
        unownedExecutor = client.unownedExecutor
        writer = try CaptureWriter(path: path)
    }

    func write(_ frame: UnsafeRawBufferPointer, of topic: String) {
        guard failure == nil else { return }
        do {
            let at = Int64(Date().timeIntervalSince1970 * 1_000)
            try writer?.write(frame, channel: topic, at: at)
            counts[topic, default: 0] += 1
        } catch {
            failure = error
        }
    }

    /// Completes the file and gives it its name.
    ///
    /// - Returns: The number of frames of each topic.
    /// - Throws: `CaptureError.unwritable`, also for an earlier write.
    package func finish(_ topics: [String]) throws(CaptureError) -> [Int] {
        if let failure { throw failure }
        try writer.take()?.finish()
        return topics.map { counts[$0] ?? 0 }
    }
}

/// Records one topic: its dump on each connection, and all updates.
package final class TopicRecorder: FeedReceiver {
    private let topic: String
    private let recording: CaptureRecording
    private let client: any WebSocketClient

    /// Called with a line about each interruption.
    private let notice: @Sendable (String) -> Void

    package init(
        _ topic: String, _ recording: CaptureRecording, _ client: any WebSocketClient,
        notice: @escaping @Sendable (String) -> Void
    ) {
        self.notice = notice
        self.topic = topic
        self.recording = recording
        self.client = client
    }

    package func receive(_ event: FeedEvent) {
        switch event {
        case .registered(let registration): client.requestDumpInPlace(registration)
        case .update(let frame, _), .dump(let frame):
            // Read during the call, on the client's executor.
            nonisolated(unsafe) let frame = frame
            recording.assumeIsolated { $0.write(frame, of: topic) }
        case .dumpFailed(let error):
            notice("no dump of \(topic): \(error)")
        case .connectionLost(let error):
            notice("\(topic) is interrupted: \(error)")
        case .registrationFailed(let error):
            notice("\(topic) is no longer recorded: \(error)")
        }
    }
}
