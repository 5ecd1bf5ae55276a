/// The messages of a source that no acknowledgement has come for. JetStream neither stores nor
/// answers what is published while a stream has no leader, and sends nothing again.
package struct ResendQueue<Message: Sendable>: Sendable {
    /// Names a message until it is acknowledged. Later messages have greater tickets.
    package typealias Ticket = UInt64

    private struct Entry {
        let message: Message
        let byteCount: Int
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
    /// Each ticket once, in the order of sending; those of acknowledged messages for a while.
    private var sendings = SendingOrder()

    /// An empty queue.
    ///
    /// - Parameters:
    ///   - bytesMax: beyond this the oldest messages are given up.
    ///   - resendAfter: nanoseconds without an acknowledgement.
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
        sendings.append(ticket, dueAt: now + resendAfter)
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
        while due.count < limit, let sending = sendings.first, sending.dueAt <= now {
            sendings.removeFirst()
            guard let entry = entries[sending.ticket] else { continue }
            sendings.append(sending.ticket, dueAt: now + resendAfter)
            due.append((sending.ticket, entry.message))
        }
        return due
    }

    /// Makes all messages due, in the order in which they were added: what was on its way when
    /// the connection broke may be lost.
    ///
    /// - Complexity: O(messages · log messages).
    package mutating func reconnected(now: UInt64) {
        sendings = SendingOrder()
        for ticket in entries.keys.sorted() { sendings.append(ticket, dueAt: now) }
    }

    private mutating func remove(_ ticket: Ticket) -> Bool {
        guard let entry = entries.removeValue(forKey: ticket) else { return false }
        byteCount -= entry.byteCount
        sendings.dropAcknowledged { entries[$0] == nil }
        return true
    }
}

/// Tickets in the order in which they are due.
private struct SendingOrder {
    private var sendings: [(ticket: UInt64, dueAt: UInt64)] = []
    private var head = 0

    var first: (ticket: UInt64, dueAt: UInt64)? {
        head < sendings.count ? sendings[head] : nil
    }

    mutating func append(_ ticket: UInt64, dueAt: UInt64) {
        sendings.append((ticket, dueAt))
    }

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
