import ArgumentParser
import OddsOptions

/// What NATS keeps of a source's frames, from which edges fill gaps.
package struct StreamOptions: ParsableArguments {
    /// Where NATS keeps them.
    package enum Storage: String, CaseIterable, ExpressibleByArgument, Sendable {
        case memory, file
    }

    @Option(
        name: .customLong("stream-storage"),
        help: """
            Where NATS keeps frames, from which edges fill gaps, if their stream has to be made: \
            memory or file.
            """)
    package var storage = Defaulted(Storage.memory)

    @Option(
        name: .customLong("stream-age"),
        help: "How long it keeps them, 1s to a day.")
    package var age = Defaulted(DurationOption(seconds: 60))

    @Option(
        name: .customLong("stream-bytes"),
        help: ArgumentHelp(
            "How many bytes it keeps at most, such as 256MiB.", valueName: "bytes"))
    package var bytes = Defaulted(ByteCountOption(256 << 20))

    @Option(
        name: .customLong("stream-replicas"),
        help: "How many servers of a cluster keep them: 1, 3 or 5.")
    package var replicas = Defaulted(1)

    package init() {}

    package func validate() throws {
        guard (1_000_000_000...86_400_000_000_000).contains(age.value.nanoseconds) else {
            throw ValidationError("--stream-age must be between a second and a day")
        }
        guard bytes.value.byteCount >= 1 << 20 else {
            throw ValidationError("--stream-bytes must be at least 1MiB")
        }
        guard [1, 3, 5].contains(replicas.value) else {
            throw ValidationError("--stream-replicas \(replicas.value): must be 1, 3 or 5")
        }
    }

    /// The options that were given, for those who have no stream.
    var givenOptions: [String] {
        [
            ("--stream-storage", storage.isGiven), ("--stream-age", age.isGiven),
            ("--stream-bytes", bytes.isGiven), ("--stream-replicas", replicas.isGiven),
        ].filter(\.1).map(\.0)
    }
}
