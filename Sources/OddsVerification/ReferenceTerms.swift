import OddsModel
import OddsReconstruction
import OddsReference
import OddsWire

// What strategies report, in the reference's terms, and the other way round.

extension ReferenceChanges {
    /// Reads all that a change set says; `nil` if it contradicts itself, as one
    /// that names an entity twice does.
    package init?(_ set: ChangeSet) {
        self.init()
        isReset = set.isReset
        var isConsistent = true
        set.forEach { change in
            let name = EntityName(
                type: UTF8Text(set.typeName(of: change)), id: UTF8Text(set.id(of: change).utf8))
            let properties = set.propertyNames(of: change).map { UTF8Text($0) }
            var entry = Entry()
            entry.isRemoved = change.kinds.contains(.removed)
            entry.isInserted = change.kinds.contains(.inserted)
            entry.updated = Set(properties)
            isConsistent = isConsistent
                && change.kinds.contains(.updated) == !properties.isEmpty
                && properties.count == entry.updated.count
                && entries.updateValue(entry, forKey: name) == nil
        }
        guard isConsistent else { return nil }
    }
}

extension FrameDisposition {
    /// A disposition of the reference.
    package init(_ disposition: ReferenceChannel.Disposition) {
        switch disposition {
        case .applied: self = .applied
        case .stale: self = .stale
        case .held: self = .held
        case .rejected(let rejection): self = .rejected(rejection.frameError)
        }
    }
}

extension ReferenceRejection {
    /// The same in the terms of frames.
    package var frameError: FrameError { FrameError(reason: reason, offset: offset) }

    private var reason: FrameError.Reason {
        switch self {
        case .illegalText(let failure):
            switch failure.reason {
            case .syntax: .syntax
            case .trailingBytes: .trailingBytes
            case .utf8: .utf8
            case .tooDeep: .tooDeep
            }
        case .tooLarge: .tooLarge
        case .notAnObject: .notAnObject
        case .messageType: .messageType
        case .records: .records
        }
    }
}

extension ChannelCounters {
    /// The counters of the reference.
    package init(_ counters: ReferenceChannel.Counters) {
        self.init()
        framesApplied = counters.framesApplied
        framesRejected = counters.framesRejected
        framesStale = counters.framesStale
        framesHeld = counters.framesHeld
        framesHeldDropped = counters.framesHeldDropped
        recordsApplied = counters.recordsApplied
        recordsRejected = counters.recordsRejected
        orphanUpdates = counters.orphanUpdates
        orphanDeletes = counters.orphanDeletes
    }
}
