/// Shortens dumps, which hold dozens of entities per type, to the first of each
/// type. Together these form a tree with a single leaf.
enum DumpExcerpt {
    /// The frame with one record per type; unchanged if it is not a dump of the
    /// generator.
    static func excerpt(of frame: [UInt8]) -> [UInt8] {
        let text = String(decoding: frame, as: UTF8.self)
        guard let opening = text.firstRange(of: #""INITIAL_DUMP","records":["#),
            let closing = text.lastIndex(of: "]")
        else { return frame }
        var types: Set<Substring> = []
        let separator = #"},{"_type""#
        let records = text[opening.upperBound..<closing].split(separator: separator)
        let kept = records.filter { record in
            let type = record.split(separator: ",", maxSplits: 1)[0].split(separator: ":").last!
            return types.insert(type).inserted
        }
        var joined = kept.joined(separator: separator)
        if !joined.hasSuffix("}") { joined += "}" }
        return Array((text[..<opening.upperBound] + joined + text[closing...]).utf8)
    }
}
