/// A client of a socket that keeps each content as the JSON that it was sent, and does to it
/// what elements say, by their paths alone: for traffic without garbage.
struct SocketModel {
    /// By content's name; a content that shows nothing is `nil`.
    private(set) var contents: [String: ContentTree?] = [:]
    /// Elements for what is not there, and additions of what is.
    private(set) var orphans: [String] = []
    private(set) var elementCounts: [String: Int] = [:]
    private(set) var connectionCount = 0

    var elementCount: Int { elementCounts.values.reduce(0, +) }

    mutating func receive(_ frame: [UInt8]) {
        let tree = ContentTree(frame)
        if tree["notificationType"]?.text == "LISTENING_STARTED" {
            contents = [:]
            connectionCount += 1
        }
        for element in tree["data"]?.elements ?? [] { apply(element) }
    }

    mutating func receive(elements: [UInt8]) {
        for element in ContentTree([0x5B] + elements + [0x5D]).elements { apply(element) }
    }

    /// Where a content of this client and of another one differ first; `nil` if they do not.
    /// A list without events is as good as one that shows nothing (SR-C4).
    func difference(from other: SocketModel, in names: some Sequence<String>) -> String? {
        for name in names {
            let pair = [self, other].map { $0.contents[name].flatMap { $0 } ?? .array([]) }
            if let found = ContentTree.difference(pair[0], pair[1]) { return "\(name): \(found)" }
        }
        return nil
    }

    mutating func apply(_ element: ContentTree) {
        guard let content = element["contentId"], let type = content["type"]?.text,
            let id = content["id"]?.text
        else {
            orphans.append("\(element)")
            return
        }
        let name = "\(type)/\(id)"
        let change = element["changeType"]?.text ?? ""
        elementCounts[change, default: 0] += 1
        guard change != "REFRESHED" else {
            contents[name] = .some(element["change"])
            return
        }
        guard let known = contents[name] else {
            orphans.append("\(element)")
            return
        }
        // A page without events may come without any text.
        var root = known ?? .array([])
        let path = element["path"]?.text.map(PathSegment.segments) ?? []
        let edit = ContentEdit(change: change, value: element["change"])
        let isDone = path.isEmpty ? change == "REMOVED" : root.edit(path[...], edit)
        if !isDone { orphans.append("\(element)") }
        contents[name] = .some(path.isEmpty || root.isGone ? nil : root)
    }
}

/// `name`, or `[key=value]`.
struct PathSegment: Equatable {
    var key: String?
    var value: String

    static func segments(_ path: String) -> [PathSegment] {
        path.split(separator: "|", omittingEmptySubsequences: false).map { part in
            guard part.first == "[" else { return PathSegment(key: nil, value: String(part)) }
            let pair = part.dropFirst().dropLast().split(separator: "=", maxSplits: 1)
            return PathSegment(key: String(pair[0]), value: String(pair[1]))
        }
    }
}

struct ContentEdit {
    let change: String
    let value: ContentTree?
}

extension ContentTree {
    /// What stands in place of an object that has been removed from no array.
    private static let gone = ContentTree.word("gone")

    var isGone: Bool { self == Self.gone }

    /// Does what an element says; whether it could.
    mutating func edit(_ path: ArraySlice<PathSegment>, _ edit: ContentEdit) -> Bool {
        guard let segment = path.first else { return false }
        let rest = path.dropFirst()
        guard let key = segment.key else { return editMember(segment.value, rest, edit) }
        if case .array(var elements) = self {
            let index = elements.firstIndex { $0[key]?.text == segment.value }
            defer { self = .array(elements) }
            if rest.isEmpty, edit.change == "ADDED", let value = edit.value {
                if let index { elements[index] = value } else { elements.append(value) }
                return true
            }
            guard let index else { return false }
            if rest.isEmpty, edit.change == "REMOVED" {
                elements.remove(at: index)
                return true
            }
            return elements[index].editSelf(rest, edit)
        }
        // Lists of groups stand in an object, which has another id.
        if self[key]?.text != segment.value, self["events"] != nil {
            return editMember("events", path, edit)
        }
        // Live data have their event's id under another key.
        let id = self[key] ?? self["targetEventId"]
        guard id?.text == segment.value else { return false }
        if rest.isEmpty, edit.change == "REMOVED" {
            self = Self.gone
            return true
        }
        if rest.isEmpty, edit.change == "ADDED", let value = edit.value {
            self = value
            return true
        }
        return editSelf(rest, edit)
    }

    private mutating func editSelf(_ rest: ArraySlice<PathSegment>, _ edit: ContentEdit) -> Bool {
        guard rest.isEmpty else { return self.edit(rest, edit) }
        guard edit.change == "UPDATED", let value = edit.value else { return false }
        // A summary's change may be a whole event (SR-C8).
        if value["tsstart"] != nil { self = value } else { merge(value) }
        return true
    }

    private mutating func editMember(
        _ name: String, _ rest: ArraySlice<PathSegment>, _ edit: ContentEdit
    ) -> Bool {
        if rest.isEmpty {
            guard let value = edit.value, edit.change != "REMOVED" else { return false }
            setMember(name, value)
            return true
        }
        guard var member = self[name] else { return false }
        defer { self[name] = member }
        return member.edit(rest, edit)
    }

    /// Sets a member; of a score the sides that are there.
    private mutating func setMember(_ name: String, _ value: ContentTree) {
        guard name.hasSuffix("_SCORE") else {
            self[name] = value
            return
        }
        let isDeeper = self[name]?["COMPETITOR"] != nil || keys.contains("STATUS")
        var score = self[name]?["COMPETITOR"] ?? self[name] ?? .object([])
        score.merge(value["COMPETITOR"] ?? value)
        self[name] = isDeeper ? .object([Member(key: "COMPETITOR", value: score)]) : score
    }

    private mutating func merge(_ other: ContentTree) {
        for key in other.keys { self[key] = other[key] }
    }
}
