// Events that begin, that go, and that come to lists.
extension WorldContents {
    /// Updates lists and contents of one event, after all records of the step.
    mutating func turnEvents(_ world: borrowing TrafficWorld) {
        for index in 0..<turned.count { turn(turned[index], world) }
        for list in lists.indices where lists[list] != nil { update(list, world) }
        for sport in Vocabulary.sports.indices { turnSport(sport) }
        for index in 0..<turned.count {
            for change in numbers(ofEvent: turned[index].event, world) { append(change) }
        }
    }

    /// Puts a sport into the list of those with live events when one begins, and takes it out
    /// when the last one ends.
    private mutating func turnSport(_ sport: Int) {
        let place = liveSports.firstIndex(of: sport)
        if liveCount(ofSport: sport) > 0 {
            guard place == nil else { return }
            liveSports.append(sport)
            append(ContentChange(.sportAdded, sport))
        } else if let place {
            liveSports.remove(at: place)
            append(ContentChange(.sportRemoved, sport))
        }
    }

    /// Appends a change of numbers.
    private mutating func append(_ change: ContentChange) {
        journal.append(change)
        let index = journal.changes.count - 1
        linkNumbers(index, change)
    }

    /// Contents that are not lists.
    private mutating func turn(_ turned: TurnedEvent, _ world: borrowing TrafficWorld) {
        var place = chains.first(ofEvent: turned.event)
        while let here = place {
            place = chains.next(after: here)
            let content = Int(chains[here].content)
            if case .list = scopes[content] { continue }
            switch (views[content].form, turned.isReplaced) {
            case (.events, true), (.liveData, true):
                journal.append(.eventRemoved(turned.event, id: turned.oldID), to: content)
                views[content].isThere = false
                chains.remove(content, fromEvent: turned.event)
            case (.events, false):
                // Only a whole event can say that it is live now.
                journal.append(ContentChange(.eventAdded, turned.event), to: content)
                chains.markEntered(here, step: step)
            case (.market, true):
                // It is another event's now, unless a record says that it is gone.
                let market = Int(views[content].index)
                guard world.markets[market].id == views[content].id else { continue }
                journal.append(ContentChange(.marketAdded, market), to: content)
                chains.markEntered(here, step: step)
            default: break
            }
        }
    }

    private mutating func update(_ list: Int, _ world: borrowing TrafficWorld) {
        guard let scope = lists[list]?.scope else { return }
        var place = 0
        while let member = lists[list]?.members.at(place) {
            let isThere = world.events[member.event].id == member.id
            if isThere, scope.holds(member.event, of: world) {
                if hasBegunNow(member.event) { renew(member, at: place, of: list) }
                place += 1
            } else {
                remove(member, at: place, of: list)
            }
        }
        for index in 0..<turned.count {
            let event = turned[index].event
            guard scope.holds(event, of: world), lists[list]?.place(ofEvent: event) == nil
            else { continue }
            append(EventList.Member(event: event, id: world.events[event].id), to: list)
        }
    }

    private func hasBegunNow(_ event: Int) -> Bool {
        (0..<turned.count).contains { turned[$0].event == event && !turned[$0].isReplaced }
    }

    private func contents(of list: Int, onPage page: Int) -> [Int] {
        lists[list]?.contents(onPage: page) ?? []
    }

    /// Says an event anew as a whole, which keeps its place.
    private mutating func renew(_ member: EventList.Member, at place: Int, of list: Int) {
        for content in contents(of: list, onPage: place / pageSize(of: list)) {
            chains.remove(content, fromEvent: member.event)
            enter(member, content)
        }
    }

    /// Removes an event. Each later page gives its first event to the one before.
    private mutating func remove(_ member: EventList.Member, at place: Int, of list: Int) {
        let pageSize = pageSize(of: list)
        let page = place / pageSize
        for content in contents(of: list, onPage: page) { leave(member, content) }
        lists[list]?.remove(at: place)
        var next = page + 1
        // The first event of a page is the last one of the page before, by now.
        while let moved = lists[list]?.members.at(next &* pageSize &- 1) {
            for content in contents(of: list, onPage: next - 1) { enter(moved, content) }
            for content in contents(of: list, onPage: next) { leave(moved, content) }
            next += 1
        }
    }

    private mutating func append(_ member: EventList.Member, to list: Int) {
        lists[list]?.append(member)
        let last = (lists[list]?.members.count ?? 1) - 1
        for content in contents(of: list, onPage: last / pageSize(of: list)) {
            enter(member, content)
        }
    }

    private func pageSize(of list: Int) -> Int { lists[list]?.pageSize ?? 1 }

    private mutating func enter(_ member: EventList.Member, _ content: Int) {
        journal.append(ContentChange(.eventAdded, member.event), to: content)
        chains.add(content, toEvent: member.event, step: step)
    }

    private mutating func leave(_ member: EventList.Member, _ content: Int) {
        journal.append(.eventRemoved(member.event, id: member.id), to: content)
        chains.remove(content, fromEvent: member.event)
    }
}

extension Array {
    /// The element at an index; `nil` if there is none.
    fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}
