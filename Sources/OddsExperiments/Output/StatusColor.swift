/// Colours the words of statuses and verdicts in tables.
enum StatusColor {
    private static let good = "\u{1B}[32m"
    private static let doubtful = "\u{1B}[33m"
    private static let bad = "\u{1B}[31m"
    private static let end = "\u{1B}[0m"

    private static let colors = [
        "OK": good, "PASS": good, "PASSED": good, "SATURATED": doubtful, "INCONCLUSIVE": doubtful,
        "INVALID": bad, "INCOMPLETE": bad, "REGRESSION": bad,
        "FAILED": bad, "RISING": bad, "BUSY": bad,
    ]

    /// The line with colours. Only whole words in capitals are statuses.
    static func painted(_ line: String) -> String {
        var painted = ""
        var word = ""
        func close() {
            painted += colors[word].map { $0 + word + end } ?? word
            word = ""
        }
        for character in line {
            if character.isLetter {
                word.append(character)
            } else {
                close()
                painted.append(character)
            }
        }
        close()
        return painted
    }
}
