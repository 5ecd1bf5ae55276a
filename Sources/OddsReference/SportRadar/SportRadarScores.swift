/// The names of scores (SR-V8).
enum SportRadarScores {
    /// The name that a score goes by (SR-E7); `nil` for a name that is no
    /// score's.
    static func name(_ name: UTF8Text) -> UTF8Text? {
        switch name {
        case "MATCH_SCORE", "CURRENT_SCORE": return "MATCH_SCORE"
        case "GAME_SCORE": return name
        default: break
        }
        let suffix = Array("_SCORE".utf8)
        for prefix in ["PERIOD", "SET", "FRAME"].map({ Array($0.utf8) })
        where name.bytes.starts(with: prefix) {
            let rest = name.bytes.dropFirst(prefix.count)
            let digits = rest.prefix(while: isDigit)
            if !digits.isEmpty, Array(rest.dropFirst(digits.count)) == suffix { return name }
        }
        return nil
    }
}
