import OddsResults
import Synchronization

/// A value of an option that cannot be read, and what to do about it.
struct UnreadableValue: Error, Equatable, CustomStringConvertible {
    let description: String
}

extension CountText {
    /// The count that the text of an option means.
    ///
    /// - Throws: An error that names the accepted forms.
    package static func option(_ text: String) throws -> Int {
        guard let number = number(text) else {
            throw UnreadableValue(description: advice(for: text))
        }
        return number
    }
}

extension SizeText {
    /// The mebibytes that the text of an option means: a bare number of them, or a size
    /// that is a multiple of one.
    ///
    /// - Throws: An error that names the accepted forms.
    package static func mebibytesOption(_ text: String) throws -> Int {
        if let number = CountText.number(text) { return number }
        guard let bytes = bytes(text), case let mebibytes = bytes / 1_048_576,
            mebibytes == mebibytes.rounded(), mebibytes < 0x1p62
        else { throw UnreadableValue(description: "write \(forms), in whole MiB") }
        return Int(mebibytes)
    }
}

/// Why the value of an option cannot be read. The parser asks a type only whether it
/// can read a value, so the type leaves here what to do, and `CommandEnd` picks that up
/// for the message.
package enum ValueAdvice {
    private struct Note {
        let value: String
        let advice: String
        let addition: Addition?
    }

    /// The rest of an advice, for commands with an option without which it makes no sense.
    package struct Addition: Sendable {
        let option: String
        let advice: String
    }

    private static let latest = Mutex<[Note]>([])
    /// More than one, as tests read several command lines at once.
    private static let latestCount = 64

    /// Notes what to do about a value that cannot be read: `write …`.
    package static func note(_ value: String, _ advice: String, _ addition: Addition? = nil) {
        latest.withLock { latest in
            latest.append(Note(value: value, advice: advice, addition: addition))
            if latest.count > latestCount { latest.removeFirst() }
        }
    }

    /// The advice that was noted last for a value; `nil` if none was.
    ///
    /// - Parameter options: Those of the command.
    static func noted(for value: String, options: [String]) -> String? {
        guard let note = latest.withLock({ $0.last { $0.value == value } }) else { return nil }
        let addition = note.addition.flatMap { options.contains($0.option) ? $0.advice : nil }
        return note.advice + (addition ?? "")
    }
}
