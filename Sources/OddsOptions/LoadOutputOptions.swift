import ArgumentParser

/// What is shown while a load runs, and how and where its result is written.
package struct LoadOutputOptions: ParsableArguments {
    @OptionGroup
    package var live: LiveOptions

    @OptionGroup
    package var main: OutputOptions

    @OptionGroup
    package var details: DetailsOption

    @OptionGroup
    package var reports: ReportFileOptions

    @OptionGroup
    package var results: ResultOptions

    package init() {}
}

/// The files that a result is written to for other programs.
package struct ReportFileOptions: ParsableArguments {
    @Option(
        help: """
            Also write Markdown to this file, for a comment on a pull request or a job's summary.
            """,
        completion: .file(extensions: ["md"]))
    package var markdown: String?

    @Option(help: "Also write JUnit XML to this file.", completion: .file(extensions: ["xml"]))
    package var junit: String?

    package init() {}
}
