import OddsMeasurement

/// Places tickets when they are due.
final class TicketDispatcher: Sendable {
    private let plan: BettingPlan
    private let bettors: [Bettor]
    private let book: OddsBook
    private let recorder: TicketRecorder
    private let delays: [UInt64]
    let loop: OpenLoop

    init(
        _ plan: BettingPlan, _ bettors: [Bettor], _ book: OddsBook, _ recorder: TicketRecorder
    ) {
        self.plan = plan
        self.bettors = bettors
        self.book = book
        self.recorder = recorder
        delays = plan.delays.map { UInt64($0 / .nanoseconds(1)) }
        loop = OpenLoop(underWayMax: plan.ticketsMax)
    }

    /// Places all tickets of the schedule, on a thread of its own.
    ///
    /// - Parameter start: When the schedule begins, on the monotonic clock.
    func run(from start: UInt64) {
        for ticket in TicketSchedule(plan) {
            let intended = start + ticket.nanoseconds
            guard loop.wait(until: intended) else { return }
            let isSent = loop.hasRoom
            recorder.noteDue(intended: intended, isSent: isSent)
            guard isSent else { continue }
            loop.begin { [self] in await place(ticket, intended: intended) }
        }
        let end = (plan.warmup + plan.duration) / .nanoseconds(1)
        _ = loop.wait(until: start + UInt64(end))
    }

    private func place(_ planned: PlannedTicket, intended: UInt64) async {
        let sent = MonotonicClock().now
        let delay = delays[planned.delay]
        let selections = book.selections(
            planned.selectionCount, draw: planned.draw, at: intended - min(intended, delay))
        let outcome: Bettor.Outcome
        if selections.isEmpty {
            outcome = .failed("noOpenOffer")
        } else {
            outcome = await bettors[planned.player].place(
                selections, cents: planned.cents, policy: plan.policy, key: planned.key)
        }
        recorder.note(
            outcome, delay: planned.delay,
            priceSent: selections.count == 1 ? selections[0].sent : 0,
            .init(intended: intended, sent: sent, ended: MonotonicClock().now))
    }
}
