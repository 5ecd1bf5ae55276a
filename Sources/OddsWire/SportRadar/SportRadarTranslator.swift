import OddsModel

/// Turns the frames of SportRadar's socket into frames of the feed contract, one
/// content a channel (the SportRadar contract). It does no I/O.
///
/// A frame is read whole first, and its elements are then translated run by run: what
/// one run means is a batch for the strategy of its content's channel.
///
/// Allocates when contents are opened, when a frame or a content is larger than all
/// before it, and for labels of ignored changes; else not. One thread owns it.
public struct SportRadarTranslator: ~Copyable {
    private let opensContents: Bool
    private var reader = SocketFrameReader()
    private var contents = ContentTable()
    private let scratch: UnsafeMutablePointer<TranslationScratch>
    /// The frame read last, as long as its elements are translated.
    private var scanner: JSONScanner?
    private var next = 0
    private let predicts: Bool
    /// A change of the frame that others may look like.
    private var unlearned: (ContentElement, ContentChangeType, isOfPrices: Bool)?
    /// Changes read in general since one was learned.
    private var unlearnedCount = 0

    /// The batch that the last run means; valid until the next run, and as long as the
    /// frame's bytes stay where they are.
    @usableFromInline package private(set) var batch = FrameBatch()
    /// Elements that could not be read and name no content (SR-F4).
    public private(set) var elementsRejected = 0
    /// Elements that name a content that is not open.
    public private(set) var elementsNotOpen = 0

    /// - Parameters:
    ///   - opensContents: Whether each content that an element names is opened, as replays
    ///     need it, up to `WireLimits.contentsMax`. Elements of contents that are not open
    ///     are passed over and counted.
    ///   - predicts: Whether to learn what changes look like. Without, every element is
    ///     read in general; that is what prediction is checked against.
    public init(opensContents: Bool = false, predicts: Bool = true) {
        self.opensContents = opensContents
        self.predicts = predicts
        scratch = .allocate(capacity: 1)
        scratch.initialize(to: TranslationScratch(reader.names))
    }

    deinit {
        scratch.deinitialize(count: 1)
        scratch.deallocate()
    }

    // MARK: Contents

    /// Opens a content and returns its position, which is that of a content that was
    /// closed or the first one behind all. Opening what is open changes nothing.
    ///
    /// - Complexity: O(contents); allocates.
    public mutating func open(_ type: ContentType, id: String) -> Int {
        var id = id
        return id.withUTF8 { contents.open(type, UnsafeRawBufferPointer($0)) }
    }

    /// Forgets a content.
    ///
    /// - Precondition: One is open at `content`.
    /// - Complexity: O(contents + elements of the frame read last).
    public mutating func close(_ content: Int) {
        contents.close(content)
        reader.forgetContents()
    }

    /// The positions of the contents that are open, ascending.
    public var openContents: [Int] {
        contents.states.indices.filter { contents.states[$0] != nil }
    }

    /// How many contents were opened so far.
    @usableFromInline package var openingCount: Int { contents.openingCount }

    /// The name of a content's channel, `{type}/{id}`. Allocates.
    ///
    /// - Precondition: One is open at `content`.
    public func channelName(of content: Int) -> String { contents[content].pointee.name }

    /// What became of a content's elements that no frame of its channel counts.
    ///
    /// - Precondition: One is open at `content`.
    public func counters(of content: Int) -> ContentCounters { contents[content].pointee.counters }

    /// Whether a content came whole on this connection.
    ///
    /// - Precondition: One is open at `content`.
    public func isRefreshed(_ content: Int) -> Bool { contents[content].pointee.isRefreshed }

    /// A connection begins, as a `LISTENING_STARTED` says it too: from now on changes of
    /// each content are dropped until it comes whole (SR-C3).
    public mutating func beginConnection() { contents.beginConnection() }

    /// The same for one content, of which more was lost.
    ///
    /// - Precondition: One is open at `content`.
    public mutating func dropUntilRefreshed(_ content: Int) {
        contents[content].pointee.isRefreshed = false
    }

    // MARK: Frames

    /// Reads one frame, whose elements `nextRun` translates.
    ///
    /// - Parameter frame: The frame's text. It must stay where it is until the last run
    ///   of it has been applied.
    /// - Throws: Why the frame is rejected as a whole (SR-F1).
    /// - Complexity: O(bytes).
    public mutating func read(
        _ frame: UnsafeRawBufferPointer
    ) throws(FrameError) -> SocketMessage {
        scanner = nil
        unlearned = nil
        let read = try reader.read(frame, &contents)
        if read.isKnown {
            scanner = read.scanner
            next = 0
            return .changes
        }
        if let type = reader.text(at: read.errorType, read.scanner) {
            return .error(type: String(decoding: type, as: UTF8.self))
        }
        guard let type = reader.text(at: read.notificationType, read.scanner) else { return .other }
        if isText(type, "CONTENT_CHANGES") {
            guard read.scanner.isArray(read.data) else {
                throw FrameError(reason: .data, offset: 0)
            }
            reader.keepBeginning(of: read)
            scanner = read.scanner
            next = 0
            return .changes
        }
        guard isText(type, "LISTENING_STARTED"),
            let id = reader.text(at: read.data, read.scanner), id.count > 0
        else { return .other }
        beginConnection()
        return .listening(subscriberID: String(decoding: id, as: UTF8.self))
    }

    /// Translates the next run of the frame read last into `batch`: a content that comes
    /// whole, or neighbouring changes of one content (SR-C5).
    ///
    /// - Returns: What the run is of; `nil` behind the last one.
    /// - Complexity: O(bytes of the run), beside what it removes.
    public mutating func nextRun() -> ContentRun? {
        guard let scanner else { return nil }
        if next == 0 { for position in 0..<Self.prefetchDistance { prefetchNode(of: position) } }
        while next < reader.elements.count {
            batch.begin(scanner.text)
            let content = content(of: element(next), scanner)
            if content >= 0 {
                if let run = run(of: content, scanner) { return run }
            } else {
                passOver(content)
            }
        }
        self.scanner = nil
        // Not before, as elements of the frame refer to what was learned.
        if let (element, change, isOfPrices) = unlearned {
            learn(element, change, isOfPrices: isOfPrices, reading(scanner))
        }
        return nil
    }

    /// How many elements ahead of it what is known of a selection is asked for: it comes while
    /// they are translated.
    private static var prefetchDistance: Int { 4 }

    @inline(__always)
    private func prefetchNode(of position: Int) {
        guard position < reader.elements.count else { return }
        let element = element(position)
        guard element.pointee.form == .prices, element.pointee.content >= 0 else { return }
        contents[Int(element.pointee.content)].pointee.nodes
            .prefetchNode(.selection, word: element.pointee.selection)
    }

    /// Where an element is until the next frame is read, as it is too long to be copied.
    @inline(__always)
    private func element(_ position: Int) -> UnsafePointer<ContentElement> {
        assert(position < reader.elements.count)
        return UnsafePointer(reader.elements.pointer + position)
    }

    private static var noContent: Int { -1 }
    private static var notOpen: Int { -2 }

    private mutating func passOver(_ content: Int) {
        if content == Self.noContent { elementsRejected += 1 } else { elementsNotOpen += 1 }
        next += 1
    }

    /// Ends the work on a frame, whose bytes may go now. Gives memory back that a long one
    /// took.
    @usableFromInline
    package mutating func finish(_ frame: UnsafeRawBufferPointer) {
        scanner = nil
        guard frame.count >= FrameBatch.longFrameBytes else { return }
        batch.releaseMemory()
        reader.containers.releaseMemory()
    }

    /// The position of the content that an element names; negative if it names none, or
    /// one that is not open.
    private mutating func content(
        of element: UnsafePointer<ContentElement>, _ scanner: JSONScanner
    ) -> Int {
        if element.pointee.form != .general {
            let content = Int(element.pointee.content)
            if content >= 0 { return content }
            return position(of: element.pointee.type, element.pointee.id(scanner))
        }
        guard let (type, id) = reading(scanner).contentName(of: element.pointee, &batch) else {
            return Self.noContent
        }
        return position(of: type, batch.bytes(id))
    }

    private mutating func position(of type: ContentType, _ id: UnsafeRawBufferPointer) -> Int {
        let opens = opensContents && contents.states.count < WireLimits.contentsMax
        let content = opens ? contents.open(type, id) : contents.find(type, id)
        return content < 0 ? Self.notOpen : content
    }

    private func reading(_ scanner: JSONScanner) -> ElementReading {
        ElementReading(scanner: scanner, scratch: scratch, containers: reader.containers)
    }

    /// Translates from the next element on, which is of `content`; `nil` if the element is
    /// dropped or rejected.
    private mutating func run(of content: Int, _ scanner: JSONScanner) -> ContentRun? {
        let state = contents[content]
        let translation = ContentTranslation(reading: reading(scanner), state: state)
        let element = element(next)
        let change = changeType(of: element, translation.reading)
        translation.scratch.pointee.beginRun()
        if change == .refreshed {
            next += 1
            guard translation.refresh(with: element.pointee, &batch) else {
                state.pointee.counters.elementsRejected += 1
                return nil
            }
            return scratch.pointee.run(of: content, .initialDump)
        }
        guard state.pointee.isRefreshed else {
            next += 1
            state.pointee.counters.changesBeforeRefreshed += 1
            return nil
        }
        batch.messageType = .update
        apply(change, element, translation)
        while let (element, change) = nextChange(of: content, translation.reading) {
            apply(change, element, translation)
        }
        return scratch.pointee.run(of: content, .update)
    }

    private mutating func changeType(
        of element: UnsafePointer<ContentElement>, _ reading: ElementReading
    ) -> ContentChangeType? {
        element.pointee.form == .general
            ? reading.changeType(of: element.pointee, &batch) : element.pointee.operation
    }

    private mutating func apply(
        _ change: ContentChangeType?, _ element: UnsafePointer<ContentElement>,
        _ translation: ContentTranslation
    ) {
        prefetchNode(of: next + Self.prefetchDistance)
        next += 1
        switch element.pointee.form {
        case .prices: translation.apply(predicted: element, &batch)
        case .located:
            let path = reader.templates.path(of: element.pointee)
            translation.apply(change, path, Int(element.pointee.change), &batch)
        case .general:
            let path = translation.path(of: element.pointee, &batch)
            let value = Int(element.pointee.change)
            let meaning = translation.apply(change, path, value, &batch)
            guard predicts, let change, meaning != .rejected else { return }
            // Where few are of a form that can be kept, few are looked at.
            unlearnedCount += 1
            if unlearnedCount <= Self.patience || unlearnedCount % Self.patience == 0 {
                unlearned = (element.pointee, change, meaning == .prices)
            }
        }
    }

    /// Keeps what a change looks like, for others like it.
    private mutating func learn(
        _ element: ContentElement, _ change: ContentChangeType, isOfPrices: Bool,
        _ reading: ElementReading
    ) {
        let learning = TemplateLearning(reading: reading)
        if let template = learning.template(of: element, change, isOfPrices: isOfPrices, &batch) {
            let (start, scanner) = (Int(element.start), reading.scanner)
            reader.templates.add(
                template,
                of: UnsafeRawBufferPointer(
                    start: scanner.base + start, count: scanner.count - start))
            unlearnedCount = 0
        }
    }

    private static var patience: Int { 64 }

    /// The next element, if it is of the same run.
    private mutating func nextChange(
        of content: Int, _ reading: ElementReading
    ) -> (UnsafePointer<ContentElement>, ContentChangeType?)? {
        while next < reader.elements.count {
            let element = element(next)
            let other = self.content(of: element, reading.scanner)
            if other == Self.noContent {
                passOver(other)
                continue
            }
            guard other == content else { return nil }
            let change = changeType(of: element, reading)
            return change == .refreshed ? nil : (element, change)
        }
        return nil
    }
}
