/// The answer of a stream to a message: `{"stream":"ODDS_main","seq":7}`, or with a member
/// `error`.
package enum StreamAnswer {
    private static let stored = Array(#""seq":"#.utf8)
    private static let failed = Array(#""error":"#.utf8)
    private static let bytesMax = 4_096

    /// Whether the stream has stored the message.
    ///
    /// - Complexity: O(bytes), with a bound.
    package static func isPositive(_ answer: some Collection<UInt8>) -> Bool {
        guard answer.count <= bytesMax else { return false }
        return answer.contains(stored) && !answer.contains(failed)
    }
}
