import ArgumentParser
import OddsWire

/// A content of SportRadar's wire, as `TYPE/ID`.
package struct ContentOption: ExpressibleByArgument, Hashable, Sendable {
    /// The name of its channel.
    package let name: String

    package init?(argument: String) {
        let type = argument.prefix { $0 != "/" }
        guard Self.types.contains(String(type)) else {
            ValueAdvice.note(argument, "write TYPE/ID, such as \(Self.example)")
            return nil
        }
        name = type.endIndex == argument.endIndex ? argument + "/" : argument
    }

    package static let example = "liveDataSummaryAdvancedListBySportType/FBL/0"

    /// Those that a socket pushes.
    private static let types = ContentType.allCases
        .filter { $0 != .eventSearch && $0 != .selection }
        .map { "\($0.name)" }

    /// What shells complete: a content of each kind whose id says what it is.
    private static let examples = [
        example, "eventListBySportTypeDate/FBL/202610020000/202610022359/0/20/T",
        "inplaySportListBySportType/", "sportTypeByDate/202610020000/202610022359",
        "boNavigationList/web/top",
    ]

    package static var defaultCompletionKind: CompletionKind { .list(examples) }
}
