import ArgumentParser
import Foundation

/// Whether tables are coloured.
package enum ColorChoice: String, CaseIterable, ExpressibleByArgument {
    /// On a terminal, unless it is dumb or `NO_COLOR` is set (https://no-color.org).
    case auto
    case always
    case never

    /// - Parameter isTerminal: Whether the output goes to a terminal.
    package func isColored(
        isTerminal: Bool, environment: [String: String] = ProcessInfo.processInfo.environment
    ) -> Bool {
        switch self {
        case .always: true
        case .never: false
        case .auto:
            isTerminal && environment["TERM"] != "dumb"
                && environment["NO_COLOR", default: ""].isEmpty
        }
    }
}
