/// Dumps hold dozens of entities of a type; two will do.
enum DumpExcerpt {
    /// The frame with at most two records of each type; as it is, if it is no
    /// dump of the generator's.
    static func excerpt(of frame: [UInt8]) -> [UInt8] {
        let text = String(decoding: frame, as: UTF8.self)
        guard let opening = text.firstRange(of: #""INITIAL_DUMP","records":["#),
            let closing = text.lastIndex(of: "]")
        else { return frame }
        var counts: [Substring: Int] = [:]
        let separator = #"},{"_type""#
        let records = text[opening.upperBound..<closing].split(separator: separator)
        let kept = records.filter { record in
            let type = record.split(separator: ",", maxSplits: 1)[0].split(separator: ":").last!
            counts[type, default: 0] += 1
            return counts[type]! <= 2
        }
        var joined = kept.joined(separator: separator)
        if !joined.hasSuffix("}") { joined += "}" }
        return Array((text[..<opening.upperBound] + joined + text[closing...]).utf8)
    }
}
