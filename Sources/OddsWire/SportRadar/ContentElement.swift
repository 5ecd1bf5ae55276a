import OddsModel

/// One element of a frame's `data`, whose text is known to be legal: where its members
/// are, or what was read of it with a template.
struct ContentElement: BitwiseCopyable {
    /// Whether it was read with a template. If not, the offsets are set.
    var isPredicted = false

    // The offsets of the members' values; negative: there is none.

    var contentId: Int32 = -1
    var changeType: Int32 = -1
    var path: Int32 = -1
    var change: Int32 = -1

    /// Where the element's text is.
    var start: Int32 = 0
    var end: Int32 = 0

    // What a template reads: a change of a selection.

    var type = ContentType.event
    /// The text of the content's id.
    var idStart: Int32 = 0
    var idCount: Int32 = 0
    var selection = EntityKey(rawValue: 0)
    var prices = SelectionChange()
}
