/// The settings as command lines, for people.
enum PresetsText {
    private static let columns = 80

    static func lines(_ settings: Settings) -> [String] {
        settings.commands.sorted { $0.key < $1.key }.flatMap { name, command in
            let defaults = command.defaults.isEmpty
                ? [] : lines("bench \(name), always", command.defaults)
            return defaults + command.presets.sorted { $0.key < $1.key }.flatMap {
                lines("bench \(name) @\($0.key)", $0.value)
            }
        }
    }

    private static func lines(_ title: String, _ options: Settings.Options) -> [String] {
        var lines = [title]
        var line = ""
        for (name, option) in options.sorted(by: { $0.key < $1.key }) {
            let text = option.words.isEmpty
                ? "(no --\(name))" : option.words.map(quoted).joined(separator: " ")
            if !line.isEmpty, 4 + line.count + 1 + text.count > columns {
                lines.append("    " + line)
                line = ""
            }
            line += (line.isEmpty ? "" : " ") + text
        }
        if !line.isEmpty { lines.append("    " + line) }
        return lines
    }

    /// A word as a shell takes it.
    static func quoted(_ word: String) -> String {
        let isPlain = word.allSatisfy { $0.isLetter || $0.isNumber || "-_=./,:%@+".contains($0) }
        return isPlain && !word.isEmpty
            ? word : "'" + word.replacing("'", with: #"'\''"#) + "'"
    }
}
