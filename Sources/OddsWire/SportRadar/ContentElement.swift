import OddsModel

/// One element of a frame's `data`, whose text is known to be legal: where its members
/// are, or what was read of it with a template.
struct ContentElement: BitwiseCopyable {
    /// How much is known of an element.
    enum Form: UInt8, BitwiseCopyable {
        /// Where its members are, and no more.
        case general
        /// A template has told its content, what the change does, and its path, but not
        /// what the value says.
        case located
        /// A template has told all: its content, a selection and what changes of it.
        case prices
    }

    var form = Form.general

    // The offsets of the members' values; negative: there is none. Of an element that was
    // located only path and change.

    var contentId: Int32 = -1
    var changeType: Int32 = -1
    var path: Int32 = -1
    var change: Int32 = -1

    /// Where the element's text is, if it was read in general.
    var start: Int32 = 0
    var end: Int32 = 0

    // What a template tells: of prices no ids of the path, of others no prices.

    var type = ContentType.event
    var operation = ContentChangeType.updated
    /// The template, and how long the ids of the path are.
    var template: UInt8 = 0
    var idCounts = KnownPath.IDCounts(0, 0, 0)
    /// The text of the content's id.
    var idStart: Int32 = 0
    var idCount: Int32 = 0
    /// The position of the content, if it was open; else negative.
    var content: Int32 = -1
    var selection = EntityKey(rawValue: 0)
    var prices = SelectionChange()

    /// The text of the content's id, of an element that was read with a template.
    @inline(__always)
    func id(_ scanner: JSONScanner) -> UnsafeRawBufferPointer {
        UnsafeRawBufferPointer(start: scanner.base + Int(idStart), count: Int(idCount))
    }
}
