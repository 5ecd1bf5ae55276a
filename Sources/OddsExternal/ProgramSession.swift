import Foundation
import OddsMeasurement

/// A conversation with a program, from its start to its end. Ends the process and all of
/// its group when it is released. One thread owns it.
package final class ProgramSession {
    package let program: ExternalProgram
    /// What the program says of itself.
    package let greeting: ProgramGreeting
    /// The frames that were sent.
    package private(set) var frameCount = 0

    private let process: ProgramProcess
    private let pipe: PipeExchange
    private let ring: RingExchange?
    private let limits: ProgramLimits
    private let clock = MonotonicClock()
    private var sequence: UInt32 = 0
    /// The head of a message, and that of *apply*.
    private let head = UnsafeMutableRawBufferPointer.allocate(
        byteCount: StrategyMessage.headBytes + StrategyMessage.applyHeadBytes, alignment: 8)
    private let answer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: AppliedAnswer.byteCount, alignment: 8)

    /// Starts a program and says hello.
    ///
    /// - Parameters:
    ///   - program: The program.
    ///   - channels: The names of the channels, at the positions that frames refer to.
    ///   - limits: How long it may take.
    ///   - waiting: How answers are waited for.
    package init(
        _ program: ExternalProgram, channels: [String], limits: ProgramLimits = ProgramLimits(),
        waiting: AnswerWaiting = .sleeping
    ) throws(ProgramFailure) {
        self.program = program
        self.limits = limits
        func failure(
            _ moment: ProgramFailure.Moment, _ reason: ProgramFailure.Reason,
            strayText: String? = nil
        ) -> ProgramFailure {
            ProgramFailure(
                program: program.description, moment: moment, reason: reason,
                strayText: strayText)
        }
        var shared: SharedRing?
        if program.transport == .ring {
            shared = SharedRing(.standard)
            guard shared != nil else {
                throw failure(.start, .mapping("this system has none, or no room for it"))
            }
        }
        do throws(ProcessError) {
            process = try ProgramProcess(
                program.words, inheriting: shared.map { [$0.memory, $0.event] } ?? [])
        } catch {
            throw failure(.start, error.isNotFound ? .notFound : .notStarted(error.text))
        }
        pipe = PipeExchange(process, waiting: waiting)
        let hello = Hello(
            protocols: [StrategyMessage.protocolName], channels: channels,
            transport: program.transport, ring: shared?.hello)
        do throws(ExchangeError) {
            greeting = try Self.greeting(
                of: pipe, to: hello, by: clock.now + UInt64(limits.helloSeconds * 1e9))
        } catch {
            let reason = process.reason(error, seconds: limits.helloSeconds)
            throw failure(
                .hello, process.isNotFound ? .notFound : reason, strayText: pipe.strayText())
        }
        guard greeting.transport == program.transport else {
            throw failure(.hello, .garbage("it cannot take messages through memory"))
        }
        ring = shared.map { [process] in RingExchange($0, process) }
    }

    deinit {
        head.deallocate()
        answer.deallocate()
    }

    /// The process, whose resources can be read.
    package var processIdentifier: Int32 { process.identifier }

    private static func greeting(
        of pipe: PipeExchange, to hello: Hello, by deadline: UInt64
    ) throws(ExchangeError) -> ProgramGreeting {
        guard let text = try? JSONEncoder().encode(hello) else {
            preconditionFailure("names and numbers can be encoded")
        }
        let message = UnsafeMutableRawBufferPointer.allocate(
            byteCount: StrategyMessage.headBytes + text.count, alignment: 8)
        defer { message.deallocate() }
        MessageHead(length: text.count, kind: .hello, sequence: 0)
            .write(to: message.baseAddress!)
        UnsafeMutableRawBufferPointer(rebasing: message[StrategyMessage.headBytes...])
            .copyBytes(from: text)
        let nothing = UnsafeRawBufferPointer(start: nil, count: 0)
        try pipe.send(UnsafeRawBufferPointer(message), nothing, by: deadline)
        let answer = try pipe.receiveText(
            .hello, sequence: 0, bytesMax: StrategyMessage.greetingBytesMax, by: deadline)
        do throws(GreetingError) {
            return try ProgramGreeting(answer: answer, asked: hello.transport)
        } catch {
            throw .garbage("its answer \(error.text)")
        }
    }
}

// MARK: - Messages

extension ProgramSession {
    /// Sends a frame, and waits for what the program made of it. Allocates nothing.
    ///
    /// - Parameters:
    ///   - frame: The frame's bytes.
    ///   - channel: The number of its channel.
    ///   - events: How many events the consumer reads.
    package func apply(
        _ frame: UnsafeRawBufferPointer, channel: UInt32, events: UInt32
    ) throws(ProgramFailure) -> AppliedAnswer {
        frameCount += 1
        let content = head.baseAddress! + StrategyMessage.headBytes
        content.storeLittleEndian(channel, at: 0)
        content.storeLittleEndian(events, at: 1)
        do throws(ExchangeError) {
            let deadline = deadline
            try send(.apply, headBytes: head.count, frame, by: deadline)
            if let ring {
                let bytes = try ring.receive(
                    .apply, sequence: sequence, count: AppliedAnswer.byteCount, by: deadline)
                return AppliedAnswer(bytes.baseAddress!)
            }
            try pipe.receive(.apply, sequence: sequence, into: answer, by: deadline)
            return AppliedAnswer(answer.baseAddress!)
        } catch {
            throw failure(.frame(frameCount), error)
        }
    }

    /// Asks for the snapshot, and returns its text.
    package func snapshot() throws(ProgramFailure) -> [UInt8] {
        do throws(ExchangeError) {
            let deadline = deadline
            try send(.snapshot, by: deadline)
            if let ring,
                let bytes = try ring.receiveText(.snapshot, sequence: sequence, by: deadline)
            {
                return bytes
            }
            return try pipe.receiveText(
                .snapshot, sequence: sequence, bytesMax: StrategyMessage.snapshotBytesMax,
                by: deadline)
        } catch {
            throw failure(.snapshot(after: frameCount), error)
        }
    }

    /// Says bye, and waits for the program's end.
    package func end() throws(ProgramFailure) {
        do throws(ExchangeError) {
            let deadline = deadline
            try send(.bye, by: deadline)
            if let ring {
                _ = try ring.receive(.bye, sequence: sequence, count: 0, by: deadline)
            } else {
                _ = try pipe.receiveText(.bye, sequence: sequence, bytesMax: 0, by: deadline)
            }
            guard process.endText(within: limits.endSeconds) != nil else {
                throw .garbage("it still runs \(limits.endSeconds) s later")
            }
            guard process.hasSucceeded else { throw .ended }
            guard pipe.isDrained else { throw .garbage("bytes follow its last answer") }
        } catch {
            throw failure(.bye, error)
        }
    }

    private var deadline: UInt64 { clock.now + UInt64(limits.answerSeconds * 1e9) }

    private func send(
        _ kind: StrategyMessage.Kind, headBytes: Int = StrategyMessage.headBytes,
        _ content: UnsafeRawBufferPointer = UnsafeRawBufferPointer(start: nil, count: 0),
        by deadline: UInt64
    ) throws(ExchangeError) {
        sequence &+= 1
        let length = headBytes - StrategyMessage.headBytes + content.count
        MessageHead(length: length, kind: kind, sequence: sequence)
            .write(to: head.baseAddress!)
        let first = UnsafeRawBufferPointer(rebasing: head[..<headBytes])
        if let ring {
            ring.send(first, content)
        } else {
            try pipe.send(first, content, by: deadline)
        }
    }

    private func failure(
        _ moment: ProgramFailure.Moment, _ error: ExchangeError
    ) -> ProgramFailure {
        ProgramFailure(
            program: program.description, moment: moment,
            reason: process.reason(error, seconds: limits.answerSeconds),
            strayText: pipe.strayText())
    }
}

extension ProgramProcess {
    /// Why an exchange with the process failed.
    func reason(_ error: ExchangeError, seconds: Double) -> ProgramFailure.Reason {
        switch error {
        case .timeout: .silent(seconds: seconds)
        case .garbage(let what): .garbage(what)
        case .ended:
            // An end is seen by its pipes first.
            .ended(endText(within: 1) ?? "closed its standard input or output")
        }
    }
}
