import ArgumentParser

/// How much of its result a command prints.
package struct DetailsOption: ParsableArguments {
    @Flag(help: "Show all figures, in lines as long as they need, instead of a summary.")
    package var details = false

    package init() {}
}
