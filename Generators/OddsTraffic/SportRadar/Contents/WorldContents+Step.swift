// What a step of the world changes.
extension WorldContents {
    /// Notes the changes of a step whose records were just written for EM, in place of those
    /// of the step before.
    ///
    /// - Complexity: O(records · contents of an event); where events begin, end or go, O(events
    ///   of the open lists) in addition.
    mutating func note(_ frame: borrowing FrameWriter, _ world: borrowing TrafficWorld) {
        journal.clear()
        turned.truncate(to: 0)
        step &+= 1
        guard !frame.isVerbatim, !frame.isState else { return }
        for index in 0..<frame.marks.count { note(frame.marks[index], world) }
        let count = journal.changes.count
        if !turned.isEmpty { turnEvents(world) }
        for change in 0..<count { link(change, world) }
    }

    private mutating func note(_ mark: RecordMark, _ world: borrowing TrafficWorld) {
        let subject = mark.subject
        guard !subject.isStranger else { return }
        let index = Int(subject.index)
        switch (subject.kind, mark.change.operation) {
        case (.match, _): noteEvent(index, world)
        case (.info, _):
            // The event's own record may follow.
            if world.events[index].id == facts[index].id { noteEvent(index, world) }
        case (.market, .put): journal.append(ContentChange(.marketAdded, index))
        case (.market, .delete):
            var change = ContentChange(.marketRemoved, index)
            change.id = mark.id
            journal.append(change)
        case (.market, .update):
            guard mark.change.availability != .unchanged else { return }
            var change = ContentChange(.marketAvailability, index)
            change.availability = mark.change.availability
            journal.append(change)
        case (.offer, .update): noteOffer(mark)
        case (.sport, .put), (.sport, .update): journal.append(ContentChange(.sport, index))
        // What comes with its market, or is on no content.
        case (.offer, _), (.sport, .delete), (.location, _), (.category, _), (.statistics, _),
            (.outcome, _), (.relation, _), (.mainMarket, _), (.marketInfo, _),
            (.liveMatchesNumber, _), (.popularMatchesNumber, _), (.marketGroup, _),
            (.partScore, _), (.tournament, _):
            break
        }
    }

    private mutating func noteOffer(_ mark: RecordMark) {
        let said = mark.change
        guard said.rungBefore != said.rungAfter || said.availability != .unchanged else { return }
        var change = ContentChange(.offer, Int(mark.subject.index))
        change.outcome = mark.subject.outcome
        change.availability = said.availability
        change.rungBefore = said.rungBefore
        change.rungAfter = said.rungAfter
        journal.append(change)
    }

    private mutating func noteEvent(_ event: Int, _ world: borrowing TrafficWorld) {
        let old = facts[event]
        let state = world.events[event]
        let isReplaced = state.id != old.id
        let hasBegun = state.phase != .prematch
        let hadBegun = old.phase != .prematch
        if isReplaced || hasBegun != hadBegun {
            turned.append(TurnedEvent(event: event, oldID: old.id, isReplaced: isReplaced))
            liveCounts[Int(state.league)] += (hasBegun ? 1 : 0) - (hadBegun ? 1 : 0)
        }
        if isReplaced {
            facts.begin(event, world)
        } else {
            facts.note(event, world, in: &journal)
        }
    }

    /// Finds the contents that show a change.
    private mutating func link(_ index: Int, _ world: borrowing TrafficWorld) {
        let change = journal.changes[index]
        switch change.kind {
        case .sport, .league, .sportAdded, .sportRemoved: return linkNumbers(index, change)
        case .marketAdded, .marketRemoved, .marketAvailability, .offer:
            let market = Int(change.index)
            link(
                index, change, event: world.event(ofMarket: market),
                slot: world.slot(ofMarket: market), marketID: world.markets[market].id)
        case .marketCount, .status, .clock, .serve, .score, .partScore, .newPartScore:
            link(index, change, event: Int(change.index), slot: 0, marketID: 0)
        case .eventAdded, .eventRemoved:
            preconditionFailure("events come to a content, or leave it, one by one")
        }
    }

    private mutating func link(
        _ index: Int, _ change: ContentChange, event: Int, slot: Int, marketID: UInt64
    ) {
        var place = chains.first(ofEvent: event)
        while let here = place {
            place = chains.next(after: here)
            let node = chains[here]
            let content = Int(node.content)
            // What came as a whole in this step came as it is now.
            guard node.enteredStep != step,
                views[content].shows(change, slot: slot, marketID: marketID)
            else { continue }
            journal.link(index, to: content)
            guard change.kind == .marketRemoved, views[content].form == .market else { continue }
            views[content].isThere = false
            chains.remove(content, fromEvent: event)
        }
    }

    mutating func linkNumbers(_ index: Int, _ change: ContentChange) {
        for content in numberContents {
            let isShown =
                switch (views[content].form, change.kind) {
                case (.sports, .sportAdded), (.sports, .sportRemoved), (.sportNodes, .sport): true
                // A number would put in a sport that is not there (SR-U7).
                case (.sports, .sport): liveSports.contains(Int(change.index))
                case (.leagueNodes, .league):
                    Vocabulary.leagues[Int(change.index)].sport == Int(views[content].index)
                default: false
                }
            if isShown { journal.link(index, to: content) }
        }
    }

    /// Says what is new in the numbers of an event's league.
    func numbers(ofEvent event: Int, _ world: borrowing TrafficWorld) -> [ContentChange] {
        let league = Int(world.events[event].league)
        return [
            ContentChange(.league, league),
            ContentChange(.sport, Vocabulary.leagues[league].sport),
        ]
    }
}
