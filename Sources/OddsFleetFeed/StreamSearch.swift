/// Looks for frames of a topic in the stream, where they have sequences that core messages do
/// not show. All that can be asked is the next message of the topic's subject from a sequence on.
///
/// Frames are stored in order of epoch and number, so that bisection finds the first one wanted;
/// the others are read on from there. Frames that were sent again stand behind greater numbers
/// and can mislead the bisection. The halves that it left out are therefore looked into as well,
/// the last first, for a small number of messages.
package struct StreamSearch: Sendable {
    /// Messages that are looked at in halves that the bisection left out.
    package static let straysMax = 16
    /// Messages that are read on from the first frame.
    package static let readsMax = 4_096

    /// The sequence to ask for next: for the first message of the subject that has it or a
    /// greater one. `nil` once the search is over.
    package private(set) var next: UInt64?
    /// Messages that were asked for.
    package private(set) var asked = 0

    private struct Span {
        let low: UInt64
        let high: UInt64
    }

    private struct Position: Comparable {
        let epoch: UInt64
        let number: UInt64
        let part: Int

        static func < (left: Position, right: Position) -> Bool {
            (left.epoch, left.number, left.part) < (right.epoch, right.number, right.part)
        }
    }

    private let numbers: ClosedRange<UInt64>
    private let goal: Position
    private let straysMax: Int
    /// What is searched: its first half ends before `next`. `nil` once the first frame is found.
    private var span: Span?
    private var leftOut: [Span] = []
    private var strays: Int?
    private var reads = 0

    /// A search for the frames of these numbers.
    ///
    /// - Parameter sequences: those that the stream has, of whatever subject.
    package init(
        numbers: ClosedRange<UInt64>, epoch: UInt64, sequences: ClosedRange<UInt64>,
        straysMax: Int = StreamSearch.straysMax
    ) {
        self.numbers = numbers
        self.straysMax = straysMax
        goal = Position(epoch: epoch, number: numbers.lowerBound, part: 1)
        search(sequences.lowerBound, sequences.upperBound)
    }

    /// Takes the message that was asked for.
    ///
    /// - Returns: whether it is one of the frames that are looked for, or a part of one.
    /// - Complexity: O(1).
    package mutating func found(
        sequence: UInt64, epoch: UInt64, number: UInt64, part: PartNumber = .whole
    ) -> Bool {
        guard let asked = next, sequence >= asked else {
            nothing()
            return false
        }
        self.asked += 1
        let isWanted = epoch == goal.epoch && numbers.contains(number)
        let position = Position(epoch: epoch, number: number, part: part.part)
        if let span {
            if sequence > span.high {
                search(span.low, before: asked)
            } else if position == goal {
                self.span = nil
                readOn(behind: sequence, isLast: number == numbers.upperBound && part.isLast)
            } else if position < goal {
                leaveOut(span.low, before: asked)
                search(behind: sequence, span.high)
            } else {
                leaveOut(behind: sequence, span.high)
                search(span.low, before: asked)
            }
        } else {
            let isBehind = (epoch, number) > (goal.epoch, numbers.upperBound)
            readOn(
                behind: sequence,
                isLast: isBehind || isWanted && number == numbers.upperBound && part.isLast)
        }
        return isWanted
    }

    /// Takes that there is no message of the subject from the sequence asked for on.
    ///
    /// - Complexity: O(1).
    package mutating func nothing() {
        guard let asked = next else { return }
        self.asked += 1
        if let span {
            search(span.low, before: asked)
        } else {
            next = nil
        }
    }

    private mutating func readOn(behind sequence: UInt64, isLast: Bool) {
        reads += 1
        next = isLast || reads >= Self.readsMax || sequence == .max ? nil : sequence + 1
    }

    private mutating func leaveOut(_ low: UInt64, before end: UInt64) {
        if low < end { leftOut.append(Span(low: low, high: end - 1)) }
    }

    private mutating func leaveOut(behind start: UInt64, _ high: UInt64) {
        // The copy in order is not here; one that was sent again is looked for last.
        if start < high { leftOut.insert(Span(low: start + 1, high: high), at: 0) }
    }

    private mutating func search(_ low: UInt64, before end: UInt64) {
        if low < end { search(low, end - 1) } else { searchWhatWasLeftOut() }
    }

    private mutating func search(behind start: UInt64, _ high: UInt64) {
        if start < high { search(start + 1, high) } else { searchWhatWasLeftOut() }
    }

    private mutating func search(_ low: UInt64, _ high: UInt64) {
        if let strays {
            guard strays < straysMax else {
                next = nil
                return
            }
            self.strays = strays + 1
        }
        span = Span(low: low, high: high)
        next = low + (high - low) / 2
    }

    private mutating func searchWhatWasLeftOut() {
        strays = strays ?? 0
        if let span = leftOut.popLast() { search(span.low, span.high) } else { next = nil }
    }
}

extension PartNumber {
    fileprivate var isLast: Bool { part == parts }
}
