import CWire
import OddsModel

/// Makes templates of elements that were read in general.
struct TemplateLearning {
    let reading: ElementReading

    /// One gap of an element, in the order of the text.
    private struct Gap {
        var start: Int
        var count: Int
        var kind: Int
        var role: ElementTemplate.Role
    }

    /// The template of a change of a selection, `nil` if it is not of the usual form: no
    /// escapes, no members but those that have a meaning, ids with `.1` alone.
    ///
    /// - Complexity: O(bytes); allocates.
    func template(
        of element: ContentElement, _ batch: inout FrameBatch
    ) -> ElementTemplate? {
        let scanner = reading.scanner
        let (start, end) = (Int(element.start), Int(element.end))
        let text = UnsafeRawBufferPointer(start: scanner.base + start, count: end - start)
        guard !text.contains(UInt8(ascii: "\\")), element.path >= 0, element.changeType >= 0,
            let members = self.members(of: start), members.count == 4,
            let content = self.members(of: Int(element.contentId)), content.count == 2,
            let id = content["id"], let idText = scanner.string(id),
            let name = content["type"].flatMap({ scanner.string($0) }),
            let type = ContentType(name: UnsafeRawBufferPointer(batch.raw(name))),
            let change = self.members(of: Int(element.change))
        else { return nil }
        var gaps = [
            Gap(start: idText.start, count: idText.count, kind: Int(WireGapText), role: .contentID)
        ]
        guard idText.count > 0, idText.count < Int(WireGapTextMax),
            appendGaps(ofPath: Int(element.path), to: &gaps),
            appendGaps(ofChange: change, to: &gaps)
        else { return nil }
        gaps.sort { $0.start < $1.start }
        let suspension = change["idfoselectionsuspensiontype"]
        var template = ElementTemplate(
            type: type, isSuspended: suspension.map { isClosing($0, batch) })
        var position = start
        for (step, gap) in gaps.enumerated() {
            let earlier = gap.role == .passed ? gaps[..<step].firstIndex { isSame($0, gap) } : nil
            let known = UnsafeRawBufferPointer(
                start: scanner.base + position, count: gap.start - position)
            let kind = earlier == nil ? gap.kind : Int(WireGapSame)
            guard template.append(known, kind, gap.role, earlier: earlier ?? 0) else { return nil }
            position = gap.start + gap.count
        }
        let rest = UnsafeRawBufferPointer(start: scanner.base + position, count: end - position)
        guard template.append(rest, Int(WireGapNone), ElementTemplate.Role.end) else { return nil }
        return template
    }

    /// Whether the text of an id is that of another one.
    private func isSame(_ first: Gap, _ second: Gap) -> Bool {
        guard first.role != .contentID, first.count == second.count else { return false }
        let base = reading.scanner.base
        return equalBytes(base + first.start, base + second.start, first.count)
    }

    /// The offsets of the values of an object; `nil` if a key is repeated, or there is no
    /// object.
    private func members(of object: Int) -> [String: Int]? {
        guard reading.scanner.isObject(object) else { return nil }
        var members: [String: Int] = [:]
        var isUnique = true
        reading.scanner.forEachMember(of: object) { key, value in
            let raw = UnsafeBufferPointer(start: reading.scanner.base + key.start, count: key.count)
            let name = String(decoding: raw, as: UTF8.self)
            isUnique = members.updateValue(value, forKey: name) == nil && isUnique
        }
        return isUnique ? members : nil
    }

    /// Adds the ids of a path, which must be those of the selection and of what it hangs
    /// on.
    private func appendGaps(ofPath offset: Int, to gaps: inout [Gap]) -> Bool {
        guard let path = reading.scanner.string(offset) else { return false }
        let text = Array(
            UnsafeBufferPointer(start: reading.scanner.base + path.start, count: path.count))
        var selectionCount = 0
        var start = 0
        for segment in text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            defer { start += segment.count + 1 }
            guard let opening = segment.firstIndex(of: UInt8(ascii: "[")) else { continue }
            guard let equals = segment.firstIndex(of: UInt8(ascii: "=")) else { return false }
            let key = String(decoding: segment[(opening + 1)..<equals], as: UTF8.self)
            let id = segment[(equals + 1)..<(segment.endIndex - 1)]
            let isSelection = key == "idfoselection"
            guard isSelection || key == "idfomarket" || key == "idfoevent", isDotted(id) else {
                return false
            }
            selectionCount += isSelection ? 1 : 0
            gaps.append(
                Gap(
                    start: path.start + id.startIndex, count: id.count,
                    kind: Int(isSelection ? WireGapID : WireGapPassedID),
                    role: isSelection ? .selection : .passed))
        }
        return selectionCount == 1
    }

    private func appendGaps(ofChange members: [String: Int], to gaps: inout [Gap]) -> Bool {
        let scanner = reading.scanner
        for (name, offset) in members {
            let role: ElementTemplate.Role
            switch name {
            case "currentpriceup": role = .up
            case "currentpricedown": role = .down
            case "istradable": role = .isTradable
            case "idfoselection", "idfomarket", "idfoevent": role = .passed
            case "idfoselectionsuspensiontype": continue
            default: return false
            }
            if scanner.isNull(offset) { continue }
            if role == .isTradable {
                let first = scanner.byte(offset)
                guard first == UInt8(ascii: "t") || first == UInt8(ascii: "f") else { return false }
                let count = first == UInt8(ascii: "t") ? 4 : 5
                gaps.append(
                    Gap(start: offset, count: count, kind: Int(WireGapBoolean), role: role))
                continue
            }
            let isText = scanner.byte(offset) == UInt8(ascii: "\"")
            guard
                let start = isText ? scanner.string(offset)?.start : offset,
                let count = isText
                    ? scanner.string(offset)?.count : scanner.numberText(offset)?.count
            else { return false }
            let value = UnsafeBufferPointer(start: scanner.base + start, count: count)
            if role == .passed {
                guard isDotted(Array(value)[...]) else { return false }
                gaps.append(
                    Gap(start: start, count: count, kind: Int(WireGapPassedID), role: role))
            } else {
                let kind = isText ? WireGapDigits : WireGapInteger
                gaps.append(Gap(start: start, count: count, kind: Int(kind), role: role))
            }
        }
        return true
    }

    private func isDotted(_ id: ArraySlice<UInt8>) -> Bool {
        let key = id.withUnsafeBytes { EntityKey(word: $0) }
        return key.map { $0.rawValue >= EntityKey.dottedBase } ?? false
    }

    private func isClosing(_ offset: Int, _ batch: borrowing FrameBatch) -> Bool {
        reading.scanner.string(offset).map { isText(UnsafeRawBufferPointer(batch.raw($0)), "N/O") }
            ?? false
    }
}
