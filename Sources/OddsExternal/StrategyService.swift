import Foundation

/// What a program in Swift does with messages.
package protocol MessageAnswering {
    var name: String { get }
    var level: ConformanceLevel { get }
    /// Told before any frame.
    mutating func begin(channels: [String])
    mutating func apply(
        _ frame: UnsafeRawBufferPointer, channel: Int, events: Int
    ) -> AppliedAnswer
    mutating func snapshot() -> [UInt8]
}

/// The program's side of the protocol: reads messages from standard input, or from shared
/// memory, and answers until *bye*.
package enum StrategyService {
    /// Why a service ends early.
    package enum ServiceError: Error {
        /// Standard input ended ahead of *bye*.
        case ended
        /// A message that this protocol does not have.
        case message(String)
    }

    /// - Throws: `ServiceError`; the program then ends with a status other than 0.
    package static func run(_ strategy: inout some MessageAnswering) throws(ServiceError) {
        var input = MessageInput()
        let hello = try input.next()
        guard hello.head.kind == StrategyMessage.Kind.hello.rawValue,
            let content = try? JSONDecoder().decode(Hello.self, from: Data(hello.content)),
            content.protocols.contains(StrategyMessage.protocolName)
        else { throw .message("the first message is no hello of this protocol") }
        let ring = content.ring.flatMap { ring in
            RingMemory(
                ring.memory,
                RingLayout(messageBytes: ring.messageBytes, answerBytes: ring.answerBytes)
            ).map { RingEnd($0, event: ring.event) }
        }
        strategy.begin(channels: content.channels)
        let greeting = ProgramGreeting(
            name: strategy.name, level: strategy.level, transport: ring == nil ? .pipe : .ring)
        guard let text = try? JSONEncoder().encode(greeting) else {
            preconditionFailure("names can be encoded")
        }
        ServiceOutput.write(MessageHead(length: text.count, kind: .hello, sequence: 0), Array(text))
        if var ring {
            while try answer(ring.next(), &strategy, by: { ring.write($0, $1) }) {}
        } else {
            while try answer(input.next(), &strategy, by: { ServiceOutput.write($0, $1) }) {}
        }
    }

    /// Returns whether more messages follow.
    private static func answer(
        _ message: Message, _ strategy: inout some MessageAnswering,
        by send: (MessageHead, [UInt8]) -> Void
    ) throws(ServiceError) -> Bool {
        let sequence = message.head.sequence
        func write(_ kind: StrategyMessage.Kind, _ content: [UInt8]) {
            send(MessageHead(length: content.count, kind: kind, sequence: sequence), content)
        }
        switch StrategyMessage.Kind(rawValue: message.head.kind) {
        case .apply:
            guard message.content.count >= StrategyMessage.applyHeadBytes else {
                throw .message("an apply without its head")
            }
            let head = message.content.baseAddress!
            let answer = strategy.apply(
                UnsafeRawBufferPointer(
                    rebasing: message.content.dropFirst(StrategyMessage.applyHeadBytes)),
                channel: Int(head.littleEndian(at: 0)), events: Int(head.littleEndian(at: 1)))
            var bytes = [UInt8](repeating: 0, count: AppliedAnswer.byteCount)
            bytes.withUnsafeMutableBytes { answer.write(to: $0.baseAddress!) }
            write(.apply, bytes)
        case .snapshot: write(.snapshot, strategy.snapshot())
        case .bye:
            write(.bye, [])
            return false
        case .hello, .answeredByPipe, nil:
            throw .message("a message of kind \(message.head.kind)")
        }
        return true
    }
}

/// A message, whose content is valid until the next one.
struct Message {
    let head: MessageHead
    let content: UnsafeRawBufferPointer
}

/// Standard input, read in large pieces.
private struct MessageInput: ~Copyable {
    private var buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 16, alignment: 8)
    private var start = 0
    private var end = 0

    deinit { buffer.deallocate() }

    mutating func next() throws(StrategyService.ServiceError) -> Message {
        try fill(StrategyMessage.headBytes)
        let length = Int(MessageHead(buffer.baseAddress! + start).length)
        try fill(StrategyMessage.headBytes + length)
        let head = MessageHead(buffer.baseAddress! + start)
        let first = start + StrategyMessage.headBytes
        start = first + length
        return Message(
            head: head, content: UnsafeRawBufferPointer(rebasing: buffer[first..<start]))
    }

    /// Has so many unread bytes in the buffer, in one piece.
    private mutating func fill(_ count: Int) throws(StrategyService.ServiceError) {
        guard end - start < count else { return }
        if buffer.count - start < count {
            let larger = count <= buffer.count ? buffer
                : UnsafeMutableRawBufferPointer.allocate(byteCount: count * 2, alignment: 8)
            memmove(larger.baseAddress!, buffer.baseAddress! + start, end - start)
            if larger.baseAddress != buffer.baseAddress {
                buffer.deallocate()
                buffer = larger
            }
            end -= start
            start = 0
        }
        while end - start < count {
            let received = read(STDIN_FILENO, buffer.baseAddress! + end, buffer.count - end)
            if received < 0, errno == EINTR { continue }
            guard received > 0 else { throw .ended }
            end += received
        }
    }
}

enum ServiceOutput {
    /// A reader that is gone is noticed by the end of standard input.
    static func write(_ head: MessageHead, _ content: [UInt8]) {
        var bytes = [UInt8](repeating: 0, count: StrategyMessage.headBytes)
        bytes.withUnsafeMutableBytes { head.write(to: $0.baseAddress!) }
        bytes += content
        var sent = 0
        bytes.withUnsafeBytes { bytes in
            while sent < bytes.count {
                let count = Foundation.write(
                    STDOUT_FILENO, bytes.baseAddress! + sent, bytes.count - sent)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return }
                sent += count
            }
        }
    }
}
