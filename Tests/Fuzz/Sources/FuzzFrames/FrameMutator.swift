import SeededRandom

/// Makes mutants of frames: bytes that are replaced, inserted or left out, values in
/// every form of JSON or of another frame, gaps, members and records that are moved,
/// doubled or left out. Most stay JSON, and near to what a parser has learned.
struct FrameMutator {
    private var random: SplitMix64
    private var edits: [Edit] = []

    init(seed: UInt64) { random = SplitMix64(seed: seed) }

    private struct Edit {
        let range: Range<Int>
        let text: [UInt8]
    }

    mutating func choice<Element>(_ elements: [Element]) -> Element? {
        elements.randomElement(using: &random)
    }

    /// Whether something happens that has this chance in a hundred.
    mutating func isChance(_ percent: Int) -> Bool { below(100) < percent }

    /// A mutant of `frame` after one mutation to three, some with parts of `other`.
    mutating func mutant(of frame: FrameAnatomy, with other: FrameAnatomy) -> [UInt8] {
        edits.removeAll(keepingCapacity: true)
        repeat { mutate(frame, other) } while isChance(30) && edits.count < 3
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        var mutant: [UInt8] = []
        mutant.reserveCapacity(frame.bytes.count + 128)
        var end = 0
        for edit in edits where edit.range.lowerBound >= end {
            mutant += frame.bytes[end..<edit.range.lowerBound]
            mutant += edit.text
            end = edit.range.upperBound
        }
        mutant += frame.bytes[end...]
        if isChance(2) { mutant.removeLast(below(mutant.count + 1)) }
        return mutant
    }

    private mutating func mutate(_ frame: FrameAnatomy, _ other: FrameAnatomy) {
        switch below(16) {
        case 0: replaceByte(of: frame)
        case 1: edits.append(Edit(range: place(in: frame), text: [oddByte()]))
        case 2: leaveOutBytes(of: frame)
        case 3, 4: replace(frame.scalars, by: Array(choice(OddValueSeeds.values)!.utf8))
        case 5, 6: replace(frame.scalars, by: choice(other.scalars).map { other.bytes[$0] })
        case 7, 8, 9: replaceCharacter(of: frame)
        case 10: lengthen(frame)
        case 11: insertGap(into: frame)
        case 12: swap(frame.scalars, of: frame)
        case 13: swap(frame.members, of: frame)
        case 14: double(isChance(50) ? frame.members : frame.elements, of: frame)
        default: leaveOut(isChance(70) ? frame.members : frame.elements, of: frame)
        }
    }

    // MARK: Bytes

    private mutating func replaceByte(of frame: FrameAnatomy) {
        guard let index = frame.bytes.indices.randomElement(using: &random) else { return }
        edits.append(Edit(range: index..<index + 1, text: [oddByte()]))
    }

    private mutating func leaveOutBytes(of frame: FrameAnatomy) {
        let start = place(in: frame).lowerBound
        let end = min(start + 1 + below(3), frame.bytes.count)
        edits.append(Edit(range: start..<end, text: []))
    }

    private mutating func oddByte() -> UInt8 {
        isChance(50)
            ? UInt8(truncatingIfNeeded: below(256)) : choice(Array("\"\\{}[]:,.-+eE09tfn \n".utf8))!
    }

    private mutating func place(in frame: FrameAnatomy) -> Range<Int> {
        let place = below(frame.bytes.count + 1)
        return place..<place
    }

    // MARK: Values

    private mutating func replace(_ scalars: [Range<Int>], by text: (some Collection<UInt8>)?) {
        guard let scalar = choice(scalars), let text else { return }
        edits.append(Edit(range: scalar, text: Array(text)))
    }

    /// A digit becomes another, a letter another, so that the length stays.
    private mutating func replaceCharacter(of frame: FrameAnatomy) {
        guard let scalar = choice(frame.scalars), let index = scalar.randomElement(using: &random)
        else { return }
        let text: UInt8
        switch frame.bytes[index] {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): text = UInt8(ascii: "0") + UInt8(below(10))
        case UInt8(ascii: "A")...UInt8(ascii: "z"): text = UInt8(ascii: "a") + UInt8(below(26))
        default: return
        }
        edits.append(Edit(range: index..<index + 1, text: [text]))
    }

    /// A text or number gets longer by up to 40 bytes of its own.
    private mutating func lengthen(_ frame: FrameAnatomy) {
        guard let scalar = choice(frame.scalars), scalar.count > 2 else { return }
        let inner = scalar.dropFirst().dropLast()
        let index = inner.randomElement(using: &random)!
        let text = [UInt8](repeating: frame.bytes[index], count: 1 + below(40))
        edits.append(Edit(range: index..<index, text: text))
    }

    private mutating func insertGap(into frame: FrameAnatomy) {
        guard let place = choice(frame.boundaries) else { return }
        let space = choice(Array(" \n\t\r".utf8))!
        let gap = [UInt8](repeating: space, count: isChance(80) ? 1 + below(4) : 1 + below(70))
        edits.append(Edit(range: place..<place, text: gap))
    }

    // MARK: Members and records

    private mutating func swap(_ parts: [Range<Int>], of frame: FrameAnatomy) {
        guard let first = choice(parts), let second = choice(parts), !first.overlaps(second)
        else { return }
        edits.append(Edit(range: first, text: Array(frame.bytes[second])))
        edits.append(Edit(range: second, text: Array(frame.bytes[first])))
    }

    private mutating func double(_ parts: [Range<Int>], of frame: FrameAnatomy) {
        guard let part = choice(parts), let place = choice(parts) else { return }
        let text = Array(frame.bytes[part]) + [UInt8(ascii: ",")]
        edits.append(Edit(range: place.lowerBound..<place.lowerBound, text: text))
    }

    /// With the comma that follows it, if one does.
    private mutating func leaveOut(_ parts: [Range<Int>], of frame: FrameAnatomy) {
        guard let part = choice(parts) else { return }
        let rest = frame.bytes[part.upperBound...]
        let end = rest.first == UInt8(ascii: ",") ? part.upperBound + 1 : part.upperBound
        edits.append(Edit(range: part.lowerBound..<end, text: []))
    }

    private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }
}
