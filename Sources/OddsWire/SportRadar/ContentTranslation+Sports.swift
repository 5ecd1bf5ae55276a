import OddsModel

// Sports, and the nodes of the navigation that stand for them: both are reference
// entities of type `SPORT` (SR-E10). A node hangs on its sport.

extension ContentTranslation {
    // MARK: Whole

    /// - Parameter path: The id that a path calls the sport by.
    func putSport(at offset: Int, named path: BatchText?, _ batch: inout FrameBatch) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.eventMembers
        reading.read(offset, into: members, &batch)
        guard let id = ownID(members[.idfosporttype], named: path, &batch) else { return false }
        var isReadable = true
        let typeName = nameValue(members[.sporttypename])
        let name = nameValue(members[.name])
        let liveCount = count(members[.numEvents], &isReadable, &batch)
        guard isReadable else { return false }
        putSport(id, SportValues(name: typeName ?? name, liveCount: liveCount), &batch)
        return true
    }

    func putNavigationNode(at offset: Int, _ batch: inout FrameBatch) -> Bool {
        guard scanner.isObject(offset) else { return false }
        let members = scratch.pointee.eventMembers
        reading.read(offset, into: members, &batch)
        var isReadable = true
        let node = reading.id(members[.idfwbonavigation], &isReadable, &batch)
        guard let id = reading.id(members[.focontentid], &isReadable, &batch) else {
            return false
        }
        let name = nameValue(members[.name])
        let liveCount = count(members[.numinplayevents], &isReadable, &batch)
        let count = count(members[.numevents], &isReadable, &batch)
        guard isReadable else { return false }
        putSport(id, SportValues(name: name, liveCount: liveCount, count: count), &batch)
        if let node {
            _ = putNode(.navigationNode, node, below: parentNode(.sport, id, batch), batch)
        }
        return true
    }

    private func putSport(_ id: BatchText, _ values: SportValues, _ batch: inout FrameBatch) {
        _ = putNode(.sport, id, below: -1, batch)
        appendSport(batch.key(id), .put, values, &batch)
    }

    private func appendSport(
        _ key: EntityKey, _ operation: RecordOperation, _ values: SportValues,
        _ batch: inout FrameBatch
    ) {
        let firstSlot = batch.slots.count
        append("name", values.name, &batch)
        append("numberOfLiveEvents", values.liveCount, &batch)
        append("numberOfEvents", values.count, &batch)
        let present = (batch.slots.count - firstSlot) / 2
        batch.slots.append(batch.constant("SPORT").rawValue)
        batch.records.append(
            BatchRecord(
                key: key, present: UInt32(present), cleared: 0, booleans: 0,
                firstSlot: UInt32(firstSlot), operation: operation, type: .reference))
    }

    private func append(
        _ name: StaticString, _ value: BatchText?, _ batch: inout FrameBatch
    ) {
        guard let value else { return }
        batch.slots.append(batch.constant(name).rawValue)
        batch.slots.append(value.rawValue)
    }

    /// The JSON text of a name, `nil` if there is none (SR-V11).
    private func nameValue(_ offset: Int) -> BatchText? {
        guard scanner.string(offset) != nil else { return nil }
        var end = offset
        _ = scanner.passString(&end)
        return BatchText(start: offset, count: end - offset, isInArena: false)
    }

    /// A count as a number without leading zeros (SR-V10), `nil` if there is none.
    private func count(
        _ offset: Int, _ isReadable: inout Bool, _ batch: inout FrameBatch
    ) -> BatchText? {
        if scanner.isAbsent(offset) { return nil }
        if scanner.byte(offset) != UInt8(ascii: "\"") {
            guard let value = reading.integer(offset, &isReadable) else { return nil }
            if value < 0 {
                let digits = withDecimalText(of: value.magnitude) { batch.copy($0) }
                return batch.joined(batch.constant("-"), "", digits)
            }
            return withDecimalText(of: UInt64(value)) { batch.copy($0) }
        }
        guard let value = reading.digits(offset, &batch) else {
            isReadable = false
            return nil
        }
        return withDecimalText(of: value) { batch.copy($0) }
    }

    // MARK: Changes

    /// Row 10.
    func updateSport(
        _ id: BatchText, liveCount change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var isReadable = true
        guard let count = count(change, &isReadable, &batch) else { return false }
        let index = state.pointee.nodes.findExisting(.sport, batch.bytes(id))
        if index < 0, state.pointee.type.shape == .sports {
            putSport(id, SportValues(liveCount: count), &batch)
        } else {
            update(index, SportValues(liveCount: count), &batch)
        }
        return true
    }

    /// Row 11, and SR-P6.
    func updateCount(
        of path: ContentPath, isLive: Bool, _ change: Int, _ batch: inout FrameBatch
    ) -> Bool? {
        if let node = path.navigationNode {
            return update(sport(ofNode: node, batch), isLive: isLive, count: change, &batch)
        }
        guard let sport = path.sport, state.pointee.type.shape == .nodes else { return nil }
        let index = state.pointee.nodes.findExisting(.sport, batch.bytes(sport))
        return update(index, isLive: isLive, count: change, &batch)
    }

    private func update(
        _ sport: ContentNode.Index, isLive: Bool, count change: Int, _ batch: inout FrameBatch
    ) -> Bool {
        var isReadable = true
        guard let count = count(change, &isReadable, &batch) else { return false }
        let values = isLive ? SportValues(liveCount: count) : SportValues(count: count)
        update(sport, values, &batch)
        return true
    }

    private func update(
        _ sport: ContentNode.Index, _ values: SportValues, _ batch: inout FrameBatch
    ) {
        guard sport >= 0 else {
            scratch.pointee.orphanUpdates += 1
            return
        }
        appendSport(key(of: sport, &batch), .patch, values, &batch)
    }

    /// The sport that a node stands for, if both are there; else -1.
    private func sport(ofNode id: BatchText, _ batch: borrowing FrameBatch) -> ContentNode.Index {
        let node = state.pointee.nodes.findExisting(.navigationNode, batch.bytes(id))
        guard node >= 0 else { return -1 }
        let sport = state.pointee.nodes[node].pointee.parent
        return state.pointee.nodes[sport].pointee.exists ? sport : -1
    }

    // MARK: Removals

    /// - Parameter sport: -1 if it is not there.
    func removeSport(_ sport: ContentNode.Index, _ batch: inout FrameBatch) {
        guard sport >= 0 else {
            scratch.pointee.orphanDeletes += 1
            return
        }
        let key = key(of: sport, &batch)
        let firstSlot = batch.slots.count
        batch.slots.append(batch.constant("SPORT").rawValue)
        batch.records.append(
            BatchRecord(
                key: key, present: 0, cleared: 0, booleans: 0, firstSlot: UInt32(firstSlot),
                operation: .remove, type: .reference))
        state.pointee.nodes.remove(sport)
    }

    /// Removes the sport that a node stands for, and forgets the node.
    func removeNavigationNode(_ id: BatchText, _ batch: inout FrameBatch) {
        let node = state.pointee.nodes.findExisting(.navigationNode, batch.bytes(id))
        removeSport(sport(ofNode: id, batch), &batch)
        if node >= 0 { state.pointee.nodes.remove(node) }
    }
}

/// The properties of a sport as JSON texts; `nil` where there is none.
private struct SportValues {
    var name: BatchText?
    var liveCount: BatchText?
    var count: BatchText?
}
