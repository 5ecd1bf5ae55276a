import ArgumentParser

/// Where a measuring command keeps its raw result.
package struct ResultOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            Keep the result, with all raw data, in a new folder below this one. The default is \
            Results/runs if there is a folder Results; otherwise nothing is kept.
            """, valueName: "folder"),
        completion: .directory)
    package var results: String?

    package init() {}
}
