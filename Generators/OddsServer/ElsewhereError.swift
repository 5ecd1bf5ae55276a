/// Why a server that passes on the feed of a world elsewhere does not do something.
package struct ElsewhereError: Error, Equatable, Sendable, CustomStringConvertible {
    /// Names what was asked, and where to ask instead.
    package let description: String

    init(_ what: String, _ place: String?) {
        description =
            "this server passes on the feed of a world elsewhere: ask for \(what) at "
            + (place ?? "its source")
    }
}
