import Foundation
import Testing

/// What scripts install of Python's packages: nothing but what is known by its hash.
@Suite struct PythonPackagesTests {
    private static let scripts = ["Makefile", ".ci/lint-workflows", ".ci/run", ".ci/smoke"]
    private static let lists = [
        ".ci/requirements", "Tests/Autobahn/requirements", "Tests/Autobahn/tools",
        "Tests/Browser/requirements", "Tests/Fleet/requirements", "Tests/Game/axe",
        "Tests/Game/requirements", "Tests/History/requirements", "Tests/Interop/requirements",
        "Tests/Outputs/requirements",
    ]

    @Test(arguments: scripts) func nothingIsInstalledWithoutAHash(_ script: String) {
        for line in PackageSources.read(script).lines where line.contains("pip install") {
            #expect(line.contains("--require-hashes -r "), "\(script): \(line)")
        }
    }

    @Test(arguments: lists) func eachListIsLocked(_ list: String) {
        let locked = Set(PackageSources.read(list + ".txt").lines.map { $0.prefix { $0 != " " } })
        for wanted in PackageSources.read(list + ".in").lines where !wanted.isEmpty {
            #expect(wanted.contains("=="), "\(list).in: \(wanted)")
            #expect(
                locked.contains(wanted.lowercased().replacing("_", with: "-")[...]),
                "\(list).txt has no \(wanted): 'make requirements' makes it anew")
        }
    }
}
