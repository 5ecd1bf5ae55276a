import Foundation
import OddsLauncher

/// The folder in which gates keep programs of other revisions, which take long
/// to build.
package struct GateCache {
    let folder: URL

    /// - Parameter path: `nil` for `.build/gate` in this program's package.
    package init(path: String?) throws {
        folder =
            try path.map { URL(filePath: $0, directoryHint: .isDirectory) }
            ?? ReleaseBuild.packageFolder().appending(path: ".build/gate")
    }

    func makeFolder(_ folder: URL) throws {
        do {
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        } catch {
            throw ExperimentFailure(.cannotWrite, "\(folder.path): cannot be created")
        }
    }
}
