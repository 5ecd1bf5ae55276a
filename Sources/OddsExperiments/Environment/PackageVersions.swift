import Foundation

/// The versions of the packages that programs are built with, by name.
package enum PackageVersions {
    /// Those that SwiftPM has resolved for a package.
    ///
    /// - Parameter folder: The package's.
    /// - Returns: A commit where a package has no version; `nil` if none were resolved.
    package static func resolved(in folder: URL) -> [String: String]? {
        guard let data = try? Data(contentsOf: folder.appending(path: fileName)),
            let resolved = try? JSONDecoder().decode(Resolved.self, from: data)
        else { return nil }
        return Dictionary(
            resolved.pins.map { ($0.identity, $0.state.version ?? $0.state.revision ?? "unknown") },
            uniquingKeysWith: { first, _ in first })
    }

    package static let fileName = "Package.resolved"

    private struct Resolved: Decodable {
        struct Pin: Decodable {
            struct State: Decodable {
                var version: String?
                var revision: String?
            }
            let identity: String
            let state: State
        }
        let pins: [Pin]
    }
}
