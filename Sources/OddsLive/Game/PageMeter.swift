import Foundation
import OddsMeasurement

/// What all pages without a screen receive within a window. One event loop owns it.
final class PageMeter: @unchecked Sendable {
    // Unchecked: all of it is used on the event loop of the pages.

    /// Of when updates were due, in microseconds since 1970; `nil` while nothing counts.
    var window: Range<Int64>?
    private(set) var updates = 0
    private(set) var messages = 0
    private(set) var messageBytes = 0
    /// From when an update was due until it was read.
    private(set) var delay = LatencyHistogram()
    /// Messages that could not be read, the first few.
    private(set) var problems: [String] = []
    /// Streams that ended before their pages did.
    var lostStreams = 0

    private static let problemsMax = 5

    /// Notes the updates of a message. It counts with its first update.
    func note(_ list: [(odds: PageOdds, due: Int64)], byteCount: Int) {
        guard let window else { return }
        let now = Self.now
        if let first = list.first, window.contains(first.due) {
            messages += 1
            messageBytes += byteCount
        }
        for update in list where window.contains(update.due) {
            updates += 1
            delay.record(UInt64(max(now - update.due, 0)) * 1_000)
        }
    }

    func note(problem: String) {
        if problems.count < Self.problemsMax { problems.append(problem) }
    }

    /// The time of day, in microseconds since 1970: the clock that both ends share.
    static var now: Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000
    }
}
