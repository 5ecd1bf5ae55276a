import Foundation
import OddsCapture
import OddsClient

/// What a recording has of a content.
package struct RecordedContent: Equatable, Sendable {
    package let content: SportRadarContent
    /// Whether it came whole, without which nobody can apply its changes.
    var isWhole = false
    /// Whether nothing more of it comes.
    var isLost = false
    /// Why it did not come, or why it was not recorded to the end.
    var lastError: ClientError?

    /// Why the recording of the content is not whole, in words; `nil` if it is.
    package var failure: String? {
        if isLost, isWhole {
            return "\(content) was not recorded to the end: \(lastError?.description ?? "")"
        }
        guard !isWhole else { return nil }
        return "\(content) did not come whole" + (lastError.map { ": \($0)" } ?? "")
    }
}

/// Writes all frames of a client's socket into a capture, on the client's executor, while
/// the client keeps the contents subscribed.
package actor ContentRecording {
    package nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Ends when it is no use to go on: a content was refused that never came, or nothing
    /// more comes of any.
    package nonisolated let end: AsyncStream<Void>
    private let ending: AsyncStream<Void>.Continuation
    private let client: SportRadarSocketClient
    private let notice: @Sendable (String) -> Void
    private var writer: CaptureWriter?
    private var contents: [RecordedContent]
    private(set) var stores: [ChannelDataStore] = []
    private var watchers: [Task<Void, Never>] = []
    private var failure: CaptureError?
    /// Frames of the socket that were written.
    package private(set) var frameCount = 0

    /// - Parameters:
    ///   - client: Not connected. It is this recording's alone.
    ///   - notice: Called with a line about each interruption.
    /// - Throws: `CaptureError.unwritable`.
    package init(
        _ path: String, contents: [SportRadarContent], client: SportRadarSocketClient,
        notice: @escaping @Sendable (String) -> Void
    ) throws(CaptureError) {
        self.client = client
        self.notice = notice
        self.contents = contents.map { RecordedContent(content: $0) }
        unownedExecutor = client.unownedExecutor
        (end, ending) = AsyncStream.makeStream()
        writer = try CaptureWriter(growing: path, provider: .sportRadar)
    }

    /// Connects, or fails with the first attempt, and subscribes to the contents.
    package func start() async throws(ClientError) {
        await client.observeFrames { [weak self] frame in
            // Read during the call, on the client's executor.
            nonisolated(unsafe) let frame = frame
            self?.assumeIsolated { $0.write(frame) }
        }
        try await client.connectOnce()
        let states = await client.states()
        watchers.append(
            Task {
                for await state in states {
                    if case .disconnected(let error?) = state { noteEnd(error) }
                }
            })
        for (index, recorded) in contents.enumerated() {
            let store = client.store(of: recorded.content)
            let states = await store.stateUpdates()
            watchers.append(Task { for await state in states { note(state, of: index) } })
            await store.subscribe()
            stores.append(store)
        }
    }

    private func write(_ frame: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        do {
            let at = Int64(Date().timeIntervalSince1970 * 1_000)
            try writer?.write(
                frame, channel: FeedProvider.socketChannel, at: at, as: Self.form(of: frame))
            frameCount += 1
        } catch {
            failure = error
            ending.finish()
        }
    }

    /// Text, as the contract has it, unless the frame is none.
    static func form(of frame: UnsafeRawBufferPointer) -> CaptureForm {
        String(validating: frame, as: UTF8.self) == nil ? .rawBase64 : .raw
    }

    private func note(_ state: StoreState, of index: Int) {
        let content = contents[index].content
        switch state {
        case .active:
            contents[index].isWhole = true
            contents[index].isLost = false
        case .error(let error):
            notice("\(content) is no longer recorded: \(error)")
            contents[index].lastError = error
            contents[index].isLost = true
            if !contents[index].isWhole || contents.allSatisfy(\.isLost) { ending.finish() }
        case .reconnecting(let error) where error != .closed && error != contents[index].lastError:
            notice("\(content) is interrupted: \(error)")
            contents[index].lastError = error
        case .inactive, .subscribing, .updating, .unsubscribing, .reconnecting: break
        }
    }

    /// The client has given up.
    private func noteEnd(_ error: ClientError) {
        for index in contents.indices {
            contents[index].lastError = error
            contents[index].isLost = true
        }
        ending.finish()
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

    /// Disconnects, completes the file and gives it its name, unless no content came.
    ///
    /// - Throws: `CaptureError.unwritable`, also for an earlier write.
    package func finish() async throws(CaptureError) -> [RecordedContent] {
        await client.disconnect()
        for watcher in watchers { watcher.cancel() }
        if let failure { throw failure }
        let writer = writer.take()
        if contents.contains(where: \.isWhole) {
            try writer?.finish()
        } else {
            writer?.discard()
        }
        return contents
    }
}
