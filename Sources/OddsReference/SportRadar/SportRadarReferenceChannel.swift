/// The channel of one content.
package struct SportRadarReferenceChannel: Sendable {
    /// The maximum number of labels that a channel counts separately (SR-U3).
    package static let labelCountMax = 64

    let content: SportRadarContent
    /// The counters that both wires have.
    package private(set) var counters = ReferenceChannel.Counters()
    /// Changes that came before the connection's `REFRESHED` (SR-C3).
    package internal(set) var changesBeforeRefreshed = 0
    /// The numbers of ignored changes by label (SR-U3).
    package private(set) var changesIgnoredByLabel: [UTF8Text: Int] = [:]
    /// Whether this connection brought the channel's `REFRESHED`.
    package internal(set) var isRefreshed = false
    private var state = SportRadarState()

    init(_ content: SportRadarContent) { self.content = content }

    /// `{type}/{id}`
    package var name: UTF8Text { content.name }

    /// The number of all ignored changes.
    package var changesIgnored: Int { changesIgnoredByLabel.values.reduce(0, +) }

    /// The tree and the reference entities as they are now.
    package func tree() -> ReferenceTree { ReferenceTree(state.entities) }

    /// Takes a `REFRESHED`; `nil` if it is rejected.
    mutating func refresh(_ element: SportRadarElement) -> ReferenceChanges? {
        let meaning: SportRadarMeaning
        do throws(Unreadable) {
            meaning = try content.meaning(ofWhole: element.change)
        } catch {
            counters.recordsRejected += 1
            return nil
        }
        isRefreshed = true
        let before = state.entities
        state.apply(meaning, isDump: true)
        return count([meaning], from: before, isDump: true)
    }

    /// Takes the elements of one update, one after the other (SR-C5).
    mutating func update(_ elements: [SportRadarElement]) -> ReferenceChanges {
        let before = state.entities
        let meanings = elements.map { element in
            let meaning = state.meaning(of: element)
            state.apply(meaning, isDump: false)
            return meaning
        }
        return count(meanings, from: before, isDump: false)
    }

    /// Counts what elements did together, as one frame, and returns what it
    /// changed of the entities from before.
    private mutating func count(
        _ meanings: [SportRadarMeaning], from before: ReferenceState, isDump: Bool
    ) -> ReferenceChanges {
        var entities = before
        let (counts, changes) = entities.apply(
            ReferenceFrame(isDump: isDump, records: meanings.flatMap(\.records)))
        counters.framesApplied += 1
        counters.recordsApplied += counts.applied
        counters.recordsRejected += counts.rejected
        counters.orphanUpdates += meanings.reduce(0) { $0 + $1.orphanUpdates }
        counters.orphanDeletes += meanings.reduce(0) { $0 + $1.orphanDeletes }
        for label in meanings.flatMap(\.ignored) {
            let isTold =
                changesIgnoredByLabel[label] != nil
                || changesIgnoredByLabel.count < Self.labelCountMax
            changesIgnoredByLabel[isTold ? label : "other", default: 0] += 1
        }
        return changes
    }

    /// The channel as a snapshot shows it (SR-N2).
    package func snapshot() -> SnapshotValue {
        var counts = counters.counts
        counts["changesBeforeRefreshed"] = changesBeforeRefreshed
        counts["changesIgnored"] = changesIgnored
        return tree().snapshot(channel: name, version: nil, counts: counts)
    }
}
