import Testing

/// What apps, authors of strategies and tools can call, and nothing else, is
/// public; and all of it is documented.
@Suite struct PublicInterfaceTests {
    /// The targets of the library products.
    static let targets = Set(PackageManifest.package.libraries.flatMap(\.targets))

    @Test func onlyLibrariesArePublic() {
        for (target, interface) in ModuleInterface.all where !Self.targets.contains(target) {
            // What makes another module's type conform has to be public.
            let found = interface.visible(to: .all).filter(interface.owns)
            guard !found.isEmpty else { continue }
            Issue.record("\(target) is of no library, and has public:\n\(found.places)")
        }
    }

    /// Only what checks how it was built may measure. Held by the names that
    /// functions which time or run something have in this package.
    @Test func onlyTheHarnessMeasures() throws {
        let names: Set = ["measure", "run", "profile", "quality", "real", "virtual", "replay"]
        var found: [String] = []
        for target in ["OddsMeasurement", "OddsResults", "OddsHarness"] {
            found += try #require(ModuleInterface.all[target]).visible(to: .all)
                .filter { $0.kind == "func" && names.contains($0.name) }
                .map { ($0.path + [$0.name]).joined(separator: ".") }
        }
        #expect(found == ["Harness.measure"])
    }

    @Test(arguments: targets.sorted())
    func everyPublicDeclarationIsDocumented(target: String) throws {
        let interface = try #require(ModuleInterface.all[target])
        let found = interface.visible(to: .all).filter {
            !$0.isDocumented && !Self.isRequirement($0, in: interface)
        }
        guard !found.isEmpty else { return }
        Issue.record("\(target) has \(found.count) without documentation:\n\(found.places)")
    }

    /// What the protocols of the standard library ask for says nothing new.
    static let requirements: Set<String> = [
        "description", "debugDescription", "encode", "==", "<", "hash", "hashValue", "rawValue",
        "makeIterator", "makeAsyncIterator", "next", "Iterator", "AsyncIterator", "Element",
        "startIndex", "endIndex", "index", "subscript", "CodingKeys",
    ]

    /// Whether a declaration only does what a protocol already says.
    private static func isRequirement(
        _ declaration: Declaration, in interface: ModuleInterface
    ) -> Bool {
        guard !declaration.path.isEmpty else { return false }
        if requirements.contains(declaration.name) || declaration.isDecoding { return true }
        let type = declaration.path.joined(separator: ".")
        var protocols = interface.conformances[type] ?? []
        // A protocol's extension has defaults of what the protocol asks for.
        if interface.protocols.contains(type) { protocols.insert(type) }
        return ModuleInterface.all.values.contains { other in
            other.declarations.contains {
                $0.isDocumented && $0.name == declaration.name && $0.path.count == 1
                    && protocols.contains($0.path[0]) && other.protocols.contains($0.path[0])
            }
        }
    }

    @Test func declarationsAreFound() {
        let lines = [
            "/// A.", "@frozen", "public struct A<B>: C,", "    D", "{", "    var b: Int",
            "    /// C.", "    public internal(set) var c: Int { let d = 1 }",
            "    public func e<", "        F", "    >(_ f: F) {", "        let g = 1", "    }",
            "    public init?(h: Int) {}", "    public static func == (a: A, b: A) -> Bool {",
            "        switch a { case .b: true }", "    }", "}",
            "enum I {", "    case j(Int)", "    public var k: Int { 1 }", "}",
            "public protocol L {", "    func m()", "}",
            "extension I: C { public var n: Int { 1 } }",
        ]
        let file = SourceFile(path: "Sources/X/Y.swift", lines: lines)
        let found = DeclarationReader.declarations(of: file)
        #expect(
            found.map(\.name) == [
                "A", "b", "c", "e", "init", "==", "I", "j", "k", "L", "m", "I",
            ])
        #expect(
            found.filter { $0.access == .all && !$0.isExtension }.map(\.name) == [
                "A", "c", "e", "init", "==", "L", "m",
            ])
        #expect(found.filter(\.isDocumented).map(\.name) == ["A", "c"])
        #expect(found[0].inherited == ["C"])
        #expect(found[2].path == ["A"])
    }
}

extension [Declaration] {
    /// A line each.
    fileprivate var places: String {
        map { "\($0.file):\($0.line): \(($0.path + [$0.name]).joined(separator: "."))" }
            .joined(separator: "\n")
    }
}
