import OddsModel

// `UPDATED`: the rows of SR-U1, in their order. Each call returns false if the element
// cannot be read.

extension ContentTranslation {
    /// All rows but the first.
    func update(_ path: ContentPath, _ change: Int, _ batch: inout FrameBatch) -> Bool {
        if path.ends(in: "istradable", batch) {
            if path.lastKind == .selection, let id = path.selection {
                return updateSelection(id, isTradable: change, &batch)
            }
            if path.lastKind == .market, let id = path.market {
                return updateMarket(id, isTradable: change, &batch)
            }
            if path.segmentCount == 1, state.pointee.type == .market {
                guard let id = contentID(&batch) else { return orphanUpdate() }
                return updateMarket(id, isTradable: change, &batch)
            }
        }
        if let event = path.event, path.ends(in: "numMarkets", batch) {
            return updateMarketCount(event, change, &batch)
        }
        if let isRead = updateLiveData(path, change, &batch) { return isRead }
        if let sport = path.sport, path.ends(in: "numEvents", batch) {
            return updateSport(sport, liveCount: change, &batch)
        }
        let isLive = path.ends(in: "numinplayevents", batch)
        if isLive || path.ends(in: "numevents", batch),
            let isRead = updateCount(of: path, isLive: isLive, change, &batch) {
            return isRead
        }
        ignore(path.label, batch)
        return true
    }

    /// Counts a change of an entity that is not there (SR-U6).
    func orphanUpdate() -> Bool {
        scratch.pointee.orphanUpdates += 1
        return true
    }

    // MARK: Selections

    /// Row 1; `nil` if it does not fit.
    func updatePrices(
        _ id: BatchText, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        guard scanner.isObject(change) else { return nil }
        let members = scratch.pointee.innerMembers
        reading.read(change, into: members, &batch)
        let suspension = members[.idfoselectionsuspensiontype]
        let isChange =
            members[.currentpriceup] >= 0 || members[.currentpricedown] >= 0
            || members[.istradable] >= 0 || suspension >= 0
        guard isChange else { return nil }
        var isReadable = true
        let up = reading.pricePart(members[.currentpriceup], &isReadable, &batch)
        let down = reading.pricePart(members[.currentpricedown], &isReadable, &batch)
        let isTradable = reading.boolean(members[.istradable], &isReadable)
        guard isReadable, down != 0 else { return false }
        let index = state.pointee.nodes.findExisting(.selection, batch.bytes(id))
        guard index >= 0 else { return orphanUpdate() }
        let change = SelectionChange(
            up: up ?? ContentNode.unknown, down: down ?? ContentNode.unknown,
            isTradable: isTradable,
            isSuspended: suspension < 0 ? nil : isSuspension(suspension, &batch))
        apply(change, to: index, &batch)
        return true
    }

    /// Row 1, of an element that was read with a template.
    @inline(__always)
    func apply(predicted element: UnsafePointer<ContentElement>, _ batch: inout FrameBatch) {
        guard element.pointee.prices.down != 0 else {
            batch.rejectedRecordCount += 1
            return
        }
        let index = state.pointee.nodes.find(.selection, word: element.pointee.selection)
        guard index >= 0, state.pointee.nodes[index].pointee.exists else {
            scratch.pointee.orphanUpdates += 1
            return
        }
        apply(element.pointee.prices, to: index, &batch)
    }

    /// Row 2.
    private func updateSelection(
        _ id: BatchText, isTradable change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var isReadable = true
        guard let isTradable = reading.boolean(change, &isReadable) else { return false }
        let index = state.pointee.nodes.findExisting(.selection, batch.bytes(id))
        guard index >= 0 else { return orphanUpdate() }
        apply(SelectionChange(isTradable: isTradable), to: index, &batch)
        return true
    }

    /// Changes what is known of a selection, and its offer accordingly (SR-U4).
    @inline(__always)
    func apply(
        _ change: SelectionChange, to index: ContentNode.Index, _ batch: inout FrameBatch
    ) {
        let node = state.pointee.nodes[index]
        let wasAvailable = node.pointee.isAvailable
        if change.up != ContentNode.unknown { node.pointee.up = change.up }
        if change.down != ContentNode.unknown { node.pointee.down = change.down }
        if let isTradable = change.isTradable { node.pointee.isTradable = isTradable }
        if let isSuspended = change.isSuspended { node.pointee.isSuspended = isSuspended }
        var record = RecordDraft(.bettingOffer, .patch, scratch.pointee.values)
        if change.hasPrice, node.pointee.hasPrice {
            record.set(Schema.Offer.odds, number: node.pointee.odds)
        }
        // Most changes are of odds alone, which a store applies fastest.
        if node.pointee.isAvailable != wasAvailable {
            record.set(Schema.Offer.statusId, offerStatus(node.pointee.isAvailable, &batch))
            record.set(Schema.Offer.isAvailable, boolean: node.pointee.isAvailable)
        }
        record.append(as: key(of: index, &batch), to: &batch)
    }

    // MARK: Markets and events

    /// Rows 3 and 4.
    private func updateMarket(
        _ id: BatchText, isTradable change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var isReadable = true
        guard let isTradable = reading.boolean(change, &isReadable) else { return false }
        var record = RecordDraft(.market, .patch, scratch.pointee.values)
        record.set(Schema.Market.isAvailable, boolean: isTradable)
        return append(record, .market, id, &batch)
    }

    /// Row 5.
    private func updateMarketCount(
        _ id: BatchText, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var isReadable = true
        guard let count = reading.integer(change, &isReadable) else { return false }
        var record = RecordDraft(.match, .patch, scratch.pointee.values)
        record.set(Schema.Match.numberOfMarkets, integer: count)
        return append(record, .event, id, &batch)
    }

    /// Appends a change of an entity, if it is there.
    func append(
        _ record: RecordDraft, _ kind: NodeKind, _ id: BatchText, _ batch: inout FrameBatch
    ) -> Bool {
        let index = state.pointee.nodes.findExisting(kind, batch.bytes(id))
        guard index >= 0 else { return orphanUpdate() }
        record.append(as: key(of: index, &batch), to: &batch)
        return true
    }

    // MARK: Live data

    /// Rows 6 to 9 and 12; `nil` if none fits.
    func updateLiveData(
        _ path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        guard let fact = liveFact(path, batch) else { return nil }
        guard state.pointee.type.shape == .liveData, fact != .score else {
            return update(fact, of: path, change, &batch)
        }
        guard let value = self.fact(at: change, &batch) else { return false }
        return update(fact, of: path, value, &batch)
    }

    /// What rows 6 to 9 and 12 say that a path means; `nil` if none fits.
    private func liveFact(_ path: ContentPath, _ batch: borrowing FrameBatch) -> LiveFact? {
        guard !path.last.hasSelector else { return nil }
        let name = batch.bytes(path.last.name)
        if path.event != nil {
            if path.hasScores, ScoreName(name) != nil { return .score }
            if isText(name, "matchTime") { return .clock }
            if isText(name, "status") { return .status }
            if isText(name, "serve") { return .server }
        }
        guard state.pointee.type.shape == .liveData else { return nil }
        if isText(name, inAnyCase: "SERVE") { return .server }
        if path.segmentCount == 1, isText(name, "matchTime") { return .clock }
        guard path.isBelowAttributes else { return nil }
        if isText(name, "STATUS") { return .status }
        return ScoreName(name) == nil ? nil : .score
    }

    private func update(
        _ fact: LiveFact, of path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        // What cannot be read is rejected, whether the event is there or not (EM-R3).
        guard let value = liveValue(fact, at: change, &batch) else { return false }
        guard let event = path.event ?? contentID(&batch) else { return orphanUpdate() }
        if case .status(let text) = value {
            var record = RecordDraft(.match, .patch, scratch.pointee.values)
            setStatus(text, of: &record, &batch)
            return append(record, .event, event, &batch)
        }
        guard state.pointee.nodes.findExisting(.event, batch.bytes(event)) >= 0 else {
            return orphanUpdate()
        }
        putInfo(value, infoName(fact, path, &batch), of: event, isUpdate: true, &batch)
        return true
    }

    /// What the id of a fact's info ends in.
    private func infoName(
        _ fact: LiveFact, _ path: ContentPath, _ batch: inout FrameBatch
    ) -> BatchText {
        switch fact {
        case .clock: return batch.constant("TIME")
        case .server: return batch.constant("SERVE")
        case .score, .status:
            let kind = ScoreName(batch.bytes(path.last.name))
            return kind == .part ? path.last.name : batch.constant("MATCH_SCORE")
        }
    }
}

/// What a change says of a selection.
struct SelectionChange: BitwiseCopyable {
    /// `ContentNode.unknown`, as `down`, if the change does not say it.
    var up = ContentNode.unknown
    var down = ContentNode.unknown
    var isTradable: Bool?
    var isSuspended: Bool?

    var hasPrice: Bool { up != ContentNode.unknown || down != ContentNode.unknown }
}
