import ArgumentParser
import Foundation

/// How a command prints its result, and where.
package struct OutputOptions: ParsableArguments {
    @Option(help: "table, json or csv.")
    package var format = OutputFormat.table

    @OptionGroup
    package var file: OutputFileOption

    /// The file's name, or `-` for standard output.
    package var path: String { file.path }

    @OptionGroup
    package var color: ColorOption

    package init() {}

    /// Whether what is printed has colours.
    package var isColored: Bool { color.isColored(path) }
}

/// Whether what a command prints has colours.
package struct ColorOption: ParsableArguments {
    @Option(help: "Colour statuses: auto (on a terminal, without NO_COLOR), always or never.")
    package var color = ColorChoice.auto

    package init() {}

    /// - Parameter path: The file that is written, or `-` for standard output.
    package func isColored(_ path: String) -> Bool {
        color.isColored(isTerminal: path == "-" && isatty(STDOUT_FILENO) == 1)
    }
}

/// The formats of a printed result.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json, csv
}

/// Where a command writes.
package struct OutputFileOption: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            "Write to this file; - is standard output.", valueName: "file"),
        completion: .file())
    package var path = "-"

    package init() {}
}
