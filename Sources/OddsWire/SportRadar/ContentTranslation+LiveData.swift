import OddsModel

// Scores, clock, server and status, of events that come whole and of changes.

extension ContentTranslation {
    // MARK: Infos

    /// Puts in the infos of an event, in the order of their members (SR-E9).
    ///
    /// - Parameter isUpdate: Whether infos that are there change, so that nobody serving
    ///   removes one.
    func putInfos(
        _ facts: LiveFacts, of event: BatchText, isUpdate: Bool = false, _ batch: inout FrameBatch
    ) {
        var (first, second, third) = (facts.clock, facts.scores, facts.server)
        if first > second { swap(&first, &second) }
        if second > third { swap(&second, &third) }
        if first > second { swap(&first, &second) }
        for offset in [first, second, third] where !scanner.isAbsent(offset) {
            if offset == facts.scores {
                putScores(facts, of: event, isUpdate: isUpdate, &batch)
            } else if offset == facts.clock {
                // One of another kind than text is none (SR-V11).
                guard scanner.string(offset) != nil else { continue }
                let name = batch.constant("TIME")
                putInfo(.clock, name, of: event, at: offset, isUpdate: isUpdate, &batch)
            } else {
                putServer(of: event, at: offset, isUpdate: isUpdate, &batch)
            }
        }
    }

    private func putScores(
        _ facts: LiveFacts, of event: BatchText, isUpdate: Bool, _ batch: inout FrameBatch
    ) {
        let object = facts.scores
        guard scanner.isObject(object) else {
            batch.rejectedRecordCount += 1
            return
        }
        let places = ScorePlaces(notePlaces(of: event, at: object, &batch), scanner)
        reading.forEachMember(of: object) { key, value in
            let name = batch.text(key)
            switch ScoreName(batch.bytes(name)) {
            case .current, .match:
                guard value == places.place else { return }
                let name = batch.constant("MATCH_SCORE")
                putInfo(.score, name, of: event, at: places.shown, isUpdate: isUpdate, &batch)
            case .part:
                let node = scoreNode(of: event, name, &batch)
                guard node.pointee.position == value else { return }
                node.pointee.position = -1
                if scanner.isObject(value) {
                    putInfo(.score, name, of: event, at: value, isUpdate: isUpdate, &batch)
                }
                releaseScoreNode(of: event, name, &batch)
            case nil:
                guard facts.hasServerAmongScores, value == places.server,
                    let server = fact(at: value, &batch), !scanner.isAbsent(server)
                else { return }
                putServer(of: event, at: server, isUpdate: isUpdate, &batch)
            }
        }
    }

    /// Notes where the last of each name of an object of scores stands.
    private func notePlaces(
        of event: BatchText, at object: Int, _ batch: inout FrameBatch
    ) -> (current: Int, match: Int, server: Int) {
        var (current, match, server) = (-1, -1, -1)
        reading.forEachMember(of: object) { key, value in
            let name = batch.text(key)
            switch ScoreName(batch.bytes(name)) {
            case .current: current = value
            case .match: match = value
            case .part: scoreNode(of: event, name, &batch).pointee.position = value
            case nil: if isText(batch.bytes(name), "SERVE") { server = value }
            }
        }
        return (current, match, server)
    }

    private func putServer(
        of event: BatchText, at offset: Int, isUpdate: Bool, _ batch: inout FrameBatch
    ) {
        let name = batch.constant("SERVE")
        putInfo(.server, name, of: event, at: offset, isUpdate: isUpdate, &batch)
    }

    private func scoreNode(
        of event: BatchText, _ name: BatchText, _ batch: inout FrameBatch
    ) -> UnsafeMutablePointer<ContentNode> {
        let id = batch.joined(event, "/", name)
        return state.pointee.nodes[state.pointee.nodes.node(.info, batch.bytes(id))]
    }

    /// Forgets the node of a score that was not put in.
    private func releaseScoreNode(
        of event: BatchText, _ name: BatchText, _ batch: inout FrameBatch
    ) {
        let id = batch.joined(event, "/", name)
        let index = state.pointee.nodes.find(.info, batch.bytes(id))
        state.pointee.nodes.releaseIfUnused(index)
    }

    // MARK: Single facts

    /// Reads a fact, `nil` if the value is not of its kind.
    func liveValue(_ fact: LiveFact, at offset: Int, _ batch: inout FrameBatch) -> LiveValue? {
        switch fact {
        case .score: score(at: offset, &batch)
        case .clock: text(at: offset, &batch).flatMap { clock($0, batch) }
        case .status: text(at: offset, &batch).map(LiveValue.status)
        case .server: server(at: offset, &batch)
        }
    }

    private func text(at offset: Int, _ batch: inout FrameBatch) -> BatchText? {
        var isReadable = true
        return reading.text(offset, &isReadable, &batch)
    }

    private func clock(_ text: BatchText, _ batch: borrowing FrameBatch) -> LiveValue? {
        MatchClock(batch.bytes(text)).map(LiveValue.clock)
    }

    /// A score (SR-V7).
    private func score(at offset: Int, _ batch: inout FrameBatch) -> LiveValue? {
        guard scanner.isObject(offset) else { return nil }
        let members = scratch.pointee.innerMembers
        reading.read(offset, into: members, &batch)
        let competitor = members[.competitor]
        if !scanner.isAbsent(competitor) {
            guard scanner.isObject(competitor) else { return nil }
            reading.read(competitor, into: members, &batch)
        }
        var isReadable = true
        let home = reading.side(members[.home], &isReadable, &batch)
        let away = reading.side(members[.away], &isReadable, &batch)
        return isReadable ? .score(home: home, away: away) : nil
    }

    /// A server (SR-V9): 0 is nobody.
    private func server(at offset: Int, _ batch: inout FrameBatch) -> LiveValue? {
        if scanner.isAbsent(offset) { return .server(0) }
        if let text = text(at: offset, &batch) {
            let bytes = batch.bytes(text)
            guard bytes.count == 1, (0x30...0x32).contains(bytes[0]) else { return nil }
            return .server(UInt64(bytes[0] - 0x30))
        }
        guard let number = scanner.numberText(offset).flatMap({ wholeNumber($0) }),
            (0...2).contains(number)
        else { return nil }
        return .server(UInt64(number))
    }

    /// Puts an info in, or changes the one that is there; counts a value that cannot be read.
    ///
    /// - Parameter name: What the info's id ends in.
    private func putInfo(
        _ fact: LiveFact, _ name: BatchText, of event: BatchText, at offset: Int, isUpdate: Bool,
        _ batch: inout FrameBatch
    ) {
        guard let value = liveValue(fact, at: offset, &batch) else {
            batch.rejectedRecordCount += 1
            return
        }
        if case .server(0) = value, !isUpdate { return }
        putInfo(value, name, of: event, isUpdate: isUpdate, &batch)
    }

    func putInfo(
        _ value: LiveValue, _ name: BatchText, of event: BatchText, isUpdate: Bool,
        _ batch: inout FrameBatch
    ) {
        let id = batch.joined(event, "/", name)
        let info = state.pointee.nodes.findExisting(.info, batch.bytes(id))
        if case .server(0) = value {
            if info >= 0 { removeEntity(info, &batch) }
            return
        }
        let isPatch = isUpdate && info >= 0
        var record = RecordDraft(.eventInfo, isPatch ? .patch : .put, scratch.pointee.values)
        if !isPatch {
            _ = putNode(.info, id, below: parentNode(.event, event, batch), batch)
            record.set(Schema.Info.eventId, event)
            set(value.kind, name, of: &record, &batch)
        }
        switch value {
        case .score(let home, let away):
            if let home { record.set(Schema.Info.paramFloat1, number: home) }
            if let away { record.set(Schema.Info.paramFloat2, number: away) }
        case .clock(let clock):
            record.set(Schema.Info.paramFloat1, number: Double(clock.minutes))
            record.set(Schema.Info.paramFloat2, number: Double(clock.seconds))
        case .server(let number):
            record.set(
                Schema.Info.paramParticipantId1, batch.constant(number == 1 ? "home" : "away"))
        case .status: preconditionFailure("a status is no info")
        }
        record.append(as: batch.key(id), to: &batch)
    }

    /// Sets what infos of a kind have in common (SR-E7, SR-E8).
    private func set(
        _ fact: LiveFact, _ name: BatchText, of record: inout RecordDraft,
        _ batch: inout FrameBatch
    ) {
        switch fact {
        case .score:
            record.set(Schema.Info.typeId, batch.constant("1"))
            record.set(Schema.Info.typeName, batch.constant("Score"))
            record.set(Schema.Info.eventPartName, name)
        case .clock: record.set(Schema.Info.typeId, batch.constant("95"))
        case .server: record.set(Schema.Info.typeId, batch.constant("37"))
        case .status: break
        }
    }

    // MARK: Status

    /// Sets what a status means (SR-E2); `nil` is none.
    func setStatus(_ status: BatchText?, of record: inout RecordDraft, _ batch: inout FrameBatch) {
        let text = status.map { batch.bytes($0) }
        let isPending = text.map { isText($0, "not_started") } ?? true
        let isEnded = text.map { isText($0, "ended") } ?? false
        record.set(Schema.Match.statusId, batch.constant(isPending ? "1" : isEnded ? "3" : "2"))
        record.set(
            Schema.Match.statusName,
            batch.constant(isPending ? "Pending" : isEnded ? "Ended" : "In Progress"))
        if isPending || isEnded {
            record.clear(Schema.Match.currentPartName)
        } else {
            record.set(Schema.Match.currentPartName, status)
        }
    }
}
