import ArgumentParser

/// The options of `bench init`.
package struct InitOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a workflow for GitHub, a .bench.toml and an example strategy.",
        discussion: """
            The workflow holds pull requests against their base; the file has the defaults of \
            all measuring commands, and presets; the example is a package that measures a \
            strategy of its own. Files that exist are not overwritten without --force.

            Example: bench init my-project
            """)

    @Argument(help: "Folder to write to.", completion: .directory)
    package var folder = "."

    @Flag(help: "Overwrite files that exist.")
    package var force = false

    package init() {}
}
