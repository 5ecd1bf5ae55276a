import NIOCore
import OddsWebSocket

/// What speaks on the link of a `WebSocketClientStream`: passes messages on.
actor StreamSession {
    nonisolated let unownedExecutor: UnownedSerialExecutor
    /// Runs on the same executor, and keeps it alive.
    private nonisolated let connection: SocketConnection
    private var link: SocketLink?
    /// Whether the app has closed the link that there is.
    private var isLeaving = false
    private(set) var buffer: MessageBuffer
    /// The reason to make no attempt to connect.
    private let refusal: ClientError?
    /// Calls of `next` that wait.
    private(set) var readers: [(number: Int, reader: Reader)] = []
    private var lastReader = 0

    typealias Reader = CheckedContinuation<MessageBuffer.Element, Never>

    init(
        _ connection: SocketConnection, buffer: MessageBuffer, refusal: ClientError? = nil
    ) {
        self.connection = connection
        self.buffer = buffer
        self.refusal = refusal
        unownedExecutor = connection.unownedExecutor
    }

    // MARK: The app

    func connect() async throws(ClientError) {
        buffer.begin()
        if let refusal {
            finish(refusal)
            throw refusal
        }
        try await connection.connect(self)
    }

    func close() async {
        await connection.disconnect()
        finish(nil)
    }

    func send(_ message: WebSocketClientStream.Message) async throws(ClientError) {
        let whole: WebSocketMessage =
            switch message {
            case .text(let text): .text(ByteBuffer(string: text))
            case .binary(let bytes): .binary(ByteBuffer(bytes: bytes))
            }
        guard let sent = link?.write(whole) else { throw .notConnected }
        do { try await sent.get() } catch {
            throw .connectionLost(ClientError.text(of: error))
        }
    }

    func next() async throws(ClientError) -> WebSocketClientStream.Message? {
        switch await nextElement() {
        case .message(let message): return message
        case .end: return nil
        case .failure(let error): throw error
        }
    }

    private func nextElement() async -> MessageBuffer.Element {
        lastReader += 1
        let number = lastReader
        return await withTaskCancellationHandler {
            await withCheckedContinuation { reader in
                if Task.isCancelled { return reader.resume(returning: .end) }
                readers.append((number, reader))
                deliver()
            }
        } onCancel: {
            Task { await endReader(number) }
        }
    }

    private func endReader(_ number: Int) {
        guard let position = readers.firstIndex(where: { $0.number == number }) else { return }
        readers.remove(at: position).reader.resume(returning: .end)
    }

    /// Gives what waits to who waits, and goes on reading once there is room.
    private func deliver() {
        let wasFull = buffer.isFull
        while !readers.isEmpty, let element = buffer.take() {
            readers.removeFirst().reader.resume(returning: element)
        }
        if wasFull, !buffer.isFull { link?.setReading(true) }
    }

    private func finish(_ error: ClientError?) {
        buffer.finish(error)
        deliver()
    }

    // MARK: The link

    private func received(_ message: WebSocketClientStream.Message) {
        guard !isLeaving else { return }
        buffer.append(message)
        deliver()
        if buffer.isFull { link?.setReading(false) }
    }
}

extension StreamSession: SocketSession {
    nonisolated func receiver(on link: SocketLink) -> (UnsafeRawBufferPointer) -> Void {
        receiver(on: link) { .text(String(decoding: $0, as: UTF8.self)) }
    }

    nonisolated func binaryReceiver(
        on link: SocketLink
    ) -> ((UnsafeRawBufferPointer) -> Void)? {
        receiver(on: link) { .binary(Array($0)) }
    }

    private nonisolated func receiver(
        on link: SocketLink,
        _ message: @escaping (UnsafeRawBufferPointer) -> WebSocketClientStream.Message
    ) -> (UnsafeRawBufferPointer) -> Void {
        { [self] bytes in
            guard link.takesMessages() else { return }
            let message = message(bytes)
            assumeIsolated { $0.received(message) }
        }
    }

    func openSession(on link: SocketLink) {
        self.link = link
        isLeaving = false
        connection.assumeIsolated { $0.established("") }
    }

    func restoreSession() {}

    func leaveSession() {
        isLeaving = true
        // The server's answer would not be noticed.
        link?.setReading(true)
        link?.closeWebSocket()
    }

    func linkClosed(_ error: ClientError) {
        link = nil
        finish(error == .closed ? nil : error)
    }
}
