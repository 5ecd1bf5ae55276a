import OddsModel

/// Translates elements of one content into records of a batch, and keeps what is known
/// of the content up to date.
struct ContentTranslation: BitwiseCopyable {
    let reading: ElementReading
    let state: UnsafeMutablePointer<ContentState>

    var scanner: JSONScanner { reading.scanner }
    var scratch: UnsafeMutablePointer<TranslationScratch> { reading.scratch }

    // MARK: Whole contents

    /// Makes a dump of a content that comes whole (SR-C4). Returns false if `change` has
    /// another shape; nothing is done then.
    func refresh(with element: ContentElement, _ batch: inout FrameBatch) -> Bool {
        let change = Int(element.change)
        guard let isEmpty = isEmpty(change, &batch) else { return false }
        state.pointee.nodes.removeAll()
        state.pointee.isRefreshed = true
        batch.messageType = .initialDump
        scratch.pointee.beginElement()
        if !isEmpty { putAll(of: change, &batch) }
        return true
    }

    /// Whether a whole content has nothing in it; `nil` if it has not the content's shape.
    private func isEmpty(_ change: Int, _ batch: inout FrameBatch) -> Bool? {
        if scanner.isAbsent(change) { return true }
        switch state.pointee.type.shape {
        case .events, .sports: return scanner.isArray(change) ? false : nil
        case .event, .market, .selection, .liveData: return scanner.isObject(change) ? false : nil
        case .eventGroup: return isEmpty(.events, of: change, &batch)
        case .nodes: return isEmpty(.bonavigationnodes, of: change, &batch)
        }
    }

    private func isEmpty(
        _ list: WireField, of change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        guard scanner.isObject(change) else { return nil }
        let offset = reading.member(list, of: change, &batch)
        if scanner.isAbsent(offset) { return true }
        return scanner.isArray(offset) ? false : nil
    }

    private func putAll(of change: Int, _ batch: inout FrameBatch) {
        switch state.pointee.type.shape {
        case .events: putEvents(of: change, &batch)
        case .eventGroup: putEvents(of: reading.member(.events, of: change, &batch), &batch)
        case .event: count(putEvent(at: change, named: nil, &batch), &batch)
        case .market:
            let parent = reading.member(.idfoevent, of: change, &batch)
            var isReadable = true
            let event = reading.id(parent, &isReadable, &batch)
            let place = place(in: event, batch)
            count(isReadable && putMarket(at: change, named: nil, in: place, &batch), &batch)
        case .selection:
            let parent = reading.member(.idfomarket, of: change, &batch)
            var isReadable = true
            let market = reading.id(parent, &isReadable, &batch)
            let place = SelectionPlace(market: market, event: nil, isLive: nil)
            count(isReadable && putSelection(at: change, named: nil, in: place, &batch), &batch)
        case .liveData: count(putLiveData(at: change, &batch), &batch)
        case .sports:
            reading.forEachElement(of: change) { sport in
                count(putSport(at: sport, named: nil, &batch), &batch)
            }
        case .nodes:
            let list = reading.member(.bonavigationnodes, of: change, &batch)
            reading.forEachElement(of: list) { count(putNavigationNode(at: $0, &batch), &batch) }
        }
    }

    private func putEvents(of list: Int, _ batch: inout FrameBatch) {
        reading.forEachElement(of: list) { offset in
            count(putEvent(at: offset, named: nil, &batch), &batch)
        }
    }

    // MARK: Changes

    /// What became of a change.
    enum Meaning: BitwiseCopyable {
        case rejected
        /// A change of a selection as row 1 of SR-U1 has it, of one that is there or not.
        case prices
        /// Anything else.
        case other
    }

    /// Makes records of a change; an unknown one, `nil`, is rejected, and so is one without
    /// a path.
    ///
    /// - Parameter value: The offset of what it says; negative if it says nothing.
    @discardableResult
    func apply(
        _ change: ContentChangeType?, _ path: ContentPath?, _ value: Int,
        _ batch: inout FrameBatch
    ) -> Meaning {
        let meaning = meaning(of: change, path, value, &batch)
        if meaning == .rejected { batch.rejectedRecordCount += 1 }
        return meaning
    }

    /// The path of an element that was read in general, `nil` if it has none that is legal.
    func path(of element: ContentElement, _ batch: inout FrameBatch) -> ContentPath? {
        var isReadable = true
        let text = reading.text(Int(element.path), &isReadable, &batch)
        return isReadable ? ContentPath(text, in: batch) : nil
    }

    private func meaning(
        of change: ContentChangeType?, _ path: ContentPath?, _ value: Int,
        _ batch: inout FrameBatch
    ) -> Meaning {
        guard let change, let path else { return .rejected }
        let isRead: Bool
        switch change {
        case .updated:
            if let isRead = mergeLiveData(path, value, &batch) {
                return isRead ? .other : .rejected
            }
            if let isRead = replaceEvent(path, value, &batch) {
                return isRead ? .other : .rejected
            }
            if let selection = path.selection,
                let isRead = updatePrices(selection, value, &batch) {
                return isRead ? .prices : .rejected
            }
            isRead = update(path, value, &batch)
        case .added: isRead = add(path, value, &batch)
        case .removed:
            remove(path, &batch)
            isRead = true
        case .refreshed: preconditionFailure("a content that comes whole is no change")
        }
        return isRead ? .other : .rejected
    }

    /// Counts an entity or element that could not be read.
    func count(_ isRead: Bool, _ batch: inout FrameBatch) {
        if !isRead { batch.rejectedRecordCount += 1 }
    }

    /// Counts a change that fits no row (SR-U3).
    func ignore(_ label: BatchText, _ batch: borrowing FrameBatch) {
        state.pointee.counters.ignore(batch.bytes(label))
    }

    // MARK: Nodes

    /// The node of an entity that is put in, which is there from now on and hangs on
    /// `parent`. What hung on it is noted, to be removed unless it comes again.
    func putNode(
        _ kind: NodeKind, _ id: BatchText, below parent: ContentNode.Index,
        _ batch: borrowing FrameBatch
    ) -> UnsafeMutablePointer<ContentNode> {
        let index = state.pointee.nodes.node(kind, batch.bytes(id))
        let node = state.pointee.nodes[index]
        let serial = scratch.pointee.serial
        if node.pointee.exists, node.pointee.serial != serial {
            state.pointee.nodes.appendDescendants(of: index, to: &scratch.pointee.replaced)
        }
        node.pointee.exists = true
        node.pointee.serial = serial
        state.pointee.nodes.attach(index, to: parent)
        return node
    }

    /// The node that children of an id hang on, there or not; -1 without an id.
    func parentNode(
        _ kind: NodeKind, _ id: BatchText?, _ batch: borrowing FrameBatch
    ) -> ContentNode.Index {
        guard let id else { return -1 }
        return state.pointee.nodes.node(kind, batch.bytes(id))
    }

    /// The key of a node's entity in the batch.
    func key(of index: ContentNode.Index, _ batch: inout FrameBatch) -> EntityKey {
        let key = state.pointee.nodes[index].pointee.key
        if key.isWord { return key }
        return batch.key(state.pointee.nodes.withID(of: index) { batch.copy($0) })
    }
}
