import Testing

/// Each file imports what it uses, each target what it may, and the manifest
/// lists just that.
@Suite struct ImportTests {
    static let files = Dictionary(grouping: PackageSources.products, by: \.target)

    static let imports = files.mapValues { files in Set(files.flatMap(\.projectImports)) }

    @Test func everyTargetImportsOnlyWhatItMay() {
        #expect(Set(Self.files.keys) == Set(AllowedImports.byTarget.keys))
        for file in PackageSources.products {
            let allowed = AllowedImports.byTarget[file.target] ?? []
            for module in file.projectImports where !allowed.contains(module) {
                Issue.record("\(file.path) imports \(module)")
            }
        }
    }

    @Test func noTargetMayImportMoreThanItDoes() {
        for (target, allowed) in AllowedImports.byTarget {
            for module in allowed.subtracting(Self.imports[target] ?? []).sorted() {
                Issue.record("\(target) may import \(module), which none of its files does")
            }
        }
    }

    /// A file needs an import of the project's own modules if it names a type or
    /// a function of it, or a member that no other target has.
    ///
    /// Limits: who reads no more of a module's value than a member that other
    /// modules have too, such as `name`, needs no import and may not have one;
    /// but any member counts if the import is `@testable`. A name that also
    /// means something else counts as used. Inlinable code must import the
    /// modules of types that it uses without naming them, so that files with it
    /// are not looked at; nor are imports of what only tests have.
    @Test func everyImportIsUsed() {
        let modules = Dictionary(
            uniqueKeysWithValues: ModuleInterface.all.map {
                ($0.key.replacing("-", with: "_"), NamesOfModule($0.value))
            })
        let owners = modules.values.flatMap(\.members)
            .reduce(into: [:]) { counts, name in counts[name, default: 0] += 1 }
        for file in PackageSources.products + PackageSources.below("Tests") {
            if file.lines.contains(where: { $0.contains("@inlinable") }) { continue }
            let names = NamesInCode(file)
            for name in Set(file.imports) {
                guard let module = modules[name] else { continue }
                let isUsed =
                    if file.lines.contains("@testable import \(name)") {
                        !names.all.isDisjoint(with: module.testable)
                    } else {
                        !names.all.isDisjoint(with: module.globals)
                            || names.members.contains {
                                owners[$0] == 1 && module.members.contains($0)
                            }
                    }
                if !isUsed { Issue.record("\(file.path) imports \(name) and uses nothing of it") }
            }
        }
    }

    /// Modules that come with a product of another name.
    static let modulesOfProducts = [
        "HTTPTypes": "Hummingbird", "NIOHTTPTypes": "Hummingbird",
    ]

    @Test(arguments: PackageManifest.package.targets.map(\.name))
    func manifestListsWhatATargetImports(name: String) throws {
        let target = try #require(PackageManifest.package.target(name))
        guard target.kind != "systemLibrary" else { return }
        let imports = Set(PackageSources.below(target.path).flatMap(\.projectImports))
            .subtracting(AllowedImports.foundation)
        let needed = Set(imports.map { Self.modulesOfProducts[$0] ?? $0 })
        let missing = needed.subtracting(target.modules).sorted()
        // A test may start a program that it does not import.
        let programs = target.isTest ? PackageManifest.package.programs : []
        let unused = target.modules.subtracting(needed).subtracting(programs).sorted()
        #expect(missing.isEmpty, "the manifest's \(name) lacks \(missing)")
        #expect(unused.isEmpty, "the manifest's \(name) does not need \(unused)")
    }

    @Test func importsAreFound() {
        let lines = [
            "import A", "@testable import B", "public import struct C.D", "// import E",
            "@_exported import F", "let text = \"import G\"", "import func H.i",
        ]
        let file = SourceFile(path: "Sources/X/Y.swift", lines: lines)
        #expect(file.imports == ["A", "B", "C", "F", "H"])
        #expect(file.target == "X")
    }

    @Test func namesAreFound() {
        let lines = ["import A", "let b = C.d(\"ws://\\(e)\") // f", "    .g { $0.h }"]
        let names = NamesInCode(SourceFile(path: "Sources/X/Y.swift", lines: lines))
        #expect(names.all == ["let", "b", "C", "d", "ws", "e", "g", "0", "h"])
        #expect(names.members == ["d", "g", "h"])
    }

    @Test func manifestIsRead() {
        let manifest = PackageManifest(
            """
            let log = Target.Dependency.product(name: "Log", package: "log")
            let nio = product("N", of: "nio")
            .target(name: "A", dependencies: ["B"] + (jemalloc ? ["C"] : []), path: "x/A"),
            .target(name: "D", dependencies: [.target(name: "E", condition: .when(os: [.linux]))]),
            .testTarget(name: "T", dependencies: [log, nio, .product(name: "P", package: "p")],
                exclude: ["run"]),
            .library(name: "L", targets: ["A", "B"]),
            """)
        #expect(manifest.targets.map(\.name) == ["A", "D", "T"])
        #expect(manifest.targets[0].targets == ["B", "C"])
        #expect(manifest.targets[0].path == "x/A")
        #expect(manifest.targets[1].targets == ["E"])
        #expect(manifest.targets[2].products == ["Log", "N", "P"])
        #expect(manifest.targets[2].targets.isEmpty)
        #expect(manifest.libraries.map(\.targets) == [["A", "B"]])
    }
}

/// What a module's importers can name.
private struct NamesOfModule {
    let globals: Set<String>
    let members: Set<String>
    /// What tests see beside.
    let testable: Set<String>

    init(_ interface: ModuleInterface) {
        globals = interface.globalNames(to: .package)
        members = interface.memberNames(to: .package)
        testable = interface.globalNames(to: .module).union(interface.memberNames(to: .module))
    }
}

/// The names in a file's code, comments and imports left out; names within
/// texts count, as they may be interpolated.
private struct NamesInCode {
    private(set) var all: Set<String> = []
    /// Those after a dot.
    private(set) var members: Set<String> = []

    init(_ file: SourceFile) {
        for line in file.lines where !line.split(separator: " ").contains("import") {
            if line.trimmed.hasPrefix("//") { continue }
            // The space tells a comment from the slashes of an address.
            let code = line.firstRange(of: " //").map { line[..<$0.lowerBound] } ?? line[...]
            for name in code.split(whereSeparator: { !($0.isLetter || $0.isNumber || $0 == "_") }) {
                all.insert(String(name))
                guard name.startIndex > code.startIndex else { continue }
                if code[code.index(before: name.startIndex)] == "." { members.insert(String(name)) }
            }
        }
    }
}
