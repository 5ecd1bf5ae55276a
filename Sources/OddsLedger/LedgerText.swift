/// The frames of a topic as text: a line of names, then one line for each frame
/// with its numbers, separated by commas.
package enum LedgerText {
    private static let header = "epoch,version,due,delay,records\n"

    /// - Complexity: O(frames).
    package static func encode(_ frames: [LedgerFrame]) -> [UInt8] {
        var text = Array(header.utf8)
        for frame in frames {
            append(UInt64(frame.epoch), ",", to: &text)
            append(frame.version, ",", to: &text)
            append(frame.due, ",", to: &text)
            append(frame.delay, ",", to: &text)
            append(UInt64(frame.records), "\n", to: &text)
        }
        return text
    }

    private static func append(_ number: UInt64, _ end: Unicode.Scalar, to text: inout [UInt8]) {
        let start = text.count
        var rest = number
        repeat {
            text.append(UInt8(ascii: "0") + UInt8(rest % 10))
            rest /= 10
        } while rest > 0
        text[start...].reverse()
        text.append(UInt8(ascii: end))
    }

    /// - Throws: `LedgerTextError` with the number of the first bad line.
    /// - Complexity: O(bytes).
    package static func decode(
        _ text: some Sequence<UInt8>
    ) throws(LedgerTextError) -> [LedgerFrame] {
        var bytes = text.makeIterator()
        for expected in header.utf8 where bytes.next() != expected {
            throw LedgerTextError(line: 1)
        }
        var frames: [LedgerFrame] = []
        var numbers: (UInt64, UInt64, UInt64, UInt64) = (0, 0, 0, 0)
        var position = 0
        var number: UInt64?
        while let byte = bytes.next() {
            let line = frames.count + 2
            switch (byte, position) {
            case (UInt8(ascii: "0")...UInt8(ascii: "9"), _):
                let (shifted, overflows) = (number ?? 0).multipliedReportingOverflow(by: 10)
                let (sum, carries) = shifted.addingReportingOverflow(
                    UInt64(byte - UInt8(ascii: "0")))
                guard !overflows, !carries else { throw LedgerTextError(line: line) }
                number = sum
                continue
            case (UInt8(ascii: ","), 0): numbers.0 = try value(number, line)
            case (UInt8(ascii: ","), 1): numbers.1 = try value(number, line)
            case (UInt8(ascii: ","), 2): numbers.2 = try value(number, line)
            case (UInt8(ascii: ","), 3): numbers.3 = try value(number, line)
            case (UInt8(ascii: "\n"), 4):
                frames.append(
                    LedgerFrame(
                        epoch: UInt32(clamping: numbers.0),
                        records: UInt32(clamping: try value(number, line)),
                        version: numbers.1, due: numbers.2, delay: numbers.3))
            default: throw LedgerTextError(line: line)
            }
            position = byte == UInt8(ascii: "\n") ? 0 : position + 1
            number = nil
        }
        guard position == 0, number == nil else { throw LedgerTextError(line: frames.count + 2) }
        return frames
    }

    private static func value(_ number: UInt64?, _ line: Int) throws(LedgerTextError) -> UInt64 {
        guard let number else { throw LedgerTextError(line: line) }
        return number
    }
}

/// The place of a text that is no ledger.
package struct LedgerTextError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The number of the line, from 1.
    package let line: Int

    package init(line: Int) { self.line = line }

    package var description: String { "the server's ledger: line \(line) cannot be read" }
}
