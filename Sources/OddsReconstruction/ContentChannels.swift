import OddsModel
import OddsWire

/// The contents of one socket of SportRadar's, each with its own strategy: the other
/// wire's counterpart of `Channel` (the SportRadar contract).
///
/// A content is known by its position, which is free for another one once it is closed.
/// Allocates when contents are opened, and what the translator and the strategies
/// allocate. One thread owns it.
public struct ContentChannels<Strategy: ReconstructionStrategy & ~Copyable>: ~Copyable {
    @usableFromInline var translator: SportRadarTranslator
    /// Pointers, because an array cannot hold channels, which are not copyable.
    @usableFromInline var channels:
        ContiguousArray<UnsafeMutablePointer<ContentChannel<Strategy>>?> = []

    /// The openings of the translator's that have their channels.
    @usableFromInline var openingCount = 0

    /// Frames of the socket that were rejected as a whole (SR-F1).
    @usableFromInline package var framesRejected = 0
    /// Frames that are ignored because their type is unknown or absent (SR-F2).
    @usableFromInline package var framesIgnored = 0
    /// The server's errors (SR-N4).
    @usableFromInline package var errorFrames = ErrorFrames()

    /// - Parameters:
    ///   - opensContents: Whether each content that an element names is opened, as replays
    ///     need it, up to `WireLimits.contentsMax`.
    ///   - predicts: Whether the translator learns what changes of prices look like.
    public init(opensContents: Bool = false, predicts: Bool = true) {
        translator = SportRadarTranslator(opensContents: opensContents, predicts: predicts)
    }

    deinit {
        for case .some(let channel) in channels {
            channel.deinitialize(count: 1)
            channel.deallocate()
        }
    }

    // MARK: Contents

    /// Opens a content and returns its position. Opening what is open changes nothing.
    ///
    /// - Complexity: O(contents); allocates.
    @discardableResult
    public mutating func open(_ type: ContentType, id: String) -> Int {
        let content = translator.open(type, id: id)
        addChannels()
        return content
    }

    /// Forgets a content and its state.
    ///
    /// - Precondition: One is open at `content`.
    public mutating func close(_ content: Int) {
        translator.close(content)
        guard let channel = channels[content] else { return }
        channel.deinitialize(count: 1)
        channel.deallocate()
        channels[content] = nil
    }

    /// The positions of the contents that are open, in order.
    public var openContents: [Int] { translator.openContents }

    /// The name of a content's channel, `{type}/{id}`. Allocates.
    ///
    /// - Precondition: One is open at `content`.
    public func channelName(of content: Int) -> String { translator.channelName(of: content) }

    /// A content's strategy.
    ///
    /// - Precondition: One is open at `content`.
    @inlinable
    public subscript(content: Int) -> Strategy {
        _read { yield channels[content].unsafelyUnwrapped.pointee.strategy }
        _modify { yield &channels[content].unsafelyUnwrapped.pointee.strategy }
    }

    /// What became of a content's frames and records so far.
    ///
    /// - Precondition: One is open at `content`.
    public func counters(of content: Int) -> ChannelCounters {
        var counters = channels[content].unsafelyUnwrapped.pointee.counters
        counters.recordsRejected += translator.counters(of: content).elementsRejected
        return counters
    }

    /// What became of a content's changes that no frame of its channel counts.
    ///
    /// - Precondition: One is open at `content`.
    public func contentCounters(of content: Int) -> ContentCounters {
        translator.counters(of: content)
    }

    /// Whether a content came whole on this connection.
    ///
    /// - Precondition: One is open at `content`.
    public func isRefreshed(_ content: Int) -> Bool { translator.isRefreshed(content) }

    /// Elements that could not be read and name no content (SR-F4).
    public var elementsRejected: Int { translator.elementsRejected }

    /// Elements of contents that are not open.
    public var elementsNotOpen: Int { translator.elementsNotOpen }

    /// A connection begins: changes of each content are dropped until it comes whole
    /// (SR-C3), while the state stays as it is to be read. `LISTENING_STARTED` does the
    /// same.
    public mutating func beginConnection() { translator.beginConnection() }

    /// The same for one content, of which something was lost.
    ///
    /// - Precondition: One is open at `content`.
    public mutating func dropUntilRefreshed(_ content: Int) {
        translator.dropUntilRefreshed(content)
    }

    /// What each content shows, in the order of positions. Allocates as much as the state
    /// takes.
    public mutating func snapshots() -> [ChannelSnapshot] {
        openContents.map { content in
            ChannelSnapshot(
                channel: channelName(of: content), version: nil,
                events: self[content].events(limit: .max),
                references: self[content].references(), counters: counters(of: content),
                changes: contentCounters(of: content))
        }
    }

    // MARK: Frames

    /// Takes one frame of the socket, which it does not keep, and calls `applied` with the
    /// content and its strategy after each batch that reached one. There the strategy's
    /// change set is that batch's.
    ///
    /// - Parameters:
    ///   - frame: The frame's text, whole.
    ///   - isTreeRead: Whether the trees may be read before the next frame comes; if not,
    ///     strategies may put their rebuilding off.
    ///   - applied: Called with content and strategy after each applied batch.
    /// - Throws: Why the frame is rejected as a whole (SR-F1).
    /// - Complexity: O(bytes), and the strategies' `apply`.
    @inlinable
    @discardableResult
    public mutating func receive(
        _ frame: UnsafeRawBufferPointer, isTreeRead: Bool = true,
        applied: (Int, inout Strategy) -> Void = { _, _ in }
    ) throws(FrameError) -> SocketMessage {
        var probe = NoProbe()
        return try receive(frame, isTreeRead: isTreeRead, probe: &probe) { content, strategy, _ in
            applied(content, &strategy)
        }
    }

    /// `receive` that marks the end of each stage on `probe`. What follows the last mark
    /// belongs to `deliver`; `applied` may go on with the probe.
    ///
    /// - Throws: Why the frame is rejected as a whole (SR-F1).
    @inlinable
    public mutating func receive<Probe: StageProbe>(
        _ frame: UnsafeRawBufferPointer, isTreeRead: Bool = true, probe: inout Probe,
        applied: (Int, inout Strategy, inout Probe) -> Void
    ) throws(FrameError) -> SocketMessage {
        defer { translator.finish(frame) }
        let message: SocketMessage
        do throws(FrameError) {
            message = try translator.read(frame)
        } catch {
            framesRejected += 1
            probe.mark(.decode)
            throw error
        }
        switch message {
        case .other: framesIgnored += 1
        case .error(let type): errorFrames.count(type)
        case .changes, .listening: break
        }
        while let run = translator.nextRun() {
            addChannels()
            probe.mark(.decode)
            let channel = channels[run.content].unsafelyUnwrapped
            channel.pointee.apply(translator.batch, of: run, isTreeRead, &probe)
            applied(run.content, &channel.pointee.strategy, &probe)
        }
        addChannels()
        return message
    }

    /// Makes a channel for each content that was opened.
    @inlinable
    mutating func addChannels() {
        if translator.openingCount != openingCount { addMissingChannels() }
    }

    @usableFromInline
    mutating func addMissingChannels() {
        openingCount = translator.openingCount
        for content in translator.openContents {
            while channels.count <= content { channels.append(nil) }
            guard channels[content] == nil else { continue }
            let channel = UnsafeMutablePointer<ContentChannel<Strategy>>.allocate(capacity: 1)
            channel.initialize(to: ContentChannel())
            channels[content] = channel
        }
    }
}
