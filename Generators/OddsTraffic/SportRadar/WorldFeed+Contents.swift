// A feed server's world on SportRadar's wire, shown as contents.
extension WorldFeed {
    /// An open content.
    package struct ContentID: Hashable, Sendable {
        fileprivate let number: Int
    }

    /// Receives elements of a content: as they stand in a socket frame's `data`, with commas
    /// between them. The bytes are valid during the call.
    ///
    /// All elements of a step that a subscriber gets belong into one frame, in the order in
    /// which they are received: an event that goes from one page of a list to another is
    /// added there before it is removed here.
    package typealias ContentSink = (
        _ content: ContentID, _ elements: UnsafeRawBufferPointer, _ elementCount: Int
    ) -> Void

    /// Opens a content, whose elements `advance` passes on from now on. The same content can
    /// be opened more than once. A list keeps its order as long as any page of it is open.
    ///
    /// - Throws: `notSubscribable`, `notFound`.
    /// - Complexity: O(events · log events); for a market, O(markets).
    package mutating func open(_ name: ContentName) throws(ContentError) -> ContentID {
        makeContents()
        guard let number = try contents?.open(name, of: world) else {
            preconditionFailure("the contents were made above")
        }
        return ContentID(number: number)
    }

    /// Closes a content and invalidates its id, which may be reused.
    ///
    /// - Precondition: It is open.
    package mutating func close(_ content: ContentID) {
        contents?.close(content.number, of: world)
    }

    /// An open content as a whole, as an element `REFRESHED`: as it is behind all elements
    /// that `advance` has passed on.
    ///
    /// - Throws: `tooLarge`.
    /// - Complexity: O(bytes).
    package mutating func refreshed(_ content: ContentID) throws(ContentError) -> [UInt8] {
        topicWriter.beginElements()
        contents?.writeRefreshed(content.number, world, to: &topicWriter)
        if let name = contents?.names[content.number] { try checkSize(of: name) }
        return Array(topicWriter.elements)
    }

    /// What `get` answers as `data` for a content, open or not.
    ///
    /// - Throws: `notFound`, `tooLarge`.
    /// - Complexity: as `open`, and O(bytes).
    package mutating func data(of name: ContentName) throws(ContentError) -> [UInt8] {
        makeContents()
        topicWriter.clear()
        try contents?.writeData(of: name, world, to: &topicWriter)
        try checkSize(of: name)
        return Array(topicWriter.bytes)
    }

    private func checkSize(of name: ContentName) throws(ContentError) {
        let bytesMax = configuration.stateFrameBytesMax
        guard topicWriter.byteCount <= bytesMax else { throw .tooLarge(name, bytesMax: bytesMax) }
    }

    private mutating func makeContents() {
        guard contents == nil else { return }
        contents = WorldContents(of: world, listMarketsMax: listMarketsMax)
    }

    /// Passes on what the records in the writer change in contents. Where they are a dump,
    /// contents are said as a whole.
    mutating func handOnContents(_ sink: ContentSink) {
        guard contents != nil else { return }
        contents?.note(writer, world)
        if writer.isDump { return refreshContents(sink) }
        let count = contents?.journal.touched.count ?? 0
        for index in 0..<count {
            let content = Int(contents?.journal.touched[index] ?? 0)
            topicWriter.beginElements()
            contents?.writeChanges(of: content, world, to: &topicWriter)
            sink(ContentID(number: content), topicWriter.elements, topicWriter.recordCount)
        }
    }

    private mutating func refreshContents(_ sink: ContentSink) {
        let count = contents?.names.count ?? 0
        for content in 0..<count where contents?.names[content] != nil {
            topicWriter.beginElements()
            contents?.writeRefreshed(content, world, to: &topicWriter)
            sink(ContentID(number: content), topicWriter.elements, topicWriter.recordCount)
        }
    }
}

/// Socket frames of elements, for a server that puts them together for each subscriber.
package enum SocketFrame {
    /// What stands before the elements.
    package static let opening: StaticString =
        #"{"notificationType":"CONTENT_CHANGES","data":["#
    /// What stands behind them.
    package static let closing: StaticString = "]}"

    /// A frame of such runs of elements, in that order.
    ///
    /// - Parameter due: When the newest change in it was due, in nanoseconds, which the frame
    ///   says last; `nil` if it does not say.
    /// - Complexity: O(bytes).
    package static func frame(of runs: some Sequence<[UInt8]>, due: UInt64? = nil) -> [UInt8] {
        var frame: [UInt8] = []
        opening.withUTF8Buffer { frame += $0 }
        var isFirst = true
        for run in runs {
            if !isFirst { frame.append(UInt8(ascii: ",")) }
            isFirst = false
            frame += run
        }
        guard let due else {
            closing.withUTF8Buffer { frame += $0 }
            return frame
        }
        frame += #"],"_intended_ns":\#(due)}"#.utf8
        return frame
    }
}
