import OddsLauncher

/// A command line with the options of presets and defaults: what was given beats a
/// preset, a later preset beats an earlier one, and presets beat the defaults.
struct Expansion: Equatable {
    /// Without the program's name.
    let words: [String]
    /// Those of them that the file adds.
    var added: [String] { Self.words(of: options) }
    /// The options that the file adds.
    let options: Settings.Options

    /// - Parameters:
    ///   - words: The command line without its first word.
    ///   - settings: What the file says; `nil` if there is no file.
    ///   - known: The commands with their options.
    /// - Throws: `PresetError` for a preset that there is not.
    init(
        of words: [String], _ settings: Settings?, known: CommandDescriptions
    ) throws {
        let first = words.first ?? ""
        let isNamed = known.commands[first] != nil
        let name = isNamed ? first : known.defaultCommand
        guard isNamed || first.isEmpty || first.hasPrefix("-") || first.hasPrefix("@"),
            let command = known.commands[name], command.isShown
        else {
            // The parser says what is wrong, or the command is none for users.
            self.words = words
            options = [:]
            return
        }
        let line = CommandLineWords(isNamed ? words.dropFirst() : words[...], of: command)
        var found = line.presets.contains(Settings.none)
            ? [:] : settings?.commands[name]?.defaults ?? [:]
        for preset in line.presets where preset != Settings.none {
            found.merge(try Self.preset(preset, of: name, settings)) { $1 }
        }
        options = found.filter { !line.options.contains($0.key) }
        self.words = [name] + Self.words(of: options) + line.rest
    }

    private static func words(of options: Settings.Options) -> [String] {
        options.sorted { $0.key < $1.key }.flatMap(\.value.words)
    }

    private static func preset(
        _ preset: String, of command: String, _ settings: Settings?
    ) throws -> Settings.Options {
        guard let settings else {
            throw PresetError(
                .usage,
                """
                @\(preset): there is no \(PresetFile.name) in this folder or above it, up to the \
                package; 'bench init' writes one
                """)
        }
        let presets = settings.commands[command]?.presets ?? [:]
        guard let options = presets[preset] else {
            let names = presets.keys.sorted().map { "@\($0)" }
            let list =
                names.isEmpty
                ? "it has none: write [\(command).\(preset)]"
                : "there are \(names.joined(separator: ", "))"
            throw PresetError(
                .usage,
                "@\(preset): no such preset of 'bench \(command)' in \(PresetFile.name); \(list)")
        }
        return options
    }
}

/// The words behind a command, sorted.
private struct CommandLineWords {
    /// The names of presets, without `@`.
    private(set) var presets: [String] = []
    /// The names of options.
    private(set) var options: Set<String> = []
    /// All but the presets.
    private(set) var rest: [String] = []

    init(_ words: ArraySlice<String>, of command: CommandDescription) {
        var words = words
        while let word = words.popFirst() {
            guard word != "--" else {
                rest += [word] + words
                return
            }
            if word.hasPrefix("@") {
                presets.append(String(word.dropFirst()))
                continue
            }
            rest.append(word)
            guard word.hasPrefix("--") else { continue }
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1)
            guard let name = parts.first, let option = command.options[String(name)] else {
                continue
            }
            options.insert(option.name)
            if option.takesValue, parts.count == 1, let value = words.popFirst() {
                rest.append(value)
            }
        }
    }
}
