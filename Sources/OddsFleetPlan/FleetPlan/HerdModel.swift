import OddsResults

/// Clients that lost their edge at the same moment and return to one of the others, which
/// takes them in at a constant rate and in the order in which they came.
///
/// A client that is not taken in within its limit of time gives up, and comes again after
/// its back-off. So the herd comes in rounds, and a round ends when nobody waits:
///
///     first to come  a = loss noticed + delay × (1 − jitter)
///     last to come   b = loss noticed + delay
///     all taken in   clients ÷ rate ≤ (b − a) + limit:  at a + clients ÷ rate, or at b
///     otherwise      rate × ((b − a) + limit) are; the others come once more
///
/// If a round begins before the one before it has ended, the edge is free for it from there
/// on.
package struct HerdModel: Sendable {
    package var clients: Double
    /// Clients that the edge takes in per second.
    package var rate: Double
    private let input: FleetPlanInput

    package init(clients: Double, rate: Double, _ input: FleetPlanInput) {
        self.clients = clients
        self.rate = rate
        self.input = input
    }

    /// How long it takes from the loss, and how often a client tries at most; `nil` if it
    /// takes more than a thousand rounds.
    ///
    /// - Complexity: O(rounds).
    package func recovery() -> (seconds: Double, attempts: Int)? {
        let limit = input.connectNanosecondsMax / 1e9
        var left = clients
        // When the first and the last notice that they have no connection.
        var (first, last) = (input.detectionNanoseconds / 1e9, input.detectionNanoseconds / 1e9)
        // When the edge is done with those who came before.
        var free = 0.0
        for attempt in 1...1_000 {
            let delay = delay(before: attempt)
            let start = first + delay * (1 - input.backoffJitter)
            let end = last + delay
            let work = left / rate
            free = max(free, start)
            if free + work <= end + limit { return (max(free + work, end), attempt) }
            // The queue is as long as the limit after this share of those who come.
            let patient = max(limit - (free - start), 0) / (work - (end - start))
            left -= rate * (end + limit - free)
            (first, last, free) = (
                start + patient * (end - start) + limit, end + limit, end + limit
            )
        }
        return nil
    }

    /// The longest delay before an attempt, in seconds: `ConnectionStateMachine` counts the
    /// first two of a lost connection alike.
    func delay(before attempt: Int) -> Double {
        var delay = input.backoffInitialNanoseconds
        for _ in 1..<max(attempt - 1, 1) where delay < input.backoffCapNanoseconds {
            delay *= input.backoffFactor
        }
        return min(delay, input.backoffCapNanoseconds) / 1e9
    }
}

/// The loss of one edge of a region: what comes to each of the others.
package struct LossModel: Sendable {
    /// An edge before the loss, and one that is left after it, with all clients.
    package let before, after: EdgeModel
    private let values: CostValues
    private let input: FleetPlanInput

    package init(
        before: EdgeModel, after: EdgeModel, _ values: CostValues, _ input: FleetPlanInput
    ) {
        self.before = before
        self.after = after
        self.values = values
        self.input = input
    }

    package var clients: Double { after.connections - before.connections }

    /// Clients taken in per second: by the cores that frames leave free, on average.
    package var rate: Double {
        let busy = (before.utilization + after.utilization) / 2
        return Double(input.cores) * (1 - busy) / values.connection
    }

    /// Dumps per second that the network takes beside the frames: of all clients, as
    /// those who wait for a dump already get frames.
    package var dumpRate: Double {
        let free = input.networkBits / 8 - after.bytesOutPerSecond
        return free / WireFormat(input).bytes(Double(input.dumpBytes))
    }

    /// The p99 of a burst while clients return, in seconds: it waits for those who are
    /// being taken in.
    package var burstP99: Double { after.burstP99 + values.connection }

    /// `nil` if the edges that are left cannot carry the clients at all.
    ///
    /// - Complexity: O(rounds of the herd).
    package func recovery() -> FleetRecovery? {
        guard after.utilization < 1, dumpRate > 0 else { return nil }
        let herd = HerdModel(clients: clients, rate: rate, input)
        guard let (taken, attempts) = herd.recovery() else { return nil }
        let start =
            input.detectionNanoseconds / 1e9 + herd.delay(before: 1) * (1 - input.backoffJitter)
        let sent = start + clients / dumpRate
        return FleetRecovery(
            clients: clients, clientsPerSecond: rate, attempts: attempts,
            nanoseconds: max(taken, sent) * 1e9, dumpWaitNanoseconds: max(sent - taken, 0) * 1e9,
            burstP99Nanoseconds: burstP99 * 1e9)
    }
}
