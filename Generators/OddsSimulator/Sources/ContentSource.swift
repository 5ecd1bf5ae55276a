import OddsTraffic

/// A source whose world is shown as contents of SportRadar's wire as well. The rules of
/// `FeedSource` hold.
package protocol ContentSource: FeedSource {
    /// The same as `advance(_:)`, which passes on the elements of all open contents as well.
    func advance(_ sink: FrameSink, contents: WorldFeed.ContentSink)

    /// Opens a content, whose elements are passed on from now on.
    /// - Throws: `ContentError` if there is no such content.
    func open(_ content: ContentName) throws(ContentError) -> WorldFeed.ContentID

    /// Closes a content. Its id may be reused.
    func close(_ content: WorldFeed.ContentID)

    /// An open content as a whole, as an element of a socket frame.
    /// - Throws: `ContentError` if it would be too large.
    func refreshed(_ content: WorldFeed.ContentID) throws(ContentError) -> [UInt8]

    /// A content as a whole, open or not, as `get` answers it.
    /// - Throws: `ContentError` for an unknown content or too large a one.
    func data(of content: ContentName) throws(ContentError) -> [UInt8]
}
