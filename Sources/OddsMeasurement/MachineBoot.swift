import Foundation

/// A start of a machine.
package enum MachineBoot {
    /// Names this start of this machine, within which its monotonic clock is one. Where the
    /// system does not say, it is a name that no other process has.
    package static let identifier: String = {
        let file = "/proc/sys/kernel/random/boot_id"
        let text = (try? String(contentsOfFile: file, encoding: .utf8)) ?? ""
        let known = text.trimmingCharacters(in: .whitespacesAndNewlines)
        return known.isEmpty ? UUID().uuidString : known
    }()
}
