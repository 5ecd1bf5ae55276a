import OddsReference
import OddsTestInputs
import Testing

// Short forms for socket frames and for what is expected of them, to be written
// and read by hand.

// MARK: - Contents

/// A list, the content of most tests.
let list = "liveDataSummaryAdvancedListBySportType/FBL/0"

private func element(
    _ content: String, _ changeType: String?, _ path: String?, _ change: String?
) -> String {
    let parts = content.split(separator: "/", maxSplits: 1, omittingEmptySubsequences: false)
    var members = [#""contentId":{"type":"\#(parts[0])","id":"\#(parts[1])"}"#]
    if let changeType { members.append(#""changeType":"\#(changeType)""#) }
    if let path { members.append(#""path":"\#(path)""#) }
    if let change { members.append(#""change":\#(change)"#) }
    return "{\(members.joined(separator: ","))}"
}

func refreshed(_ content: String, _ change: String?) -> String {
    element(content, "REFRESHED", nil, change)
}

func updated(_ content: String, _ path: String?, _ change: String?) -> String {
    element(content, "UPDATED", path, change)
}

func updated(_ path: String?, _ change: String?) -> String { updated(list, path, change) }

func added(_ content: String, _ path: String, _ change: String?) -> String {
    element(content, "ADDED", path, change)
}

func added(_ path: String, _ change: String?) -> String { added(list, path, change) }

func removed(_ content: String, _ path: String) -> String {
    element(content, "REMOVED", path, nil)
}

func removed(_ path: String) -> String { removed(list, path) }

// MARK: - Entities

/// An event. `members` is the inside of an object.
func event(_ id: String, _ members: String = "") -> String {
    object(#""idfoevent":"\#(id)","tsstart":"2026-10-02T18:30:00Z""#, members)
}

func market(_ id: String, _ members: String = "") -> String {
    object(#""idfomarket":"\#(id)""#, members)
}

func selection(_ id: String, _ members: String = "") -> String {
    object(#""idfoselection":"\#(id)""#, members)
}

private func object(_ first: String, _ members: String) -> String {
    "{\(first)\(members.isEmpty ? "" : ",")\(members)}"
}

func markets(_ markets: String...) -> String { #""markets":[\#(markets.joined(separator: ","))]"# }

func selections(_ selections: String...) -> String {
    #""selections":[\#(selections.joined(separator: ","))]"#
}

func price(_ up: Int, _ down: Int) -> String {
    #""currentpriceup":"\#(up)","currentpricedown":"\#(down)""#
}

// MARK: - Frames

extension SportRadarReference {
    /// A connection with a list that has been refreshed.
    init(list events: String...) {
        self.init()
        changes(refreshed(OddsReferenceTests.list, "[\(events.joined(separator: ","))]"))
    }

    /// A connection with a content that has been refreshed.
    init(_ content: String, _ change: String) {
        self.init()
        changes(refreshed(content, change))
    }

    /// A list of a live event with a market that has a selection: four records.
    static func ofOneSelection() -> SportRadarReference {
        let own = selections(selection("7", price(17, 20)))
        return SportRadarReference(
            list: event("1", #""liveDataSummary":{},\#(markets(market("5", own)))"#))
    }

    @discardableResult
    mutating func receive(_ text: String) -> [Applied] { receive(Array(text.utf8)) }

    /// One frame with elements.
    @discardableResult
    mutating func changes(_ elements: String...) -> [Applied] {
        receive(
            #"{"notificationType":"CONTENT_CHANGES","data":[\#(elements.joined(separator: ","))]}"#)
    }
}

// MARK: - Expectations

extension SportRadarReference {
    func snapshot(_ channel: String) -> SnapshotValue {
        channels.first { $0.name == UTF8Text(channel) }?.snapshot() ?? .null
    }

    /// The shape of the tree: `1{40}(10(20))` is an event with an info, and a
    /// market with one outcome. Offers have their outcome's id.
    func outline(_ channel: String = list) -> String {
        Self.outline(snapshot(channel)["events"])
    }

    private static func outline(_ nodes: SnapshotValue) -> String {
        guard case .array(let nodes) = nodes else { return "" }
        return nodes.map { node in
            guard case .string(let id) = node["id"] else { return "?" }
            var text = id.description
            for (name, opening, closing) in [
                ("eventInfos", "{", "}"), ("markets", "(", ")"), ("outcomes", "(", ")"),
            ] {
                let children = outline(node[UTF8Text(name)])
                if !children.isEmpty { text += opening + children + closing }
            }
            if case .array(let offers) = node["bettingOffers"],
                offers.map({ $0["id"] }) != [node["id"]]
            {
                text += "!"
            }
            return text
        }.joined(separator: " ")
    }

    /// Entities of the tree by their type's array, without their children, as
    /// canonical text.
    func entity(_ channel: String, _ array: String, _ id: String) -> String {
        Self.find(UTF8Text(array), UTF8Text(id), in: snapshot(channel)) ?? "none"
    }

    func entity(_ array: String, _ id: String) -> String { entity(list, array, id) }

    private static func find(
        _ array: UTF8Text, _ id: UTF8Text, in node: SnapshotValue
    ) -> String? {
        guard case .object(let members) = node else { return nil }
        for (name, value) in members {
            guard case .array(let children) = value else { continue }
            for case .object(let child) in children {
                if name == array, child["id"] == .string(id) {
                    let own = child.filter {
                        if case .array = $0.value { false } else { true }
                    }
                    return SnapshotValue.object(own).canonicalText
                }
                if let found = find(array, id, in: .object(child)) { return found }
            }
        }
        return nil
    }

    /// The sports, as canonical text.
    func sports(_ channel: String) -> String {
        snapshot(channel)["references"]["SPORT"].canonicalText
    }

    /// The counters that are not 0.
    func counters(_ channel: String = list) -> [String: Int] {
        guard case .object(let counters) = snapshot(channel)["counters"] else { return [:] }
        #expect(counters.count == 11)
        var result: [String: Int] = [:]
        for (name, value) in counters where value != .numberText("0") {
            result[name.description] = Int(value.canonicalText)
        }
        return result
    }
}

extension [SportRadarReference.Applied] {
    /// The changes of the one dump or update that was applied.
    var changed: [String] {
        #expect(count == 1)
        return first?.changes.notation ?? []
    }
}

extension SnapshotValue {
    /// A member, `null` if there is none.
    subscript(name: UTF8Text) -> SnapshotValue {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }
}
