import Foundation
import OddsConsole
import OddsMeasurement

/// Why a message could not be sent or an answer not be received.
enum ExchangeError: Error {
    /// Nothing reads messages, or writes answers, any more.
    case ended
    case timeout
    /// What came is no answer: how it differs from one.
    case garbage(String)
}

/// Messages through the pipes of a process. Allocates nothing. One thread owns it.
final class PipeExchange {
    private let process: ProgramProcess
    private let waiting: AnswerWaiting
    private let clock = MonotonicClock()
    private let head = UnsafeMutableRawBufferPointer.allocate(
        byteCount: StrategyMessage.headBytes, alignment: 8)
    /// True if a head is waited for, or is none of an answer.
    private var isAtHead = false
    /// How many bytes have come of what is received.
    private var receivedCount = 0

    init(_ process: ProgramProcess, waiting: AnswerWaiting) {
        self.process = process
        self.waiting = waiting
    }

    deinit { head.deallocate() }

    /// Writes a message of two parts.
    ///
    /// - Parameter deadline: When that must be done, by the monotonic clock.
    func send(
        _ first: UnsafeRawBufferPointer, _ second: UnsafeRawBufferPointer, by deadline: UInt64
    ) throws(ExchangeError) {
        var sent = 0
        let count = first.count + second.count
        while sent < count {
            let fromFirst = max(first.count - sent, 0)
            let written: Int
            if fromFirst > 0 {
                // Reading does not change what `iovec` points to.
                var parts = (
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: first.baseAddress! + sent),
                        iov_len: fromFirst),
                    iovec(
                        iov_base: UnsafeMutableRawPointer(mutating: second.baseAddress),
                        iov_len: second.count))
                written = withUnsafePointer(to: &parts) {
                    $0.withMemoryRebound(to: iovec.self, capacity: 2) {
                        writev(process.input, $0, second.isEmpty ? 1 : 2)
                    }
                }
            } else {
                let start = sent - first.count
                written = write(process.input, second.baseAddress! + start, second.count - start)
            }
            if written >= 0 {
                sent += written
                continue
            }
            switch errno {
            case EAGAIN: try waitUntilWritable(by: deadline)
            case EINTR: continue
            default: throw .ended
            }
        }
    }

    private func waitUntilWritable(by deadline: UInt64) throws(ExchangeError) {
        var ends = (
            pollfd(fd: process.input, events: Int16(POLLOUT), revents: 0),
            pollfd(fd: process.output, events: Int16(POLLIN), revents: 0))
        let readyCount = withUnsafeMutablePointer(to: &ends) {
            $0.withMemoryRebound(to: pollfd.self, capacity: 2) { poll($0, 2, 10) }
        }
        guard clock.now < deadline else { throw .timeout }
        guard readyCount > 0 else {
            // Another process may hold its ends of the pipes.
            if process.hasEnded { throw .ended }
            return
        }
        if ends.1.revents & Int16(POLLIN) != 0 {
            throw .garbage("bytes came before the message was complete")
        }
        if ends.1.revents & Int16(POLLHUP) != 0 { throw .ended }
    }

    /// Reads exactly as many bytes as there is room for.
    func receive(
        into room: UnsafeMutableRawBufferPointer, by deadline: UInt64
    ) throws(ExchangeError) {
        receivedCount = 0
        var spins: UInt32 = 0
        var hasEnded = false
        while receivedCount < room.count {
            let received = read(
                process.output, room.baseAddress! + receivedCount, room.count - receivedCount)
            if received > 0 {
                receivedCount += received
                continue
            }
            guard received < 0, errno == EAGAIN || errno == EINTR else { throw .ended }
            // Another process may hold its end of the pipe; what it wrote itself was read.
            if hasEnded { throw .ended }
            switch waiting {
            case .spinning:
                spins &+= 1
                guard spins % 1024 == 0 else { continue }
            case .sleeping:
                var end = pollfd(fd: process.output, events: Int16(POLLIN), revents: 0)
                if poll(&end, 1, Self.pollMilliseconds) > 0 { continue }
            }
            hasEnded = process.hasEnded
            if !hasEnded, clock.now >= deadline { throw .timeout }
        }
    }

    /// How soon the end of a process is noticed.
    private static let pollMilliseconds: Int32 = 20

    /// Reads an answer whose content has a known size.
    func receive(
        _ kind: StrategyMessage.Kind, sequence: UInt32,
        into content: UnsafeMutableRawBufferPointer, by deadline: UInt64
    ) throws(ExchangeError) {
        _ = try receiveHead(kind, sequence: sequence, count: content.count, by: deadline)
        try receive(into: content, by: deadline)
    }

    /// Reads an answer of any size up to a bound.
    func receiveText(
        _ kind: StrategyMessage.Kind, sequence: UInt32, bytesMax: Int, by deadline: UInt64
    ) throws(ExchangeError) -> [UInt8] {
        let head = try receiveHead(kind, sequence: sequence, by: deadline)
        guard head.length <= bytesMax else {
            throw .garbage("\(head.length) bytes, where at most \(bytesMax) are allowed")
        }
        let text = UnsafeMutableRawBufferPointer.allocate(
            byteCount: Int(head.length), alignment: 8)
        defer { text.deallocate() }
        try receive(into: text, by: deadline)
        return Array(text)
    }

    private func receiveHead(
        _ kind: StrategyMessage.Kind, sequence: UInt32, count: Int? = nil, by deadline: UInt64
    ) throws(ExchangeError) -> MessageHead {
        isAtHead = true
        try receive(into: head, by: deadline)
        let received = MessageHead(head.baseAddress!)
        try received.check(kind, sequence: sequence, count: count)
        isAtHead = false
        return received
    }

    /// What the process wrote in place of an answer, escaped, if that may be text: the length of
    /// an answer has a byte of 0.
    func strayText() -> String? {
        guard isAtHead, receivedCount > 0, !head[..<min(receivedCount, 4)].contains(0) else {
            return nil
        }
        var rest = [UInt8](repeating: 0, count: Self.strayBytesMax)
        let count = read(process.output, &rest, rest.count)
        return ConsoleText.escaped(bytes: head[..<receivedCount] + rest.prefix(max(count, 0)))
    }

    private static let strayBytesMax = 200

    /// True if nothing is left to be read, once the process has ended; another may still hold
    /// its end of the pipe.
    var isDrained: Bool {
        var byte: UInt8 = 0
        return read(process.output, &byte, 1) <= 0
    }
}

extension MessageHead {
    /// - Parameter count: The size of the content; `nil` for any.
    func check(
        _ kind: StrategyMessage.Kind, sequence: UInt32, count: Int? = nil
    ) throws(ExchangeError) {
        guard self.kind == kind.rawValue, self.sequence == sequence else {
            throw .garbage(
                """
                kind \(self.kind) and sequence \(self.sequence), where kind \(kind.rawValue) and \
                sequence \(sequence) are due
                """)
        }
        guard let count, length != count else { return }
        throw .garbage("\(length) bytes, where \(count) are due")
    }
}
