import ArgumentParser

/// The languages in which `bench init` begins a program.
package enum SkeletonLanguage: String, ExpressibleByArgument, CaseIterable {
    case python, javascript, cpp
}

/// The options of `bench init`.
package struct InitOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "init",
        abstract: "Writes a workflow for GitHub, a .bench.toml and an example strategy.",
        discussion: """
            The workflow holds pull requests against their base; the file has the defaults of \
            all measuring commands, and presets; the example is a package that measures a \
            strategy of its own. Files that exist are not overwritten without --force.

            With --language it writes the beginning of a strategy in another language instead: \
            a program that speaks the protocol oddsbench.strategy/1 and reads JSON, and leaves \
            the reconstruction to its author. 'bench conform' says what is next.

            Examples:

            bench init my-project

            bench init --language python my-strategy
            """)

    @Argument(help: "Folder to write to.", completion: .directory)
    package var folder = "."

    @Option(help: "Write a program in this language that is to become a strategy.")
    package var language: SkeletonLanguage?

    @Flag(help: "Overwrite files that exist.")
    package var force = false

    package init() {}
}
