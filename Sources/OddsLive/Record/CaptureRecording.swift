import Foundation
import OddsCapture
import OddsClient
import OddsExperiments
import OddsWire

/// What a recording has of a topic.
package struct RecordedTopic: Equatable, Sendable {
    package let topic: String
    package internal(set) var frames = 0
    /// Whether it has a dump, without which nobody can apply the updates.
    var hasDump = false
    /// Why the answer to a request for its dump is none; `nil` for a dump, or for no answer.
    var wrongDump: String?
    /// Why its dump did not come, or why it was not recorded to the end.
    var lastError: ClientError?
    /// Whether nothing more of it comes.
    var isLost = false
    var registration: FeedRegistration?

    /// Why the recording of the topic is not whole, in words; `nil` if it is.
    package var failure: String? {
        if isLost {
            return "\(topic) was not recorded to the end: \(lastError?.description ?? "")"
        }
        if let wrongDump { return "the answer for the dump of \(topic) is none: \(wrongDump)" }
        guard !hasDump else { return nil }
        return "no dump of \(topic)" + (lastError.map { ": \($0)" } ?? " came")
    }
}

extension RecordedTopic {
    /// The exit status of a recording that is not whole.
    package var failureStatus: ExitStatus { wrongDump == nil ? .unavailable : .badData }

    /// Why a frame is no dump; `nil` for one.
    static func fault(ofDump frame: UnsafeRawBufferPointer) -> String? {
        var parser = FrameParser()
        var batch = FrameBatch()
        do {
            try parser.parse(frame, into: &batch)
        } catch {
            return error.description
        }
        return batch.messageType == .initialDump ? nil : "it is an UPDATE"
    }
}

/// Writes the frames of a client into a capture, on the client's executor.
package actor CaptureRecording {
    package nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Ends when it is no use to go on: a topic's first dump was refused, or
    /// nothing more comes of any topic.
    package nonisolated let end: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    /// Kept alive for its executor.
    private let client: any WebSocketClient
    private var writer: CaptureWriter?
    private var topics: [RecordedTopic]
    private var failure: CaptureError?

    /// - Throws: `CaptureError.unwritable`.
    package init(
        _ path: String, topics: [String], client: any WebSocketClient
    ) throws(CaptureError) {
        self.client = client
        self.topics = topics.map { RecordedTopic(topic: $0) }
        unownedExecutor = client.unownedExecutor
        (end, ending) = AsyncStream.makeStream()
        writer = try CaptureWriter(growing: path, provider: .everyMatrix)
    }

    /// Of all topics.
    var frameCount: Int { topics.reduce(0) { $0 + $1.frames } }

    func write(_ frame: UnsafeRawBufferPointer, ofTopic index: Int, isDump: Bool) {
        guard failure == nil else { return }
        do {
            let at = Int64(Date().timeIntervalSince1970 * 1_000)
            try writer?.write(frame, channel: topics[index].topic, at: at)
            topics[index].frames += 1
            if isDump { note(RecordedTopic.fault(ofDump: frame), ofDumpOf: index) }
        } catch {
            failure = error
            ending.finish()
        }
    }

    /// Nobody can apply updates to what is no dump, and the server would say the same again.
    private func note(_ fault: String?, ofDumpOf index: Int) {
        guard let fault else { return topics[index].hasDump = true }
        topics[index].wrongDump = fault
        ending.finish()
    }

    func noteStart(ofTopic index: Int, _ registration: FeedRegistration) {
        topics[index].registration = registration
    }

    /// - Returns: The registration whose dump may be requested again.
    func noteMissingDump(ofTopic index: Int, _ error: ClientError) -> FeedRegistration? {
        topics[index].lastError = error
        if case .refused = error, !topics[index].hasDump {
            ending.finish()
            return nil
        }
        return topics[index].registration
    }

    func noteLoss(ofTopic index: Int, _ error: ClientError) {
        topics[index].lastError = error
        topics[index].isLost = true
        if topics.allSatisfy(\.isLost) { ending.finish() }
    }

    /// Has all frames so far in the file, which grows: a process that is killed leaves them.
    package func keep() {
        guard failure == nil else { return }
        do {
            try writer?.keep()
        } catch {
            failure = error
            ending.finish()
        }
    }

    /// Completes the file and gives it its name, unless nothing was recorded.
    ///
    /// - Throws: `CaptureError.unwritable`, also for an earlier write.
    package func finish() throws(CaptureError) -> [RecordedTopic] {
        if let failure { throw failure }
        let writer = writer.take()
        if frameCount > 0 { try writer?.finish() }
        return topics
    }
}
