import OddsModel

/// Where each text stands in the event that is being made, so that a text that
/// many of its nodes have is copied into it once.
///
/// 16 bytes a text of the store. Allocates when there are more texts than ever
/// before. One thread owns it.
struct EventTexts: ~Copyable {
    struct Entry: BitwiseCopyable {
        var slot: UInt64 = 0
        /// The number of the event that `slot` belongs to.
        var event: UInt64 = 0
    }

    private var entries = GrowableBuffer<Entry>()
    private var event: UInt64 = 0

    /// Begins another event; the texts are those of a store that has so many.
    mutating func beginEvent(textCount: Int) {
        event += 1
        while entries.count < textCount { entries.append(Entry()) }
    }

    /// The slot of a text, `nil` if the event does not have it yet.
    @inline(__always)
    func slot(of text: TextID) -> UInt64? {
        let entry = entries[text.index]
        return entry.event == event ? entry.slot : nil
    }

    @inline(__always)
    func note(_ slot: UInt64, of text: TextID) {
        entries[text.index] = Entry(slot: slot, event: event)
    }
}
