import ArgumentParser

/// How a command prints its result, and where.
package struct OutputOptions: ParsableArguments {
    @Option(help: "table or json.")
    package var format = OutputFormat.table

    @Option(
        name: .customLong("output"), help: "Write to this file instead of standard output.")
    package var path: String?

    package init() {}
}

/// The formats of a printed result.
package enum OutputFormat: String, CaseIterable, ExpressibleByArgument {
    case table, json
}
