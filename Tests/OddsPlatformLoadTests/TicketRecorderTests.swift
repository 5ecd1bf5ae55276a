import OddsResults
import Testing

@testable import OddsPlatformLoad

/// What becomes of tickets, and the points of the curve.
@Suite struct TicketRecorderTests {
    private static let ms: UInt64 = 1_000_000

    private static func recorder() -> TicketRecorder {
        TicketRecorder(window: 100 * ms..<200 * ms, delayCount: 2, isFollowed: false)
    }

    private static func note(
        _ recorder: TicketRecorder, _ outcome: Bettor.Outcome, delay: Int = 0,
        priceSent: UInt64 = 0, at intended: UInt64 = 150 * ms, ended: UInt64 = 160 * ms
    ) {
        recorder.noteDue(intended: intended, isSent: true)
        recorder.note(
            outcome, delay: delay, priceSent: priceSent,
            .init(intended: intended, sent: intended + ms, ended: ended))
    }

    @Test func aPointHasTheTicketsWhoseOddsWereCompared() {
        let recorder = Self.recorder()
        Self.note(recorder, .placed)
        Self.note(recorder, .refused(.oddsChanged))
        // After the odds; and before them.
        Self.note(recorder, .refused(.insufficientFunds))
        Self.note(recorder, .refused(.closed))
        Self.note(recorder, .refused(.gone))
        Self.note(recorder, .failed("timedOut"))
        Self.note(recorder, .placed, delay: 1)
        let notes = recorder.notes
        #expect(notes.points.map(\.compared) == [3, 1])
        #expect(notes.points.map(\.changed) == [1, 0])
        #expect(notes.due == 7 && notes.answered == 6 && notes.placed == 2)
        #expect(notes.refusals == [
            .oddsChanged: 1, .insufficientFunds: 1, .closed: 1, .gone: 1,
        ])
        #expect(notes.failures == ["timedOut": 1])
    }

    @Test func timesCountFromWhenATicketWasDue() {
        let recorder = Self.recorder()
        Self.note(recorder, .placed, priceSent: 120 * Self.ms)
        let notes = recorder.notes
        // A histogram has three digits.
        func isNear(_ value: UInt64?, _ ms: UInt64) -> Bool {
            let exact = ms * Self.ms
            return (value.map { max($0, exact) - min($0, exact) } ?? .max) < exact / 100
        }
        #expect(isNear(notes.response.max, 10) && isNear(notes.service.max, 9))
        #expect(isNear(notes.lateness.max, 1))
        #expect(isNear(notes.points[0].priceAge.max, 30))
    }

    @Test func ticketsOfTheWarmUpAreLeftOutAndLateOnesCounted() {
        let recorder = Self.recorder()
        Self.note(recorder, .placed, at: 99 * Self.ms)
        Self.note(recorder, .placed, ended: 201 * Self.ms)
        Self.note(recorder, .placed, ended: 200 * Self.ms)
        Self.note(recorder, .refused(.oddsChanged))
        recorder.noteDue(intended: 150 * Self.ms, isSent: false)
        let notes = recorder.notes
        #expect(notes.due == 4 && notes.answered == 3 && notes.late == 1 && notes.unsent == 1)
        #expect(notes.placed == 2)
        #expect(notes.answeredInTime == 2 && notes.placedInTime == 1)
    }
}
