/// The messages of a source that no acknowledgement has come for. JetStream neither stores nor
/// answers what is published while a stream has no leader, and sends nothing again.
package struct ResendQueue<Message: Sendable>: Sendable {
    /// Names a message until it is acknowledged. Later messages have greater tickets.
    package typealias Ticket = UInt64

    private struct Entry {
        let message: Message
        let byteCount: Int
        /// How often it was sent since all were made due.
        var sends = 1
    }

    /// Messages that were given up, because the queue was full.
    package private(set) var dropped = 0
    /// The bytes of all messages.
    package private(set) var byteCount = 0
    /// How many messages wait for their acknowledgement.
    package var count: Int { entries.count }

    private let bytesMax: Int
    private let resendAfter: UInt64
    private var entries: [Ticket: Entry] = [:]
    /// No ticket below is there.
    private var oldest: Ticket = 1
    private var next: Ticket = 1
    /// Each ticket once, in the order of sending; those of acknowledged messages for a while. For
    /// each pause one, in which the times at which tickets are due ascend.
    private var orders = Array(repeating: SendingOrder(), count: pauses)
    private var sendings: UInt64 = 0

    /// A stream that falls behind is not helped by what it has already: each pause is twice the
    /// one before, up to the last of so many.
    private static var pauses: Int { 4 }

    /// An empty queue.
    ///
    /// - Parameters:
    ///   - bytesMax: beyond this the oldest messages are given up.
    ///   - resendAfter: nanoseconds without an acknowledgement; then twice as many, up to eight
    ///     times.
    package init(
        bytesMax: Int = FleetLimits.bytesMax, resendAfter: UInt64 = 2_000_000_000
    ) {
        self.bytesMax = bytesMax
        self.resendAfter = resendAfter
    }

    /// Keeps a message that is sent now, and gives up the oldest ones that have no room then.
    ///
    /// - Complexity: O(1), amortized.
    package mutating func add(_ message: Message, byteCount: Int, now: UInt64) -> Ticket {
        let ticket = next
        next += 1
        entries[ticket] = Entry(message: message, byteCount: byteCount)
        self.byteCount += byteCount
        append(ticket, sends: 1, now: now)
        while self.byteCount > bytesMax, oldest < next {
            if remove(oldest) { dropped += 1 }
            oldest += 1
        }
        return ticket
    }

    /// The message of a ticket; `nil` once it has been acknowledged, or given up.
    package func message(_ ticket: Ticket) -> Message? { entries[ticket]?.message }

    /// Forgets a message. One that is not there has been acknowledged before, or given up.
    ///
    /// - Returns: whether it was there.
    /// - Complexity: O(1).
    @discardableResult
    package mutating func acknowledge(_ ticket: Ticket) -> Bool { remove(ticket) }

    /// The messages whose acknowledgement is overdue, the longest first. They count as sent now.
    ///
    /// - Parameter limit: how many at most; the others are due at the next call.
    /// - Complexity: O(messages returned), amortized.
    package mutating func due(
        now: UInt64, limit: Int = .max
    ) -> [(ticket: Ticket, message: Message)] {
        var due: [(ticket: Ticket, message: Message)] = []
        while due.count < limit, let (order, sending) = first, sending.dueAt <= now {
            orders[order].removeFirst()
            guard let entry = entries[sending.ticket] else { continue }
            entries[sending.ticket]?.sends += 1
            append(sending.ticket, sends: entry.sends + 1, now: now)
            due.append((sending.ticket, entry.message))
        }
        return due
    }

    /// The ticket that is due first, and which order it stands in.
    private var first: (order: Int, SendingOrder.Sending)? {
        var first: (order: Int, sending: SendingOrder.Sending)?
        for order in orders.indices {
            guard let sending = orders[order].first else { continue }
            if let first, (first.sending.dueAt, first.sending.number)
                < (sending.dueAt, sending.number)
            {
                continue
            }
            first = (order, sending)
        }
        return first
    }

    private mutating func append(_ ticket: Ticket, sends: Int, now: UInt64) {
        let order = min(sends, Self.pauses) - 1
        append(ticket, to: order, dueAt: now + resendAfter << UInt64(order))
    }

    private mutating func append(_ ticket: Ticket, to order: Int, dueAt: UInt64) {
        sendings += 1
        orders[order].append(.init(ticket: ticket, dueAt: dueAt, number: sendings))
    }

    /// Makes all messages due, in the order in which they were added, as if none had been sent.
    ///
    /// - Complexity: O(messages · log messages).
    package mutating func makeAllDue(now: UInt64) {
        orders = Array(repeating: SendingOrder(), count: Self.pauses)
        for ticket in entries.keys.sorted() {
            entries[ticket]?.sends = 0
            append(ticket, to: 0, dueAt: now)
        }
    }

    private mutating func remove(_ ticket: Ticket) -> Bool {
        guard let entry = entries.removeValue(forKey: ticket) else { return false }
        byteCount -= entry.byteCount
        for order in orders.indices { orders[order].dropAcknowledged { entries[$0] == nil } }
        return true
    }
}

/// Tickets in the order in which they are due.
private struct SendingOrder {
    struct Sending {
        let ticket: UInt64
        let dueAt: UInt64
        /// Counts all sendings.
        let number: UInt64
    }

    private var sendings: [Sending] = []
    private var head = 0

    var first: Sending? { head < sendings.count ? sendings[head] : nil }

    mutating func append(_ sending: Sending) { sendings.append(sending) }

    mutating func removeFirst() {
        head += 1
        if head * 2 >= sendings.count {
            sendings.removeFirst(head)
            head = 0
        }
    }

    /// Lets go of what stands first and is not waited for, so that the queue does not grow
    /// while all is acknowledged in time.
    mutating func dropAcknowledged(_ isAcknowledged: (UInt64) -> Bool) {
        while let first, isAcknowledged(first.ticket) { removeFirst() }
    }
}
