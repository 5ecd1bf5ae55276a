import ArgumentParser
import Foundation
import OddsResults

/// An option whose value is the name of a preset, or a file.
package enum FileOrPreset {
    /// - Parameters:
    ///   - value: The option's value.
    ///   - option: The option, such as `--faults`.
    ///   - presets: The names of all presets.
    /// - Throws: `ValidationError` if the value is neither.
    package static func check(_ value: String, option: String, presets: [String]) throws {
        guard !presets.contains(value), !FileManager.default.fileExists(atPath: value) else {
            return
        }
        throw ValidationError(
            """
            \(option) \(value): neither a file nor a preset\
            \(NearestName.ending(value, among: presets)) \
            The presets are \(presets.joined(separator: ", "))
            """)
    }
}
