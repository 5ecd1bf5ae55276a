/// Dumps hold dozens of entities of a type; the first will do: together they
/// make a tree of one leaf.
enum DumpExcerpt {
    /// The frame with one record of each type; as it is, if it is no dump of the
    /// generator's.
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
