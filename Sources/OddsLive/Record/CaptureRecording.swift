import Foundation
import OddsCapture
import OddsClient

/// Writes the frames of a client into a capture, on the client's executor.
actor CaptureRecording {
    nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Owns what the executor refers to.
    private let client: any WebSocketClient
    private var writer: CaptureWriter?
    private var counts: [String: Int] = [:]
    private var failure: CaptureError?

    /// - Throws: `CaptureError.unwritable`.
    init(_ path: String, client: any WebSocketClient) throws(CaptureError) {
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

    /// Gives the file its name.
    /// - Returns: the frames of each topic.
    /// - Throws: `CaptureError.unwritable`, also of what was written before.
    func finish(_ topics: [String]) throws(CaptureError) -> [Int] {
        if let failure { throw failure }
        try writer.take()?.finish()
        return topics.map { counts[$0] ?? 0 }
    }
}

/// Records one topic: on each connection its dump and what follows.
final class TopicRecorder: FeedReceiver {
    private let topic: String
    private let recording: CaptureRecording
    private let client: any WebSocketClient

    init(_ topic: String, _ recording: CaptureRecording, _ client: any WebSocketClient) {
        self.topic = topic
        self.recording = recording
        self.client = client
    }

    func receive(_ event: FeedEvent) {
        switch event {
        case .registered(let registration): client.requestDumpInPlace(registration)
        case .update(let frame, _), .dump(let frame):
            // Read during the call, on the client's executor.
            nonisolated(unsafe) let frame = frame
            recording.assumeIsolated { $0.write(frame, of: topic) }
        case .dumpFailed(let error):
            StandardError.print("bench: no dump of \(topic): \(error)")
        case .connectionLost(let error):
            StandardError.print("bench: \(topic) is interrupted: \(error)")
        case .registrationFailed(let error):
            StandardError.print("bench: \(topic) is recorded no more: \(error)")
        }
    }
}
