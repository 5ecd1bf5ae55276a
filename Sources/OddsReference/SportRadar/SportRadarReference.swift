/// Everything that one SportRadar socket brings, computed from scratch, straight
/// from the SportRadar contract. Nothing in here is shared with the code that it
/// checks.
package struct SportRadarReference: Sendable {
    /// A dump or an update that was applied, and what it changed.
    package struct Applied: Equatable, Sendable {
        /// The channel's name, `{type}/{id}`.
        package let channel: UTF8Text
        package let changes: ReferenceChanges
    }

    /// Frames that are rejected whole (SR-F1).
    package private(set) var framesRejected = 0
    /// Legal frames that are neither errors nor of a known type (SR-F2).
    package private(set) var framesIgnored = 0
    /// Elements that name no channel (SR-F4).
    package private(set) var elementsRejected = 0
    /// In order of their first elements (SR-N2).
    package private(set) var channels: [SportRadarReferenceChannel] = []

    /// Elements of one content that are one update (SR-C5).
    private struct Run {
        let channel: Int
        var elements: [SportRadarElement] = []
    }

    package init() {}

    /// Begins a connection (SR-F3), as a legal `LISTENING_STARTED` does by itself.
    package mutating func newConnection() {
        for index in channels.indices { channels[index].isRefreshed = false }
    }

    /// Takes a socket frame; returns the dumps and updates that were applied, in
    /// order.
    ///
    /// - Complexity: O(frame), and O(entities of the channel) for each element.
    @discardableResult
    package mutating func receive(_ frame: [UInt8]) -> [Applied] {
        guard frame.count <= ReferenceFrame.byteCountMax,
            let value = try? JSONReader.read(frame, depthMax: ReferenceFrame.depthMax),
            let members = value.object
        else {
            framesRejected += 1
            return []
        }
        if members["errorType"]?.string != nil { return [] }
        switch members["notificationType"]?.string {
        case "LISTENING_STARTED":
            guard let subscriber = members["data"]?.string, !subscriber.isEmpty else {
                framesIgnored += 1
                return []
            }
            newConnection()
            return []
        case "CONTENT_CHANGES":
            guard let elements = members["data"]?.array else {
                framesRejected += 1
                return []
            }
            return take(elements)
        default:
            framesIgnored += 1
            return []
        }
    }

    private mutating func take(_ elements: [JSONValue]) -> [Applied] {
        var applied: [Applied] = []
        var run: Run?
        for value in elements {
            guard let element = SportRadarElement(value) else {
                elementsRejected += 1
                continue
            }
            let index = channelIndex(element.content)
            let isChange = element.changeType != .refreshed
            let isPartOfUpdate = isChange && channels[index].isRefreshed
            if let ended = run, !isPartOfUpdate || ended.channel != index {
                applied.append(apply(ended))
                run = nil
            }
            if isPartOfUpdate {
                run = run ?? Run(channel: index)
                run?.elements.append(element)
            } else if isChange {
                channels[index].changesBeforeRefreshed += 1
            } else if let changes = channels[index].refresh(element) {
                applied.append(Applied(channel: element.content.name, changes: changes))
            }
        }
        if let run { applied.append(apply(run)) }
        return applied
    }

    private mutating func apply(_ run: Run) -> Applied {
        let changes = channels[run.channel].update(run.elements)
        return Applied(channel: channels[run.channel].content.name, changes: changes)
    }

    private mutating func channelIndex(_ content: SportRadarContent) -> Int {
        if let index = channels.firstIndex(where: { $0.content == content }) { return index }
        channels.append(SportRadarReferenceChannel(content))
        return channels.count - 1
    }

    /// All channels as a snapshot shows them (SR-N2).
    package func snapshot() -> SnapshotValue {
        .object(["channels": .array(channels.map { $0.snapshot() })])
    }
}
