import ArgumentParser

/// The options of `bench trust`.
package struct TrustOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "trust",
        abstract: "Lets the .bench.toml of a folder start programs and write elsewhere.",
        discussion: """
            A file that came with somebody else's folder starts no program and writes nothing \
            outside of that folder unless you have read what it does and trust it. This shows \
            it, and keeps the folder and the file's digest below $XDG_STATE_HOME \
            (~/.local/state). A file that has changed since is asked about again on a terminal, \
            and refused elsewhere. What is given on the command line needs no trust.

            Example: bench trust .
            """)

    @Argument(help: "Folder in which the file applies.", completion: .directory)
    package var folder = "."

    package init() {}
}
