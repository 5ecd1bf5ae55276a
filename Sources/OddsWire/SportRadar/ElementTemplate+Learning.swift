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

    /// The template of a change, `nil` if it is not of a usual form: no escapes, no members
    /// but those that have a meaning, no entity that comes whole.
    ///
    /// - Parameter isOfPrices: Whether it is row 1 of SR-U1. If its ids end in `.1` and its
    ///   members are the usual ones, the template tells all of it.
    /// - Complexity: O(bytes); allocates.
    func template(
        of element: ContentElement, _ operation: ContentChangeType, isOfPrices: Bool,
        _ batch: inout FrameBatch
    ) -> ElementTemplate? {
        let scanner = reading.scanner
        let (start, end) = (Int(element.start), Int(element.end))
        let text = UnsafeRawBufferPointer(start: scanner.base + start, count: end - start)
        guard text.count <= ElementTemplate.byteCountMax, !text.contains(UInt8(ascii: "\\")),
            element.path >= 0, element.changeType >= 0,
            let members = self.members(of: start), members.count == (element.change < 0 ? 3 : 4),
            let content = self.members(of: Int(element.contentId)), content.count == 2,
            let id = content["id"], let idText = scanner.string(id),
            let name = content["type"].flatMap({ scanner.string($0) }),
            let type = ContentType(name: UnsafeRawBufferPointer(batch.raw(name)))
        else { return nil }
        var gaps = [
            Gap(start: idText.start, count: idText.count, kind: Int(WireGapText), role: .contentID)
        ]
        guard let kinds = appendGaps(ofPath: Int(element.path), to: &gaps) else { return nil }
        let ids = gaps.dropFirst()
        var known = ElementTemplate.Known(form: .located, type: type, operation: operation)
        if isOfPrices, kinds.count(where: { $0 == .selection }) == 1,
            let change = self.members(of: Int(element.change)),
            let ofChange = gapsOfPrices(change) {
            gaps += ofChange
            gaps.sort { $0.start < $1.start }
            known.form = .prices
            known.isSuspended = change["idfoselectionsuspensiontype"].map { isClosing($0, batch) }
        } else {
            guard let path = path(at: Int(element.path), kinds, Array(ids), &batch),
                appendGaps(ofValue: Int(element.change), to: &gaps),
                gaps.count < ElementTemplate.stepCountMax
            else { return nil }
            gaps.sort { $0.start < $1.start }
            known.path = path
            for (position, id) in ids.enumerated() {
                known.pathSteps[position] = Int8(gaps.firstIndex { $0.start == id.start }!)
            }
            known.pathPlace = anchor(of: Int(element.path), start, gaps)
            known.changePlace =
                element.change < 0 ? nil : anchor(of: Int(element.change), start, gaps)
        }
        return template(known, gaps, start, end)
    }

    /// - Parameter gaps: In the order of the text.
    private func template(
        _ known: ElementTemplate.Known, _ gaps: [Gap], _ start: Int, _ end: Int
    ) -> ElementTemplate? {
        let scanner = reading.scanner
        var template = ElementTemplate(known)
        var position = start
        for (step, gap) in gaps.enumerated() {
            let earlier =
                known.form == .prices && gap.role == .passed
                ? gaps[..<step].firstIndex { isSame($0, gap) } : nil
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

    /// The path at an offset, whose ids are these; `nil` if it has too many, or one kind
    /// twice.
    private func path(
        at offset: Int, _ kinds: [NodeKind], _ ids: [Gap], _ batch: inout FrameBatch
    ) -> KnownPath? {
        guard kinds.count <= KnownPath.idCountMax, Set(kinds).count == kinds.count,
            let text = reading.scanner.string(offset).map({ batch.text($0) }),
            let path = ContentPath(text, in: batch)
        else { return nil }
        var counts = KnownPath.IDCounts()
        for (position, id) in ids.enumerated() {
            guard let count = UInt8(exactly: id.count) else { return nil }
            counts[position] = count
        }
        return KnownPath(path, start: text.start, kinds: kinds, counts: counts)
    }

    /// Where an offset is, from the last gap ahead of it on.
    private func anchor(
        of offset: Int, _ start: Int, _ gaps: [Gap]
    ) -> ElementTemplate.Anchor {
        let step = gaps.lastIndex { $0.start + $0.count <= offset } ?? -1
        let base = step < 0 ? start : gaps[step].start + gaps[step].count
        return ElementTemplate.Anchor(step: Int8(step), distance: Int16(offset - base))
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
        reading.forEachMember(of: object) { key, value in
            let raw = UnsafeBufferPointer(start: reading.scanner.base + key.start, count: key.count)
            let name = String(decoding: raw, as: UTF8.self)
            isUnique = members.updateValue(value, forKey: name) == nil && isUnique
        }
        return isUnique ? members : nil
    }

    /// What the keys of a path's selectors stand for.
    private static let kinds: [String: NodeKind] = [
        "idfoevent": .event, "idfomarket": .market, "idfoselection": .selection,
        "idfosporttype": .sport, "idfwbonavigation": .navigationNode,
    ]

    /// Adds the ids of a path, and returns what they name; `nil` if it has others than those
    /// of entities.
    private func appendGaps(ofPath offset: Int, to gaps: inout [Gap]) -> [NodeKind]? {
        guard let path = reading.scanner.string(offset) else { return nil }
        let text = Array(
            UnsafeBufferPointer(start: reading.scanner.base + path.start, count: path.count))
        var kinds: [NodeKind] = []
        var start = 0
        for segment in text.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false) {
            defer { start += segment.count + 1 }
            guard let opening = segment.firstIndex(of: UInt8(ascii: "[")) else { continue }
            guard let equals = segment[opening...].firstIndex(of: UInt8(ascii: "=")) else {
                return nil
            }
            let id = segment[(equals + 1)..<(segment.endIndex - 1)]
            let key = String(decoding: segment[(opening + 1)..<equals], as: UTF8.self)
            guard let kind = Self.kinds[key] else { return nil }
            var gap = Gap(
                start: path.start + id.startIndex, count: id.count, kind: Int(WireGapSelector),
                role: .passed)
            switch kind {
            case .selection:
                guard isDotted(id) else { return nil }
                gap.kind = Int(WireGapID)
                gap.role = .selection
            case .market, .event:
                guard isDotted(id) else { return nil }
                gap.kind = Int(WireGapPassedID)
            case .info, .sport, .navigationNode: break
            }
            kinds.append(kind)
            gaps.append(gap)
        }
        return kinds
    }

    /// Adds the values within one that is no list; false if there is one.
    private func appendGaps(ofValue offset: Int, to gaps: inout [Gap]) -> Bool {
        let scanner = reading.scanner
        guard offset >= 0 else { return true }
        if scanner.isObject(offset) {
            var isUsual = true
            reading.forEachMember(of: offset) { _, value in
                isUsual = isUsual && appendGaps(ofValue: value, to: &gaps)
            }
            return isUsual
        }
        if let text = scanner.string(offset) {
            gaps.append(
                Gap(
                    start: text.start, count: text.count, kind: Int(WireGapText), role: .passed))
        } else if let number = scanner.numberText(offset) {
            gaps.append(
                Gap(
                    start: offset, count: number.count, kind: Int(WireGapInteger), role: .passed))
        } else if scanner.isArray(offset) {
            return false
        } else if !scanner.isNull(offset) {
            gaps.append(booleanGap(offset, .passed))
        }
        return true
    }

    private func booleanGap(_ offset: Int, _ role: ElementTemplate.Role) -> Gap {
        let count = reading.scanner.byte(offset) == UInt8(ascii: "t") ? 4 : 5
        return Gap(start: offset, count: count, kind: Int(WireGapBoolean), role: role)
    }

    /// The values of a change of prices; `nil` if there are others than the usual ones.
    private func gapsOfPrices(_ members: [String: Int]) -> [Gap]? {
        let scanner = reading.scanner
        var gaps: [Gap] = []
        for (name, offset) in members {
            let role: ElementTemplate.Role
            switch name {
            case "currentpriceup": role = .up
            case "currentpricedown": role = .down
            case "istradable": role = .isTradable
            case "idfoselection", "idfomarket", "idfoevent": role = .passed
            case "idfoselectionsuspensiontype": continue
            default: return nil
            }
            if scanner.isNull(offset) { continue }
            if role == .isTradable {
                gaps.append(booleanGap(offset, role))
                continue
            }
            let isText = scanner.byte(offset) == UInt8(ascii: "\"")
            guard
                let start = isText ? scanner.string(offset)?.start : offset,
                let count = isText
                    ? scanner.string(offset)?.count : scanner.numberText(offset)?.count
            else { return nil }
            let value = UnsafeBufferPointer(start: scanner.base + start, count: count)
            if role == .passed {
                guard isDotted(Array(value)[...]) else { return nil }
                gaps.append(
                    Gap(start: start, count: count, kind: Int(WireGapPassedID), role: role))
            } else {
                let kind = isText ? WireGapDigits : WireGapInteger
                gaps.append(Gap(start: start, count: count, kind: Int(kind), role: role))
            }
        }
        return gaps
    }

    private func isDotted(_ id: ArraySlice<UInt8>) -> Bool {
        let key = id.withUnsafeBytes { EntityKey(word: $0) }
        return key.map { $0.rawValue >= EntityKey.dottedBase } ?? false
    }

    private func isClosing(_ offset: Int, _ batch: borrowing FrameBatch) -> Bool {
        guard let string = reading.scanner.string(offset) else { return false }
        return isText(UnsafeRawBufferPointer(batch.raw(string)), inAnyCase: "N/O")
    }
}
