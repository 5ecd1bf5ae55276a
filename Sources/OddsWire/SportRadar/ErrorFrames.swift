/// The numbers of a server's errors by their type (SR-N4).
public struct ErrorFrames: Equatable, Sendable {
    /// The most types that are told apart; further ones count as `other`.
    public static let typesMax = 16

    /// The number of errors of each type.
    public private(set) var byType: [String: Int] = [:]

    /// None.
    public init() {}

    /// Counts errors of a type.
    public mutating func count(_ type: String, _ number: Int = 1) {
        let isKnown = byType[type] != nil || byType.count < Self.typesMax
        byType[isKnown ? type : "other", default: 0] += number
    }
}
