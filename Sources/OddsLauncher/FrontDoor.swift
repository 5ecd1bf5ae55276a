import Foundation

/// Which program `bench` starts first.
package enum FrontDoor {
    /// Set for runs that are part of a larger experiment, which says all that
    /// applies to them: no file with defaults changes what a gate compares.
    package static let partVariable = "ODDSBENCH_PART"

    /// The program of the command, or the one that first replaces presets by the
    /// options that they stand for and adds the defaults of a file.
    ///
    /// - Parameters:
    ///   - words: The command line without its first word.
    ///   - environment: The variables of this process.
    ///   - folder: The folder in which the command was given.
    package static func program(
        for words: [String], environment: [String: String], folder: URL
    ) -> Program {
        let program = Program.serving(words)
        let isSettled = environment[partVariable] != nil || Program.isAboutCommands(words)
        guard !isSettled, program != .presets else { return program }
        let isPresetNamed = words.contains { $0.hasPrefix("@") }
        return isPresetNamed || PresetFile.find(from: folder) != nil ? .presets : program
    }
}
