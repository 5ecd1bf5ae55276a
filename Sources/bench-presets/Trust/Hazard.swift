/// An option of a file that its author must be trusted with.
struct Hazard: Equatable {
    /// The file, and the line if that is known.
    let place: String
    /// A sentence without its end.
    let text: String

    /// The options whose value is a program, or a folder of programs.
    static let programs: Set = ["baseline-program", "browser", "cache", "candidate-program"]

    /// The options whose value is a file or a folder that is written.
    static let outputs: Set = [
        "heap-profile", "json", "junit", "keep", "markdown", "out", "output", "output-folder",
        "results", "snapshot", "state-folder", "turns",
    ]

    /// The options whose value is a file or a folder that is only read.
    static let inputs: Set = [
        "against", "baseline", "ca", "capture", "chart-js", "costs", "faults", "nats-ca",
        "nats-cert", "nats-creds", "nats-key",
    ]

    /// What begins the value of a strategy that is a program.
    private static let schemes = ["exec:", "exec-ring:"]

    /// The hazards of options, in the order of their names.
    ///
    /// - Parameters:
    ///   - options: What a file adds to a command.
    ///   - folder: The folder of the file, without symbolic links.
    ///   - current: The folder that relative paths are from, without symbolic links.
    static func all(
        of options: Settings.Options, folder: String, current: String
    ) -> [Hazard] {
        options.sorted { $0.key < $1.key }.flatMap { name, option in
            option.values.compactMap { value in
                what(name, value, folder, current).map { what in
                    let value = PresetsText.quoted(value)
                    return Hazard(place: option.place, text: "--\(name) \(value) \(what)")
                }
            }
        }
    }

    private static func what(
        _ name: String, _ value: String, _ folder: String, _ current: String
    ) -> String? {
        if programs.contains(name) || schemes.contains(where: { value.contains($0) }) {
            return "starts a program"
        }
        guard outputs.contains(name), !isWithin(folder, value, from: current) else { return nil }
        return "writes outside of the file's folder"
    }

    /// True if a file is in a folder or below it, but not in what git keeps there.
    private static func isWithin(_ folder: String, _ path: String, from current: String) -> Bool {
        guard path != "-" else { return true }
        guard let real = RealPath.of(path, from: current) else { return false }
        guard real != folder else { return true }
        let root = folder.hasSuffix("/") ? folder : folder + "/"
        guard real.hasPrefix(root) else { return false }
        return !real.dropFirst(root.count).split(separator: "/").contains {
            $0.lowercased() == ".git"
        }
    }
}
