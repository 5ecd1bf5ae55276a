/// The messages that wait for the reader of a stream, and its end. It does no I/O.
struct MessageBuffer {
    typealias Message = WebSocketClientStream.Message

    /// What the reader gets.
    enum Element: Equatable {
        case message(Message)
        case end
        case failure(ClientError)
    }

    /// What a message counts beside its bytes: about what it takes in memory.
    static let messageOverheadBytes = 64

    private let bytesMax: Int
    /// Oldest first.
    private var messages: [Message] = []
    private(set) var byteCount = 0
    /// What follows the messages, once there is nothing more to come.
    private var last: Element?
    /// Whether no more should be read from the socket.
    private(set) var isFull = false

    init(bytesMax: Int) { self.bytesMax = bytesMax }

    /// A connection begins, unless it has begun: what is left of the one before is dropped.
    mutating func begin() { if last != nil { self = MessageBuffer(bytesMax: bytesMax) } }

    mutating func append(_ message: Message) {
        messages.append(message)
        byteCount += Self.size(of: message)
        if byteCount >= bytesMax { isFull = true }
    }

    /// The connection has ended, unless it had before; `nil` if that was asked for.
    mutating func finish(_ error: ClientError?) {
        if last == nil { last = error.map { .failure($0) } ?? .end }
    }

    /// Takes the oldest message, or the end behind the last one; `nil` if there is
    /// neither. A failure is taken once, and is the end from then on.
    ///
    /// - Complexity: O(messages).
    mutating func take() -> Element? {
        guard !messages.isEmpty else {
            defer { if last != nil { last = .end } }
            return last
        }
        let message = messages.removeFirst()
        byteCount -= Self.size(of: message)
        if byteCount <= bytesMax / 2 { isFull = false }
        return .message(message)
    }

    private static func size(of message: Message) -> Int {
        switch message {
        case .text(let text): text.utf8.count + messageOverheadBytes
        case .binary(let bytes): bytes.count + messageOverheadBytes
        }
    }
}
