import ArgumentParser

/// The options of `bench fleet collect`, which help and completions know without the program
/// that has the command.
package struct FleetCollectOptions: ParsableArguments {
    package static let configuration = CommandConfiguration(
        commandName: "collect",
        abstract: "Makes the result of a run whose coordinator is gone.",
        discussion: """
            Reads what agents and coordinator wrote into the stream RUNS, which keeps it for a \
            day. The result is the one that 'bench fleet run' would have made.

            Example: bench fleet collect 20261124-101500 --nats nats://127.0.0.1 --format json
            """)

    @Argument(help: "Name of the run.")
    package var run: String

    @OptionGroup(title: "NATS") package var access: FleetAccess

    @OptionGroup package var output: OutputOptions

    @OptionGroup package var results: ResultOptions

    package init() {}

    package func validate() throws { try FleetName.check(run, option: "RUN") }
}
