import OddsModel

// `liveDataExtended`: the live data of one event, on their own.

extension ContentTranslation {
    /// Live data of one event (SR-E11).
    func putLiveData(at offset: Int, _ batch: inout FrameBatch) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.eventMembers
        reading.read(offset, into: members, &batch)
        var isReadable = true
        let target = reading.id(members[.targetEventId], &isReadable, &batch)
        guard isReadable, let id = target ?? contentID(&batch) else { return false }
        if isToken(id, &batch) { return true }
        var record = RecordDraft(.match, .put, scratch.pointee.values)
        let (facts, status) = facts(ofLiveData: members, &batch)
        if let status { setStatus(status, of: &record, &batch) }
        record.append(as: batch.key(id), to: &batch)
        _ = putNode(.event, id, below: -1, batch)
        putInfos(facts, of: id, &batch)
        return true
    }

    /// Merges a change of a `liveDataExtended` that is an object of live data (SR-U8); `nil` if
    /// it is none.
    func mergeLiveData(
        _ path: ContentPath, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        guard state.pointee.type.shape == .liveData, scanner.isObject(change) else { return nil }
        let members = scratch.pointee.eventMembers
        reading.read(change, into: members, &batch)
        let isLiveData =
            members[.targetEventId] >= 0 || members[.matchTime] >= 0 || members[.attributes] >= 0
        guard isLiveData else { return nil }
        var isReadable = true
        let target = reading.id(members[.targetEventId], &isReadable, &batch)
        guard isReadable else { return false }
        guard let id = target ?? path.event ?? contentID(&batch) else { return orphanUpdate() }
        if isToken(id, &batch) { return true }
        let event = state.pointee.nodes.findExisting(.event, batch.bytes(id))
        guard event >= 0 else { return orphanUpdate() }
        let (facts, status) = facts(ofLiveData: members, &batch)
        if let status {
            var record = RecordDraft(.match, .patch, scratch.pointee.values)
            setStatus(status, of: &record, &batch)
            record.append(as: key(of: event, &batch), to: &batch)
        }
        putInfos(facts, of: id, isUpdate: true, &batch)
        return true
    }

    /// Where the facts of live data are, and the status (SR-E11, SR-E16).
    private func facts(
        ofLiveData members: WireMembers, _ batch: inout FrameBatch
    ) -> (LiveFacts, status: BatchText?) {
        let clock = fact(at: members[.matchTime], &batch) ?? -1
        var facts = LiveFacts(clock: clock, hasServerAmongScores: true)
        guard let complete = self.facts(in: members[.attributes], &batch) else {
            return (facts, nil)
        }
        facts.scores = complete
        let status = reading.member(.statusAttribute, of: complete, &batch)
        guard scanner.isObject(status), let value = fact(at: status, &batch) else {
            return (facts, nil)
        }
        return (facts, reading.looseText(value, &batch))
    }

    /// The object that has the facts, `nil` if there is none.
    private func facts(in attributes: Int, _ batch: inout FrameBatch) -> Int? {
        if scanner.isAbsent(attributes) { return nil }
        guard scanner.isObject(attributes) else {
            batch.rejectedRecordCount += 1
            return nil
        }
        let facts = reading.member(.complete, of: attributes, &batch)
        if scanner.isAbsent(facts) { return nil }
        guard scanner.isObject(facts) else {
            batch.rejectedRecordCount += 1
            return nil
        }
        return facts
    }

    /// Where the value of a fact of live data is, be it below `EVENT` and an empty name or not
    /// (SR-U8); -1 if there is none, and `nil` if `EVENT` is no object.
    func fact(at offset: Int, _ batch: inout FrameBatch) -> Int? {
        if scanner.isAbsent(offset) { return -1 }
        guard scanner.isObject(offset) else { return offset }
        let event = reading.member(.event, of: offset, &batch)
        if scanner.isAbsent(event) { return reading.member(.value, of: offset, &batch) }
        return scanner.isObject(event) ? reading.member(.value, of: event, &batch) : nil
    }

    /// The event of a `liveDataExtended`, or the market of a `market`, as the content's id
    /// names it (SR-P3); `nil` if that is empty.
    func contentID(_ batch: inout FrameBatch) -> BatchText? {
        let id = state.pointee.id
        return id.isEmpty ? nil : id.withUnsafeBytes { batch.copy($0) }
    }
}
