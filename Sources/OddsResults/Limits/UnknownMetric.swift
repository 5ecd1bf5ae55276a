/// A name that no metric has.
package struct UnknownMetric: Equatable, Sendable, CustomStringConvertible {
    let name: String
    /// The names that may have been meant.
    let nearest: [String]

    init(_ name: String, among names: [String]) {
        self.name = name
        nearest = NearestName.names(to: name, among: names)
    }

    package var description: String {
        "there is no metric '\(name)'\(NearestName.ending(name, among: nearest)) "
            + "'bench help metrics' lists them"
    }
}
