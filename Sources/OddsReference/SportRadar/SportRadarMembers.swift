/// What an element or an entity says cannot be read, so that it is rejected
/// (SR-E13, SR-U1).
struct Unreadable: Error {}

/// The members of an object, of which those that are `null` count as absent
/// (SR-V2).
struct SportRadarMembers {
    private let values: [UTF8Text: JSONValue]

    /// Throws if there is no object.
    init(_ value: JSONValue?) throws(Unreadable) {
        guard let values = value?.object else { throw Unreadable() }
        self.values = values
    }

    subscript(name: UTF8Text) -> JSONValue? {
        values[name].flatMap { $0.isNull ? nil : $0 }
    }

    /// Whether a member is written, be it as `null`.
    func isWritten(_ name: UTF8Text) -> Bool { values[name] != nil }

    /// A member as `reading` takes it; `nil` if it is absent. Throws if it is of
    /// the wrong kind, for which `reading` returns `nil`.
    func read<Value>(
        _ name: UTF8Text, _ reading: (JSONValue) -> Value?
    ) throws(Unreadable) -> Value? {
        guard let value = self[name] else { return nil }
        guard let read = reading(value) else { throw Unreadable() }
        return read
    }

    /// A text; `nil` also for a member of another kind (SR-V11).
    func text(_ name: UTF8Text) -> UTF8Text? { self[name]?.string }

    /// An id; `nil` also for a member that is none (SR-V11).
    func id(_ name: UTF8Text) -> UTF8Text? { self[name]?.identifier }

    /// A member that is an object; `nil` if it is absent.
    func members(_ name: UTF8Text) throws(Unreadable) -> SportRadarMembers? {
        guard let value = self[name] else { return nil }
        return try SportRadarMembers(value)
    }

    /// The members that are there, as they stand in the text; one that is
    /// repeated stands where its last one does (SR-E9).
    var inOrder: [(name: UTF8Text, value: JSONValue)] {
        values.filter { !$0.value.isNull }
            .sorted { $0.value.source.startIndex < $1.value.source.startIndex }
            .map { (name: $0.key, value: $0.value) }
    }
}
