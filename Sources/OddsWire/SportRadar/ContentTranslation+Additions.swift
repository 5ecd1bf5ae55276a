import OddsModel

// `ADDED` and `REMOVED`. Calls that return a Boolean return false if the element cannot be
// read.

extension ContentTranslation {
    /// Puts in what comes whole (SR-A1).
    func add(_ path: ContentPath, _ change: Int, _ batch: inout FrameBatch) -> Bool {
        scratch.pointee.beginElement()
        let isRead: Bool
        switch path.last.kind {
        case .event: isRead = putEvent(at: change, named: path.event, &batch)
        case .market: isRead = addMarket(path, change, &batch)
        case .selection: isRead = addSelection(path, change, &batch)
        case .sport where state.pointee.type.shape == .sports:
            isRead = putSport(at: change, named: path.sport, &batch)
        case .info, .sport, .navigationNode, nil: return addFact(path, change, &batch)
        }
        removeReplaced(&batch)
        return isRead
    }

    /// Puts a whole event in place of the one that a summary shows (SR-C8); `nil` if the
    /// change is none.
    func replaceEvent(
        _ path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        guard state.pointee.type == .liveDataSummaryEventSummary,
            path.last.kind == .event || path.segmentCount == 1 && path.ends(in: "", batch),
            reading.member(.tsstart, of: change, &batch) >= 0
        else { return nil }
        scratch.pointee.beginElement()
        let id = path.event ?? contentID(&batch)
        let isRead = putEvent(at: change, named: id, &batch)
        removeReplaced(&batch)
        return isRead
    }

    private func addMarket(
        _ path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        guard scanner.isObject(change) else { return false }
        var isReadable = true
        let event =
            path.event
            ?? reading.id(reading.member(.idfoevent, of: change, &batch), &isReadable, &batch)
        guard isReadable else { return false }
        return putMarket(at: change, named: path.market, in: place(in: event, batch), &batch)
    }

    private func addSelection(
        _ path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        guard scanner.isObject(change) else { return false }
        var isReadable = true
        let market =
            path.market
            ?? reading.id(reading.member(.idfomarket, of: change, &batch), &isReadable, &batch)
        guard isReadable else { return false }
        let event = path.event ?? market.flatMap { self.event(ofMarket: $0, &batch) }
        let isLive = place(in: event, batch).isLive
        let place = SelectionPlace(market: market, event: event, isLive: isLive)
        return putSelection(at: change, named: path.selection, in: place, &batch)
    }

    /// The event of a market that is there and has one (SR-A3).
    private func event(ofMarket id: BatchText, _ batch: inout FrameBatch) -> BatchText? {
        let market = state.pointee.nodes.findExisting(.market, batch.bytes(id))
        guard market >= 0 else { return nil }
        let event = state.pointee.nodes[market].pointee.parent
        guard event >= 0 else { return nil }
        return state.pointee.nodes.withID(of: event) { batch.copy($0) }
    }

    /// A score, status or server comes as if it changed.
    private func addFact(_ path: ContentPath, _ change: Int, _ batch: inout FrameBatch) -> Bool {
        let isClock = path.ends(in: "matchTime", batch)
        if !isClock, let isRead = updateLiveData(path, change, &batch) { return isRead }
        ignore(path.label, batch)
        return true
    }

    // MARK: Removals

    /// Removes the entity that a path names last (SR-R1, SR-R2).
    func remove(_ path: ContentPath, _ batch: inout FrameBatch) {
        let (kind, id) = removed(path, &batch)
        guard let kind, let id else { return ignore(path.label, batch) }
        let index = state.pointee.nodes.findExisting(kind, batch.bytes(id))
        switch kind {
        case .sport: removeSport(index, &batch)
        case .navigationNode: removeNavigationNode(id, &batch)
        case .event, .market, .selection, .info:
            guard index >= 0 else {
                scratch.pointee.orphanDeletes += 1
                break
            }
            scratch.pointee.beginElement()
            state.pointee.nodes.appendDescendants(of: index, to: &scratch.pointee.replaced)
            removeReplaced(&batch)
            removeEntity(index, &batch)
        }
    }

    private func removed(
        _ path: ContentPath, _ batch: inout FrameBatch
    ) -> (NodeKind?, BatchText?) {
        switch path.lastKind {
        case .event: (.event, path.event)
        case .market: (.market, path.market)
        case .selection: (.selection, path.selection)
        case .sport: (.sport, path.sport)
        case .navigationNode: (.navigationNode, path.navigationNode)
        case .info, nil:
            state.pointee.type == .market ? (.market, contentID(&batch)) : (nil, nil)
        }
    }

    /// Removes what hung on entities that the element replaced and did not come again
    /// (SR-A4), children before their parents.
    private func removeReplaced(_ batch: inout FrameBatch) {
        for position in 0..<scratch.pointee.replaced.count {
            let index = scratch.pointee.replaced[position]
            let node = state.pointee.nodes[index].pointee
            if node.exists, node.serial != scratch.pointee.serial { removeEntity(index, &batch) }
        }
    }

    /// Removes one entity, a selection with its offer.
    func removeEntity(_ index: ContentNode.Index, _ batch: inout FrameBatch) {
        let key = key(of: index, &batch)
        switch state.pointee.nodes[index].pointee.kind {
        case .event: batch.appendRemoval(.match, key)
        case .market: batch.appendRemoval(.market, key)
        case .selection:
            batch.appendRemoval(.bettingOffer, key)
            batch.appendRemoval(.outcome, key)
        case .info: batch.appendRemoval(.eventInfo, key)
        case .sport, .navigationNode: preconditionFailure("not an entity of the tree")
        }
        state.pointee.nodes.remove(index)
    }
}
