/// Writes all open contents as a whole, in as many frames as it takes: an element
/// `REFRESHED` for each, and where a list does not fit into a frame, what is left of it as
/// `ADDED` in the next ones. The world must not change between the first and the last.
struct RefreshCursor {
    private let frameBytesMax: Int
    private var content = 0
    /// The event of a list, and its market, to write next.
    private var place = 0
    private var market = 0
    private let contentCount: Int

    /// - Parameter frameBytesMax: The size at which a frame ends. It exceeds it by a
    ///   market, an event without markets or a content that is no list, at most.
    init(_ contents: borrowing WorldContents, frameBytesMax: Int) {
        self.frameBytesMax = frameBytesMax
        contentCount = contents.views.count
    }

    var isAtEnd: Bool { content == contentCount }

    /// Writes the elements of the next frame.
    ///
    /// - Complexity: O(bytes of the frame).
    mutating func writeElements(
        of contents: inout WorldContents, _ world: borrowing TrafficWorld,
        to writer: inout FrameWriter
    ) {
        while !isAtEnd, writer.byteCount < frameBytesMax {
            let members = contents.members(of: content)
            switch contents.views[content].form {
            case .closed: content += 1
            case .events where !members.isEmpty:
                writeList(members, of: &contents, world, to: &writer)
            case .events, .market, .liveData, .sports, .sportNodes, .leagueNodes, .fixed:
                contents.writeRefreshed(content, world, to: &writer)
                content += 1
            }
        }
    }

    private mutating func writeList(
        _ members: ArraySlice<EventList.Member>, of contents: inout WorldContents,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        if place == 0, market == 0 {
            writeFirstPart(members, of: &contents, world, to: &writer)
        } else {
            writeMarkets(members, of: &contents, world, to: &writer)
        }
        guard place == members.count else { return }
        content += 1
        place = 0
    }

    /// Writes as much of a list as fits, as `REFRESHED`.
    private mutating func writeFirstPart(
        _ members: ArraySlice<EventList.Member>, of contents: inout WorldContents,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let group = contents.group(of: content)
        writer.beginElement(contents.openings[content], .refreshed)
        writer.beginChange()
        if let group { writer.beginGroup(group) }
        writer.raw("[")
        repeat {
            if place > 0 { writer.raw(",") }
            writePartOfEvent(members, of: &contents, world, to: &writer)
        } while place < members.count && market == 0 && writer.byteCount < frameBytesMax
        writer.raw("]")
        if group != nil { writer.raw("}") }
        writer.endElement()
    }

    /// Goes on with a list, as `ADDED`: with the markets of an event, or with an event.
    private mutating func writeMarkets(
        _ members: ArraySlice<EventList.Member>, of contents: inout WorldContents,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let event = members[members.startIndex + place].event
        guard market > 0 else {
            contents.beginAddedEvent(event, content, world, to: &writer)
            writePartOfEvent(members, of: &contents, world, to: &writer)
            writer.endElement()
            return
        }
        contents.orderMarkets(ofEvent: event, contents.views[content], world)
        while market < contents.orderedMarkets.count, writer.byteCount < frameBytesMax {
            contents.writeAddedMarket(
                contents.orderedMarkets[market], content, world, to: &writer)
            market += 1
        }
        endPart(contents.orderedMarkets.count)
    }

    /// Writes an event with as many of its markets as fit.
    private mutating func writePartOfEvent(
        _ members: ArraySlice<EventList.Member>, of contents: inout WorldContents,
        _ world: borrowing TrafficWorld, to writer: inout FrameWriter
    ) {
        let event = members[members.startIndex + place].event
        contents.beginEvent(event, world, to: &writer)
        contents.orderMarkets(ofEvent: event, contents.views[content], world)
        let count = contents.orderedMarkets.count
        repeat {
            guard market < count else { break }
            if market > 0 { writer.raw(",") }
            contents.writeMarket(contents.orderedMarkets[market], world, to: &writer)
            market += 1
        } while writer.byteCount < frameBytesMax
        writer.raw("]}")
        endPart(count)
    }

    /// Goes on to the next event if all markets of this one have been written.
    private mutating func endPart(_ marketCount: Int) {
        guard market == marketCount else { return }
        place += 1
        market = 0
    }
}
