import ArgumentParser
import Foundation

/// How a command prints its result, and where.
package struct OutputOptions: ParsableArguments {
    @Option(help: "table, json or csv.")
    package var format = OutputFormat.table

    @Option(
        name: .customLong("output"), help: "Write to this file instead of standard output.")
    package var path: String?

    @Option(help: "Colour statuses: auto (on a terminal, without NO_COLOR), always or never.")
    package var color = ColorChoice.auto

    package init() {}

    /// Whether what is printed has colours.
    package var isColored: Bool {
        color.isColored(isTerminal: path == nil && isatty(STDOUT_FILENO) == 1)
    }
}

/// The formats of a printed result.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json, csv
}
