/// How long something still takes, or has taken, as people read it: `42 s`, `1:08`
/// minutes, `1:02:03` hours.
package enum ClockText {
    package static func text(seconds: Double) -> String {
        let seconds = Int(max(seconds, 0).rounded(.up))
        let (hours, minutes, rest) = (seconds / 3600, seconds / 60 % 60, seconds % 60)
        if hours > 0 { return "\(hours):\(padded(minutes)):\(padded(rest))" }
        return minutes > 0 ? "\(minutes):\(padded(rest))" : "\(rest) s"
    }

    private static func padded(_ number: Int) -> String {
        number < 10 ? "0\(number)" : "\(number)"
    }
}
