import DequeModule
import Foundation
import OddsFleetFeed
import OddsNATS
import Synchronization

/// Sends a source's frames on a thread of its own, as a publish can block, and keeps each until
/// the stream has acknowledged it. Safe to use from any thread.
final class FrameSender: Sendable {
    /// One message: a frame, or a part of one.
    struct Message: Sendable {
        let subject: String
        let header: FrameHeader
        let bytes: ArraySlice<UInt8>
    }

    private enum Item: Sendable {
        /// What is kept until it is acknowledged.
        case message(ticket: UInt64)
        /// A message that nobody acknowledges, between the frames.
        case plain(subject: String, [UInt8])
    }

    private struct State {
        var unacknowledged = ResendQueue<Message>()
        /// What has not been sent yet, in order.
        var items: Deque<Item> = []
        var isWaiting = false
        var isStopped = false
        var isOver = false
        var stopped: CheckedContinuation<Void, Never>?

        /// Lets go of what stands first and need not be sent any more: frames that were given
        /// up, and beats that are long over.
        mutating func letGoOfPast() {
            while items.count > unacknowledged.count + FrameSender.plainMax {
                if case .message(let ticket)? = items.first, unacknowledged.message(ticket) != nil {
                    return
                }
                items.removeFirst()
            }
        }
    }

    /// What is to be done next, taken out of the state.
    private struct Work {
        var due: [(ticket: UInt64, message: Message)] = []
        var messages: [(ticket: UInt64, message: Message)] = []
        var plain: [(subject: String, bytes: [UInt8])] = []
        let isStopped: Bool

        var isEmpty: Bool { due.isEmpty && messages.isEmpty && plain.isEmpty }
    }

    private let connection: NATSConnection
    private let counters: SourceCounters
    /// The beginning of the subjects of acknowledgements, which end with the ticket.
    private let inbox: String
    private let state = Mutex(State())
    private let wake = DispatchSemaphore(value: 0)
    /// Called if messages have to be sent again: the stream may be gone.
    private let isMissing: @Sendable () -> Void

    /// How long it sleeps while it has nothing to do.
    private static let pause = DispatchTimeInterval.milliseconds(50)
    /// Beats that wait at least before one is let go.
    private static let plainMax = 64
    /// Messages sent again at a time.
    private static let resentMax = 256
    /// How long a source that stops waits for what has not been sent.
    private static let stopNanoseconds: UInt64 = 2_000_000_000

    init(
        _ connection: NATSConnection, counters: SourceCounters, inbox: String,
        isMissing: @escaping @Sendable () -> Void
    ) {
        self.connection = connection
        self.counters = counters
        self.inbox = inbox
        self.isMissing = isMissing
    }

    /// Starts the thread.
    func start() {
        let thread = Thread { [self] in run() }
        thread.name = "frame-sender"
        thread.start()
    }

    /// Sends what is queued, as far as NATS takes it in time, and ends the thread.
    func stop() async {
        await withCheckedContinuation { continuation in
            let isOver = state.withLock { state in
                state.isStopped = true
                if !state.isOver { state.stopped = continuation }
                return state.isOver
            }
            wake.signal()
            if isOver { continuation.resume() }
        }
    }

    /// Messages that wait for their acknowledgement, their bytes, and those given up.
    var unacknowledged: (count: Int, bytes: Int, dropped: Int) {
        state.withLock {
            ($0.unacknowledged.count, $0.unacknowledged.byteCount, $0.unacknowledged.dropped)
        }
    }

    // MARK: From other threads

    /// Queues messages. Waits for nothing.
    func send(_ messages: [Message]) {
        let now = FleetClock.now
        let isWaiting = state.withLock { state in
            for message in messages {
                let ticket = state.unacknowledged.add(
                    message, byteCount: message.bytes.count + Self.overhead, now: now)
                state.items.append(.message(ticket: ticket))
            }
            state.letGoOfPast()
            return take(&state.isWaiting)
        }
        if isWaiting { wake.signal() }
    }

    /// What a message takes beside its bytes.
    private static let overhead = 256

    /// Queues a message that need not arrive.
    func send(subject: String, _ bytes: [UInt8]) {
        let isWaiting = state.withLock { state in
            state.items.append(.plain(subject: subject, bytes))
            return take(&state.isWaiting)
        }
        if isWaiting { wake.signal() }
    }

    private func take(_ flag: inout Bool) -> Bool {
        defer { flag = false }
        return flag
    }

    /// An answer of the stream has come.
    func acknowledge(_ message: borrowing NATSMessage) {
        guard let ticket = UInt64(message.lastToken), !message.saysNoResponders,
            message.withBytes({ StreamAnswer.isPositive($0) })
        else {
            counters.refused.add(1, ordering: .relaxed)
            return
        }
        let isKnown = state.withLock { $0.unacknowledged.acknowledge(ticket) }
        if isKnown { counters.acknowledged.add(1, ordering: .relaxed) }
    }

    /// Sends again all that is not acknowledged: what was on its way when the connection broke, or
    /// while there was no stream, may be lost.
    func sendAllAgain() {
        state.withLock { state in
            state.unacknowledged.makeAllDue(now: FleetClock.now)
            // They are due all the same, in order.
            state.items.removeAll { if case .message = $0 { true } else { false } }
        }
        wake.signal()
    }

    // MARK: The thread

    private func run() {
        var end: UInt64?
        while true {
            let isConnected = connection.isConnected
            let work = next(isConnected)
            for (ticket, message) in work.due {
                counters.resent.add(1, ordering: .relaxed)
                publish(message, ticket)
            }
            if !work.due.isEmpty { isMissing() }
            for (ticket, message) in work.messages {
                counters.messages.add(1, ordering: .relaxed)
                counters.bytes.add(message.bytes.count, ordering: .relaxed)
                publish(message, ticket)
            }
            // Behind the frames that they tell of.
            for (subject, bytes) in work.plain { try? connection.publish(subject, bytes) }
            let now = FleetClock.now
            if work.isStopped, end == nil { end = now + Self.stopNanoseconds }
            if let end, isConnected && work.isEmpty || now >= end { break }
            guard work.isEmpty else { continue }
            _ = wake.wait(timeout: .now() + Self.pause)
        }
        let stopped = state.withLock { state in
            state.isOver = true
            defer { state.stopped = nil }
            return state.stopped
        }
        stopped?.resume()
    }

    private func next(_ isConnected: Bool) -> Work {
        state.withLock { state in
            var work = Work(isStopped: state.isStopped)
            guard isConnected else {
                // What is not acknowledged is kept elsewhere, within bounds; a beat of the past
                // says nothing.
                state.items = []
                return work
            }
            work.due = state.unacknowledged.due(now: FleetClock.now, limit: Self.resentMax)
            for item in state.items {
                switch item {
                case .message(let ticket):
                    guard let message = state.unacknowledged.message(ticket) else { continue }
                    work.messages.append((ticket, message))
                case .plain(let subject, let bytes): work.plain.append((subject, bytes))
                }
            }
            state.items = []
            state.isWaiting = work.isEmpty
            return work
        }
    }

    private func publish(_ message: Message, _ ticket: UInt64) {
        do {
            try connection.publish(
                message.subject, reply: "\(inbox).\(ticket)", headers: message.header.headers,
                message.bytes)
        } catch {
            // It is sent again once its acknowledgement is overdue.
        }
    }
}
