import OddsModel

// Scores, clock, server and status, of events that come whole and of changes.

extension ContentTranslation {
    // MARK: Whole

    /// Live data of one event (SR-E11).
    func putLiveData(at offset: Int, _ batch: inout FrameBatch) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.eventMembers
        reading.read(offset, into: members, &batch)
        var isReadable = true
        let target = reading.id(members[.targetEventId], &isReadable, &batch)
        guard isReadable, let id = target ?? contentID(&batch) else { return false }
        if isToken(id, &batch) { return true }
        let live = scratch.pointee.liveMembers
        live.clear()
        let facts = facts(in: members[.attributes], &batch)
        if let facts { reading.read(facts, into: live, &batch) }
        var record = RecordDraft(.match, .put, scratch.pointee.values)
        guard let status = fact(at: live[.statusAttribute], &batch) else { return false }
        if let text = reading.text(status, &isReadable, &batch) {
            setStatus(text, of: &record, &batch)
        }
        guard isReadable else { return false }
        record.append(as: batch.key(id), to: &batch)
        _ = putNode(.event, id, below: -1, batch)
        putInfos(of: id, clock: members[.matchTime], scores: facts ?? -1, serve: -1, &batch)
        return true
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

    /// Where a fact's value is: below `EVENT` and an empty name; -1 if there is none, and
    /// `nil` if something else stands in its place.
    func fact(at offset: Int, _ batch: inout FrameBatch) -> Int? {
        if scanner.isAbsent(offset) { return -1 }
        guard scanner.isObject(offset) else { return nil }
        let event = reading.member(.event, of: offset, &batch)
        if scanner.isAbsent(event) { return -1 }
        return scanner.isObject(event) ? reading.member(.value, of: event, &batch) : nil
    }

    /// The event of a `liveDataExtended`, or the market of a `market`, as the content's id
    /// names it (SR-P3); `nil` if that is empty.
    func contentID(_ batch: inout FrameBatch) -> BatchText? {
        let id = state.pointee.id
        return id.isEmpty ? nil : id.withUnsafeBytes { batch.copy($0) }
    }

    /// Puts in the infos of an event, in the order of their members (SR-E9). Offsets are
    /// negative where there is no member.
    func putInfos(
        of event: BatchText, clock: Int, scores: Int, serve: Int, _ batch: inout FrameBatch
    ) {
        var (first, second, third) = (clock, scores, serve)
        if first > second { swap(&first, &second) }
        if second > third { swap(&second, &third) }
        if first > second { swap(&first, &second) }
        for offset in [first, second, third] where !scanner.isAbsent(offset) {
            if offset == scores {
                putScores(of: event, at: offset, &batch)
            } else if offset == clock {
                let name = batch.constant("TIME")
                count(putInfo(.clock, name, of: event, at: offset, &batch), &batch)
            } else {
                putServer(of: event, at: offset, &batch)
            }
        }
    }

    private func putScores(of event: BatchText, at object: Int, _ batch: inout FrameBatch) {
        guard scanner.isObject(object) else {
            batch.rejectedRecordCount += 1
            return
        }
        // Live data on its own has the server among the scores.
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
        let shown = scanner.isAbsent(current) ? match : current
        reading.forEachMember(of: object) { key, value in
            let name = batch.text(key)
            guard let kind = ScoreName(batch.bytes(name)) else {
                if value == server, state.pointee.type.shape == .liveData {
                    putServerFact(of: event, at: value, &batch)
                }
                return
            }
            guard kind == .part else {
                if value == shown, !scanner.isNull(value) {
                    let name = batch.constant("MATCH_SCORE")
                    count(putInfo(.score, name, of: event, at: value, &batch), &batch)
                }
                return
            }
            let node = scoreNode(of: event, name, &batch)
            guard node.pointee.position == value else { return }
            node.pointee.position = -1
            if !scanner.isNull(value) {
                count(putInfo(.score, name, of: event, at: value, &batch), &batch)
            }
            releaseScoreNode(of: event, name, &batch)
        }
    }

    private func putServerFact(of event: BatchText, at offset: Int, _ batch: inout FrameBatch) {
        guard let server = fact(at: offset, &batch) else {
            batch.rejectedRecordCount += 1
            return
        }
        if !scanner.isAbsent(server) { putServer(of: event, at: server, &batch) }
    }

    private func putServer(of event: BatchText, at offset: Int, _ batch: inout FrameBatch) {
        let name = batch.constant("SERVE")
        count(putInfo(.server, name, of: event, at: offset, &batch), &batch)
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

    /// Puts an info in, or changes the one that is there. Returns false if the value cannot
    /// be read.
    ///
    /// - Parameter name: What the info's id ends in.
    private func putInfo(
        _ fact: LiveFact, _ name: BatchText, of event: BatchText, at offset: Int,
        _ batch: inout FrameBatch
    ) -> Bool {
        guard let value = liveValue(fact, at: offset, &batch) else { return false }
        if case .server(0) = value { return true }
        putInfo(value, name, of: event, isUpdate: false, &batch)
        return true
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

/// A kind of fact of live data.
enum LiveFact: BitwiseCopyable {
    case score
    case clock
    case status
    case server
}

/// What a fact of live data says.
enum LiveValue: BitwiseCopyable {
    case score(home: Double?, away: Double?)
    case clock(MatchClock)
    case status(BatchText)
    /// 1 for home, 2 for away, 0 for nobody.
    case server(UInt64)

    var kind: LiveFact {
        switch self {
        case .score: .score
        case .clock: .clock
        case .status: .status
        case .server: .server
        }
    }
}
