import OddsReference
import OddsTestInputs
import Testing

// Short forms for frames and for what is expected of them, to be written and
// read by hand.

// MARK: - Records

/// A record of a dump. `properties` is the inside of an object.
func entity(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"_type":"\#(type)","id":"\#(id)"\#(properties.isEmpty ? "" : ",")\#(properties)}"#
}

func create(_ type: String, _ id: String, _ properties: String = "") -> String {
    #"{"changeType":"CREATE","entityType":"\#(type)","id":"\#(id)","#
        + #""entity":\#(entity(type, id, properties))}"#
}

func change(_ type: String, _ id: String, _ properties: String) -> String {
    #"{"changeType":"UPDATE","entityType":"\#(type)","id":"\#(id)","#
        + #""changedProperties":{\#(properties)}}"#
}

func delete(_ type: String, _ id: String) -> String {
    #"{"changeType":"DELETE","entityType":"\#(type)","id":"\#(id)"}"#
}

// MARK: - Frames

extension ChannelUnderTest {
    @discardableResult
    func receive(_ text: String) -> Received { receive(Array(text.utf8)) }

    @discardableResult
    func dump(version: String? = nil, _ records: String...) -> Received {
        receive(frame("INITIAL_DUMP", version, records))
    }

    @discardableResult
    func update(version: String? = nil, _ records: String...) -> Received {
        receive(frame("UPDATE", version, records))
    }

    private func frame(_ type: String, _ version: String?, _ records: [String]) -> String {
        let member = version.map { #""version":"\#($0)","# } ?? ""
        return
            #"{\#(member)"messageType":"\#(type)","records":[\#(records.joined(separator: ","))]}"#
    }
}

// MARK: - Expectations

extension Received {
    /// The changes of the one frame that was applied, see `ReferenceChanges`.
    var changed: [String] {
        #expect(changes.count == 1)
        return changes.first?.notation ?? []
    }
}

extension ChannelUnderTest {
    /// The shape of the tree: `1{40}(10(20(30 31) 21) 11) 2` are two events;
    /// the first has an info, 40, and two markets, the first of which has two
    /// outcomes, the first of which has two offers.
    var outline: String { Self.outline(snapshot["events"]) }

    /// The events in full, as canonical text.
    var events: String { snapshot["events"].canonicalText }

    /// The reference entities of a type, as canonical text.
    func references(_ type: UTF8Text) -> String { snapshot["references"][type].canonicalText }

    /// The types that have reference entities.
    var referenceTypes: [String] {
        guard case .object(let types) = snapshot["references"] else { return [] }
        return types.keys.sorted().map(\.description)
    }

    /// The counters that are not 0.
    var counters: [String: Int] {
        guard case .object(let counters) = snapshot["counters"] else { return [:] }
        #expect(counters.count == 9)
        var result: [String: Int] = [:]
        for (name, value) in counters where value != .numberText("0") {
            result[name.description] = Int(value.canonicalText)
        }
        return result
    }

    var version: String { snapshot["version"].canonicalText }

    private static func outline(_ nodes: SnapshotValue) -> String {
        guard case .array(let nodes) = nodes else { return "" }
        return nodes.map { node in
            var text = ""
            if case .string(let id) = node["id"] { text += id.description }
            for (name, brackets) in [
                ("eventInfos", ("{", "}")), ("markets", ("(", ")")), ("outcomes", ("(", ")")),
                ("bettingOffers", ("(", ")")),
            ] {
                let children = outline(node[UTF8Text(name)])
                if !children.isEmpty { text += "\(brackets.0)\(children)\(brackets.1)" }
            }
            return text
        }.joined(separator: " ")
    }
}

extension SnapshotValue {
    /// A member, `null` if there is none.
    subscript(name: UTF8Text) -> SnapshotValue {
        guard case .object(let members) = self else { return .null }
        return members[name] ?? .null
    }
}
