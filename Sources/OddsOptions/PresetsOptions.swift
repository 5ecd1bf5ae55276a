import ArgumentParser

/// The options of `bench presets`.
package struct PresetsOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "presets",
        abstract: "Shows the defaults and presets of .bench.toml.",
        discussion: """
            The file is looked for in this folder and in those above it, up to the package or \
            the repository. 'bench help presets' describes it, and 'bench init' writes one.

            Example: bench presets
            """)

    @OptionGroup
    package var output: OutputFileOption

    package init() {}
}
