import OddsModel

/// The changes of one step of the world, and which contents show which of them: for each
/// content that shows any, its changes in order.
struct StepJournal: ~Copyable {
    struct Link: BitwiseCopyable {
        let change: Int32
        var next: Int32
    }

    /// The first and the last link of a content.
    struct Run: BitwiseCopyable {
        var first: Int32 = -1
        var last: Int32 = -1
    }

    private(set) var changes = GrowableBuffer<ContentChange>(capacity: 64)
    /// The contents that show any change, in the order in which they were found.
    private(set) var touched = GrowableBuffer<Int32>(capacity: 16)
    private var links = GrowableBuffer<Link>(capacity: 64)
    private var runs = GrowableBuffer<Run>(capacity: 16)

    mutating func clear() {
        for index in 0..<touched.count { runs[Int(touched[index])] = Run() }
        touched.truncate(to: 0)
        links.truncate(to: 0)
        changes.truncate(to: 0)
    }

    /// Makes room for a content.
    mutating func prepare(_ content: Int) {
        while runs.count <= content { runs.append(Run()) }
    }

    /// Appends a change, which no content shows yet.
    mutating func append(_ change: ContentChange) { changes.append(change) }

    /// Says that a content shows a change.
    ///
    /// - Complexity: amortized O(1).
    mutating func link(_ change: Int, to content: Int) {
        let link = Int32(links.count)
        links.append(Link(change: Int32(change), next: -1))
        if runs[content].first < 0 {
            runs[content].first = link
            touched.append(Int32(content))
        } else {
            links[Int(runs[content].last)].next = link
        }
        runs[content].last = link
    }

    /// Says that a content shows a change that no other content shows.
    mutating func append(_ change: ContentChange, to content: Int) {
        append(change)
        link(changes.count - 1, to: content)
    }

    /// A place in the changes of a content; `nil` behind the last one.
    struct Cursor {
        fileprivate let link: Int32
    }

    func first(of content: Int) -> Cursor? { cursor(runs[content].first) }

    func next(after cursor: Cursor) -> Cursor? { self.cursor(links[Int(cursor.link)].next) }

    subscript(cursor: Cursor) -> ContentChange { changes[Int(links[Int(cursor.link)].change)] }

    /// The number of a change within its step.
    func number(_ cursor: Cursor) -> Int { Int(links[Int(cursor.link)].change) }

    private func cursor(_ link: Int32) -> Cursor? { link < 0 ? nil : Cursor(link: link) }
}
