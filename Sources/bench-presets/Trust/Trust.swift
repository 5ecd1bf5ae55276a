import Foundation
import OddsConsole

/// Whom options of a file are taken from.
struct Trust {
    let store: TrustStore
    /// The folder that relative paths are from, without symbolic links.
    let current: String
    /// Asks the user, who says yes or no; `nil` where nobody would see it.
    let ask: ((_ lines: [String]) -> Bool)?

    /// That of this process.
    static func ofThisProcess() -> Trust {
        let isTerminal = isatty(STDIN_FILENO) == 1 && StandardError.isTerminal
        let folder = FileManager.default.currentDirectoryPath
        return Trust(
            store: TrustStore(environment: ProcessInfo.processInfo.environment),
            current: RealPath.of(folder) ?? folder,
            ask: isTerminal ? { askOnTerminal($0) } : nil)
    }

    func hazards(_ options: Settings.Options, of document: PresetDocument) -> [Hazard] {
        Hazard.all(of: options, folder: document.folder, current: current)
    }

    /// Lets only a trusted file start programs and write elsewhere.
    ///
    /// - Parameter options: What the file adds to a command.
    /// - Throws: `PresetError` that names the first place and what to do.
    func require(_ options: Settings.Options, of document: PresetDocument) throws {
        let hazards = hazards(options, of: document)
        guard let first = hazards.first else { return }
        let state = store.state(of: document)
        guard state != .trusted else { return }
        if state == .changed, let ask {
            let lines = hazards.map { "\($0.place): \($0.text)" }
            if ask(["bench: \(document.name) has changed since it was trusted:"] + lines) {
                return try store.trust(document)
            }
        }
        let reason = state == .changed ? "the file has changed since it was trusted: " : ""
        throw PresetError(
            .usage,
            """
            \(first.place): \(first.text); \(reason)give it on the command line, or read the file \
            and run 'bench trust .'
            """)
    }

    private static func askOnTerminal(_ lines: [String]) -> Bool {
        for line in lines { StandardError.print(line) }
        StandardError.write("Trust it as it is now? [y/N] ")
        return ["y", "yes"].contains(readLine()?.lowercased())
    }
}
