import OddsResults
import Synchronization

/// A value of an option that cannot be read, and what could be.
struct UnreadableValue: Error, Equatable, CustomStringConvertible {
    let forms: String

    var description: String { "write \(forms)" }
}

extension CountText {
    /// The count that the text of an option means.
    ///
    /// - Throws: An error that names the accepted forms.
    package static func option(_ text: String) throws -> Int {
        guard let number = number(text) else { throw UnreadableValue(forms: forms) }
        return number
    }
}

extension PercentText {
    /// The percentage that the text of an option means: 5 for `5%` and for `5`.
    ///
    /// - Throws: An error that names the accepted forms.
    package static func percentOption(_ text: String) throws -> Double {
        guard let share = share(text) else { throw UnreadableValue(forms: forms) }
        return share * 100
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
        else { throw UnreadableValue(forms: forms + ", in whole MiB") }
        return Int(mebibytes)
    }
}

/// Why the value of an option cannot be read. The parser asks a type only whether it
/// can read a value, so the type leaves here what it can read, and `CommandEnd` picks
/// that up for the message.
enum ValueForms {
    private static let latest = Mutex<(value: String, forms: String)?>(nil)

    /// Notes what could be read in place of a value.
    static func note(_ value: String, _ forms: String) {
        latest.withLock { $0 = (value, forms) }
    }

    /// What could be read in place of a value; `nil` if nobody noted it.
    static func noted(for value: String) -> String? {
        latest.withLock { $0?.value == value ? $0?.forms : nil }
    }
}
