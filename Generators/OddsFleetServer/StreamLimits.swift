import OddsFleetFeed
import OddsNATS

/// What the stream of a world's frames keeps.
package struct StreamLimits: Sendable {
    /// Where it keeps them.
    package var storage = StreamConfiguration.Storage.memory
    /// How long.
    package var age = Duration.seconds(60)
    /// How many bytes at most.
    package var bytesMax: Int64 = 256 << 20
    /// How many servers keep it.
    package var replicas = 1

    package init() {}

    func stream(of subjects: FeedSubjects) -> StreamConfiguration {
        var stream = StreamConfiguration(
            name: subjects.streamName, subjects: [subjects.allFrames], age: age,
            bytesMax: bytesMax)
        stream.storage = storage
        stream.replicas = replicas
        return stream
    }
}
