import OddsModel

/// The names of members that have a meaning on SportRadar's wire.
enum WireField: UInt8, CaseIterable, BitwiseCopyable {
    // A frame and its elements.
    case notificationType, errorType, data
    case contentId, type, id, changeType, path, change
    // Events.
    case idfoevent, name, participantNameHome, participantNameAway, tsstart
    case idfosporttype, sporttypename, idfotournament, tournamentname, tournamentcountryname
    case numMarkets, liveDataSummary, markets, events
    // Markets.
    case idfomarket, idefmarkettype, idfomarkettypecategory, line, istradable, selections
    // Selections.
    case idfoselection, currentpriceup, currentpricedown, hadvalue, idfoselectionsuspensiontype
    // Live data.
    case matchTime, status, scores, serve, home, away, competitor
    case targetEventId, attributes, complete, statusAttribute, serveAttribute, event, value
    // Sports and nodes.
    case numEvents, bonavigationnodes, idfwbonavigation, focontentid, numinplayevents, numevents

    /// As the wire spells it.
    var name: String {
        switch self {
        case .participantNameHome: "participantname_home"
        case .participantNameAway: "participantname_away"
        case .competitor: "COMPETITOR"
        case .complete: "COMPLETE"
        case .statusAttribute: "STATUS"
        case .serveAttribute: "SERVE"
        case .event: "EVENT"
        case .value: ""
        default: "\(self)"
        }
    }
}

/// Finds a `WireField` by its name: an open-addressed table, made once and
/// read-only after that. Look-up: O(length of the name). Does not own its memory.
struct WireFieldNames: BitwiseCopyable {
    struct Entry: BitwiseCopyable {
        var start: UInt32
        var count: Int32
        var field: WireField
    }

    /// A power of two, at most a quarter full.
    private static let slotCount = 256

    private let entries: UnsafeMutablePointer<Entry>
    private let text: UnsafeMutablePointer<UInt8>

    static func allocate() -> WireFieldNames { WireFieldNames() }

    private init() {
        entries = .allocate(capacity: Self.slotCount)
        entries.initialize(
            repeating: Entry(start: 0, count: -1, field: .value), count: Self.slotCount)
        let names = WireField.allCases.map { Array($0.name.utf8) }
        text = .allocate(capacity: names.reduce(1) { $0 + $1.count })
        var end = 0
        for (field, name) in zip(WireField.allCases, names) {
            (text + end).initialize(from: name, count: name.count)
            var slot = nameHash(text + end, name.count) % Self.slotCount
            while entries[slot].count >= 0 { slot = (slot + 1) % Self.slotCount }
            entries[slot] = Entry(start: UInt32(end), count: Int32(name.count), field: field)
            end += name.count
        }
    }

    func deallocate() {
        entries.deallocate()
        text.deallocate()
    }

    @inline(__always)
    func find(_ name: UnsafeRawBufferPointer) -> WireField? {
        guard let base = name.baseAddress else { return .value }
        let start = base.assumingMemoryBound(to: UInt8.self)
        var slot = nameHash(start, name.count) % Self.slotCount
        while true {
            let entry = entries[slot]
            if entry.count < 0 { return nil }
            if Int(entry.count) == name.count,
                equalBytes(text + Int(entry.start), start, name.count) {
                return entry.field
            }
            slot = (slot + 1) % Self.slotCount
        }
    }
}

/// Where the members of one object are, by field: the offset of each value's first
/// byte, negative if there is none. Of a repeated key the last one counts. Does not
/// own its memory.
struct WireMembers: BitwiseCopyable {
    private let offsets: UnsafeMutablePointer<Int>

    static func allocate() -> WireMembers {
        let offsets = UnsafeMutablePointer<Int>.allocate(capacity: WireField.allCases.count)
        offsets.initialize(repeating: -1, count: WireField.allCases.count)
        return WireMembers(offsets: offsets)
    }

    func deallocate() { offsets.deallocate() }

    func clear() { offsets.update(repeating: -1, count: WireField.allCases.count) }

    @inline(__always)
    subscript(field: WireField) -> Int {
        get { offsets[Int(field.rawValue)] }
        nonmutating set { offsets[Int(field.rawValue)] = newValue }
    }
}
