/// Where a change stands in its content (SR-P1).
struct SportRadarPath {
    typealias Selector = (key: UTF8Text, value: UTF8Text)

    struct Segment {
        /// May be empty.
        let name: UTF8Text
        let selector: Selector?
    }

    /// At least one.
    let segments: [Segment]

    /// The keys of selectors of entities (SR-P2).
    static let keys: Set<UTF8Text> = [
        "idfoevent", "idfomarket", "idfoselection", "idfosporttype", "idfwbonavigation",
    ]

    /// Throws if it is no path.
    init(_ value: JSONValue?) throws(Unreadable) {
        var text: UTF8Text = ""
        if let value, !value.isNull {
            guard let string = value.string else { throw Unreadable() }
            text = string
        }
        var segments: [Segment] = []
        let parts = text.bytes.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false)
        for part in parts { segments.append(try Self.segment(part)) }
        self.segments = segments
    }

    private static func segment(_ text: ArraySlice<UInt8>) throws(Unreadable) -> Segment {
        let closing = UInt8(ascii: "]")
        guard let opening = text.firstIndex(of: UInt8(ascii: "[")) else {
            guard !text.contains(closing) else { throw Unreadable() }
            return Segment(name: UTF8Text(text), selector: nil)
        }
        let inside = text[(opening + 1)...]
        // The first one ends the selector, and nothing follows it (SR-P4).
        guard !text[..<opening].contains(closing), inside.last == closing,
            !inside.dropLast().contains(closing),
            let equals = inside.firstIndex(of: UInt8(ascii: "="))
        else { throw Unreadable() }
        let value = inside[(equals + 1)...].dropLast()
        guard !value.isEmpty else { throw Unreadable() }
        return Segment(
            name: UTF8Text(text[..<opening]),
            selector: (key: UTF8Text(inside[..<equals]), value: UTF8Text(value)))
    }

    /// The selectors of entities, in order.
    private var selectors: [Selector] {
        segments.compactMap(\.selector).filter { Self.keys.contains($0.key) }
    }

    /// The last selector of an entity.
    var lastSelector: Selector? { selectors.last }

    /// What the last selector of a key names.
    func selected(_ key: UTF8Text) -> UTF8Text? { selectors.last { $0.key == key }?.value }

    /// The last segment, if it is a name without a selector (SR-U2).
    var end: UTF8Text? { segments.last.flatMap { $0.selector == nil ? $0.name : nil } }

    /// Whether it is a name (SR-U2).
    func isName(_ name: UTF8Text) -> Bool { segments.count == 1 && end == name }

    /// True if a segment before the last one is a name without a selector (SR-P5).
    func passes(_ name: UTF8Text) -> Bool {
        segments.dropLast().contains { $0.selector == nil && $0.name == name }
    }

    /// The last name, if it stands behind `attributes` and `COMPLETE`.
    var endOfAttributes: UTF8Text? {
        let names = segments.suffix(3).map { $0.selector == nil ? $0.name : nil }
        return names.dropLast() == ["attributes", "COMPLETE"] ? end : nil
    }

    /// What an ignored change is counted by (SR-U3).
    var label: UTF8Text {
        let last = segments[segments.count - 1]
        guard last.name.isEmpty, let selector = last.selector else { return last.name }
        return selector.key
    }
}
