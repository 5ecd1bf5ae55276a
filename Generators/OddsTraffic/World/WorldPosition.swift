/// How far a world has come: with the same configuration it comes there again.
package struct WorldPosition: Equatable, Sendable {
    /// A change of the traffic that somebody asked for.
    package struct Change: Equatable, Sendable {
        /// When the world changed next at that moment, in nanoseconds since its start.
        package let nanoseconds: UInt64
        /// The scenario from then on.
        package let scenario: String
        /// The rate from then on, in updates a second.
        package let rate: Int

        /// A change.
        package init(nanoseconds: UInt64, scenario: String, rate: Int) {
            self.nanoseconds = nanoseconds
            self.scenario = scenario
            self.rate = rate
        }
    }

    /// Nanoseconds since the world's start.
    package var nanoseconds: UInt64
    /// What was asked for until then, in order.
    package var changes: [Change]

    /// The start of a world.
    package static let start = WorldPosition(nanoseconds: 0, changes: [])

    /// A position.
    package init(nanoseconds: UInt64, changes: [Change]) {
        self.nanoseconds = nanoseconds
        self.changes = changes
    }
}
