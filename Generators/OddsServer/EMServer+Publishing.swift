// The world, for those who serve it elsewhere.
extension EMServer {
    /// Passes the frames of all published topics, and what becomes of the world, to a
    /// publisher from now on.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func publish(to publisher: any FramePublisher) throws(ElsewhereError) {
        try world(for: "its frames").publish(to: publisher)
    }

    /// Publishes a topic from now on, if it is not published yet, and gives a dump of it. It
    /// stays open until it is closed, for as long as the world has it; at most 4,096 topics do.
    /// - Throws: `FeedError` if there is no such topic, or no room for it; `ElsewhereError` if
    ///   the world is not here.
    package func openPublished(_ topic: String) async throws -> PublishedDump {
        try await world(for: "its dumps").openPublished(topic).get()
    }

    /// Ends the publishing of topics, before all that is asked later. Waits for nothing. One that
    /// is published again goes on behind its last number.
    /// - Throws: `ElsewhereError` if the world is not here.
    package func closePublished(_ topics: [String]) throws(ElsewhereError) {
        try world(for: "its frames").closePublished(topics)
    }

    /// How far the published topics have come.
    /// - Throws: `ElsewhereError` if the world is not here.
    /// - Complexity: O(open topics).
    package func publishedState() async throws -> PublishedState {
        try await world(for: "its state").publishedState.get()
    }
}
