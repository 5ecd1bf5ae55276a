import ArgumentParser

/// Where a command keeps its raw result; the same for all that measure.
package struct ResultOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the result, with all raw data, in a new folder below this one. Where there is \
            a folder Results, Results/runs unless told otherwise; else nowhere.
            """, valueName: "folder"))
    package var results: String?

    package init() {}
}
