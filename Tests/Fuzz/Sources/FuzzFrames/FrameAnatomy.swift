/// Where the names, values and records of a frame are, so that a mutation can keep
/// what it does not mean to break. Of text that is no JSON, whatever looks like it.
struct FrameAnatomy {
    let bytes: [UInt8]
    /// Where a token begins, for gaps, with the end of the frame last.
    private(set) var boundaries: [Int] = []
    /// The names of members, with their quotes.
    private(set) var names: [Range<Int>] = []
    /// Members from their name to the end of their value.
    private(set) var members: [Range<Int>] = []
    /// Texts, numbers and literals that are values, texts with their quotes.
    private(set) var scalars: [Range<Int>] = []
    /// Objects that are elements of arrays.
    private(set) var elements: [Range<Int>] = []

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        var open: [Opening] = []
        var name: Range<Int>?
        var index = 0
        while index < bytes.count {
            let start = index
            switch bytes[start] {
            case UInt8(ascii: " "), UInt8(ascii: "\n"), UInt8(ascii: "\t"), UInt8(ascii: "\r"):
                index += 1
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                index += 1
                let isElement = open.last.map { bytes[$0.start] == UInt8(ascii: "[") } ?? false
                open.append(Opening(start: start, name: name, isElement: isElement))
                name = nil
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                index += 1
                guard let opening = open.popLast() else { break }
                if let name = opening.name { members.append(name.lowerBound..<index) }
                if opening.isElement { elements.append(opening.start..<index) }
            case UInt8(ascii: ":"), UInt8(ascii: ","):
                index += 1
            case let byte:
                index = byte == UInt8(ascii: "\"") ? textEnd(start) : literalEnd(start)
                if name == nil, isFollowedByColon(index) {
                    names.append(start..<index)
                    name = start..<index
                } else {
                    scalars.append(start..<index)
                    if let name { members.append(name.lowerBound..<index) }
                    name = nil
                }
            }
            boundaries.append(start)
        }
        boundaries.append(bytes.count)
    }

    private struct Opening {
        let start: Int
        let name: Range<Int>?
        let isElement: Bool
    }

    private func textEnd(_ start: Int) -> Int {
        var index = start + 1
        while index < bytes.count {
            if bytes[index] == UInt8(ascii: "\"") { return index + 1 }
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return bytes.count
    }

    private func literalEnd(_ start: Int) -> Int {
        bytes[(start + 1)...].firstIndex { " \n\t\r{}[]:,\"".utf8.contains($0) } ?? bytes.count
    }

    private func isFollowedByColon(_ index: Int) -> Bool {
        bytes[index...].first { !" \n\t\r".utf8.contains($0) } == UInt8(ascii: ":")
    }
}
