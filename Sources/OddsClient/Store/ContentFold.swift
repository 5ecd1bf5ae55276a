import OddsModel
import OddsReconstruction
import OddsWire

/// The contents of one socket without their strategy's type. One dynamic call per frame
/// goes through it; the code behind it is generic. It is touched on the executor alone
/// that the socket's client and its stores share.
protocol ContentTrees: AnyObject, Sendable {
    /// Takes a frame of the socket, and calls `applied` with the position of a content
    /// after each batch that reached its strategy. There only that content can be read.
    func receive(
        _ frame: UnsafeRawBufferPointer, trace: inout FrameTrace,
        applied: (_ position: Int, FrameTrace) -> Void
    ) throws(FrameError) -> SocketMessage

    /// Opens a content and returns its position.
    func open(_ type: ContentType, id: String) -> Int
    func close(_ position: Int)
    /// Changes are dropped until the contents come whole.
    func beginConnection()
    /// The same for one content.
    func dropUntilRefreshed(_ position: Int)

    func changes(of position: Int) -> ChangeSet
    func counters(of position: Int) -> ChannelCounters
    func contentCounters(of position: Int) -> ContentCounters
    func events(of position: Int, limit: Int) -> [EventModel]
    func references(of position: Int) -> [ReferenceModel]
    func value(of name: EntityName, in position: Int) -> EntityValue?

    /// Elements that could not be read and name no content.
    var elementsRejected: Int { get }
}

final class StrategyContents<Strategy: ReconstructionStrategy & ~Copyable>: ContentTrees,
    @unchecked Sendable
{
    private var channels = ContentChannels<Strategy>()
    /// The strategy of the content that a batch was applied to just now, while its
    /// channels cannot be reached.
    private var lent: UnsafeMutablePointer<Strategy>?

    var elementsRejected: Int { channels.elementsRejected }

    func receive(
        _ frame: UnsafeRawBufferPointer, trace: inout FrameTrace,
        applied: (_ position: Int, FrameTrace) -> Void
    ) throws(FrameError) -> SocketMessage {
        try channels.receive(frame, isTreeRead: false, probe: &trace) { position, strategy, trace in
            withUnsafeMutablePointer(to: &strategy) {
                lent = $0
                applied(position, trace)
                lent = nil
            }
        }
    }

    func open(_ type: ContentType, id: String) -> Int { channels.open(type, id: id) }

    func close(_ position: Int) { channels.close(position) }

    func beginConnection() { channels.beginConnection() }

    func dropUntilRefreshed(_ position: Int) { channels.dropUntilRefreshed(position) }

    func changes(of position: Int) -> ChangeSet {
        lent?.pointee.changes ?? channels[position].changes
    }

    func counters(of position: Int) -> ChannelCounters { channels.counters(of: position) }

    func contentCounters(of position: Int) -> ContentCounters {
        channels.contentCounters(of: position)
    }

    func events(of position: Int, limit: Int) -> [EventModel] {
        lent?.pointee.events(limit: limit) ?? channels[position].events(limit: limit)
    }

    func references(of position: Int) -> [ReferenceModel] {
        lent?.pointee.references() ?? channels[position].references()
    }

    func value(of name: EntityName, in position: Int) -> EntityValue? {
        guard let lent else { return channels[position].value(of: name) }
        return lent.pointee.value(of: name)
    }
}

/// A content's tree, which is empty until the content has been opened.
final class ContentFold: ChannelFold {
    private var place: (trees: any ContentTrees, position: Int)?

    /// The content is open.
    func attach(to trees: any ContentTrees, at position: Int) { place = (trees, position) }

    /// No dump and no update came yet.
    var changes: ChangeSet { place.map { $0.trees.changes(of: $0.position) } ?? ChangeSet() }
    /// This wire has none.
    var version: FrameVersion? { nil }
    var counters: ChannelCounters {
        place.map { $0.trees.counters(of: $0.position) } ?? ChannelCounters()
    }
    var contentCounters: ContentCounters? {
        place.map { $0.trees.contentCounters(of: $0.position) } ?? ContentCounters()
    }

    func events(limit: Int) -> [EventModel] {
        place.map { $0.trees.events(of: $0.position, limit: limit) } ?? []
    }

    func references() -> [ReferenceModel] {
        place.map { $0.trees.references(of: $0.position) } ?? []
    }

    func value(of name: EntityName) -> EntityValue? {
        place.flatMap { $0.trees.value(of: name, in: $0.position) }
    }
}
