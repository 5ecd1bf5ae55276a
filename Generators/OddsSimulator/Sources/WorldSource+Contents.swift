import OddsTraffic

// The world on SportRadar's wire.
extension WorldSource: ContentSource {
    package func advance(_ sink: FrameSink, contents: WorldFeed.ContentSink) {
        feed.advance({ sink(numbers[$0]!, $1, $2) }, contents: contents)
    }

    package func open(_ content: ContentName) throws(ContentError) -> WorldFeed.ContentID {
        try feed.open(content)
    }

    package func close(_ content: WorldFeed.ContentID) { feed.close(content) }

    package func refreshed(_ content: WorldFeed.ContentID) throws(ContentError) -> [UInt8] {
        try feed.refreshed(content)
    }

    package func data(of content: ContentName) throws(ContentError) -> [UInt8] {
        try feed.data(of: content)
    }
}
