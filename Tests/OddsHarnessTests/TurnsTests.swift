import Foundation
import OddsMeasurement
import Synchronization
import Testing

@testable import OddsHarness

/// Two runs that take turns on one core.
@Suite struct TurnsTests {
    /// What both sides did, in order: the side, and its clock's time since its start.
    private final class Log: Sendable {
        private let entries = Mutex<[(side: Int, time: UInt64)]>([])

        func note(_ side: Int, _ time: UInt64) { entries.withLock { $0.append((side, time)) } }

        var all: [(side: Int, time: UInt64)] { entries.withLock { $0 } }
    }

    private static let stepNanoseconds: UInt64 = 100_000

    /// Lets each side do one step after the other on a thread of its own, until its
    /// clock has gone so far.
    private func run(_ durations: [UInt64]) throws -> Log {
        let sides = try TurnTaking.sides()
        defer { sides[0].removeFolder() }
        let log = Log()
        let clocks = try sides.map { try TurnsClock($0) }
        defer { for clock in clocks { clock.close() } }
        let group = DispatchGroup()
        for (side, clock) in clocks.enumerated() {
            let duration = durations[side]
            let thread = Thread {
                let start = clock.wait(until: 0)
                var time = start
                while time < start + duration {
                    time = clock.wait(until: time + Self.stepNanoseconds)
                    log.note(side, time - start)
                }
                clock.finish()
                group.leave()
            }
            group.enter()
            thread.start()
        }
        group.wait()
        return log
    }

    @Test("Side 0 begins, turns change, and each clock stands still in those of the other side")
    func turns() throws {
        let duration = 10 * HarnessLimits.turnNanoseconds
        let begin = MonotonicClock().now
        let log = try run([duration, duration]).all
        let elapsed = MonotonicClock().now - begin
        #expect(log.first?.side == 0)
        #expect(zip(log, log.dropFirst()).count { $0.side != $1.side } > 2)
        let ends = [0, 1].map { side in log.last { $0.side == side }?.time ?? 0 }
        #expect(ends.allSatisfy { $0 >= duration })
        // What both have measured was not at the same time.
        #expect(ends.reduce(0, +) <= elapsed)
    }

    @Test("A side goes on alone when the other is done", arguments: [[1, 3], [3, 1]])
    func alone(turns: [UInt64]) throws {
        let log = try run(turns.map { $0 * HarnessLimits.turnNanoseconds }).all
        for side in [0, 1] {
            let last = log.last { $0.side == side }
            #expect(last.map { $0.time >= turns[side] * HarnessLimits.turnNanoseconds } == true)
        }
    }

    @Test("Pipes that are not there are named")
    func missingPipe() {
        let turns = TurnTaking(folder: "/no/such/folder", side: 1)
        #expect(throws: TurnError(path: "/no/such/folder/1", reason: "No such file or directory")) {
            try TurnsClock(turns)
        }
    }

    @Test(arguments: [("/a/b/0", 0), ("/a b/1", 1), ("/a/2", nil), ("/a/", nil), ("", nil)])
    func text(text: String, side: Int?) {
        let turns = TurnTaking(text)
        #expect(turns?.side == side)
        #expect(turns.map { $0.text == text } ?? true)
    }
}
