import ArgumentParser

/// Where a capture is written.
package struct CaptureOutput: ParsableArguments {
    @Option(
        name: .customLong("output"),
        help: ArgumentHelp(
            """
            Capture to write: .ndjson, or .ndjson.gz to compress it; - is standard output.
            """, valueName: "file"),
        completion: .captures)
    var given: String?

    @Option(
        name: .customLong("out"),
        help: ArgumentHelp(
            "The spelling of --output up to version 0.2.", valueName: "file",
            visibility: .hidden))
    var givenAsOut: String?

    package init() {}

    package func validate() throws {
        guard given == nil || givenAsOut == nil else {
            throw ValidationError("--out is --output: give one of them")
        }
    }

    /// - Throws: `ValidationError` if no file is named.
    package func require() throws {
        guard given != nil || givenAsOut != nil else {
            throw ValidationError("Missing expected argument '--output <file>'")
        }
    }

    /// The file's name, or `-` for standard output.
    package var path: String { given ?? givenAsOut ?? "-" }
}
