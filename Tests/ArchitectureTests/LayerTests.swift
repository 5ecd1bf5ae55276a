import Testing

/// The layers of providers: models of a wire below `Providers`, domain models without a
/// word of any provider, and mappers between them.
@Suite struct LayerTests {
    private static let files = PackageSources.products.filter { $0.target == "ServicesProvider" }
    private static let providers = ["EveryMatrix", "SportRadar"]

    private static func files(below folder: String) -> [SourceFile] {
        files.filter { $0.path.hasPrefix("Sources/ServicesProvider/\(folder)/") }
    }

    /// The declarations of wire models: types below a provider's `Models`.
    private static let wireTypes: [(declaration: Declaration, file: SourceFile)] =
        files(below: "Providers").filter { $0.path.contains("/Models/") }.flatMap { file in
            DeclarationReader.declarations(of: file).filter { $0.isType && !$0.isExtension }
                .map { ($0, file) }
        }

    @Test func wireModelsAreInternal() {
        #expect(Self.wireTypes.count > 20)
        for (declaration, file) in Self.wireTypes {
            #expect(
                declaration.access == .module || declaration.access == .hidden,
                "\(file.path):\(declaration.line): \(declaration.name)")
        }
    }

    @Test func noPublicDeclarationMentionsAWireModel() {
        for file in Self.files {
            for (index, line) in file.lines.enumerated() {
                let words = line.trimmed
                guard words.hasPrefix("public ") || words.hasPrefix("package ") else { continue }
                for provider in Self.providers where line.contains("\(provider).") {
                    Issue.record("\(file.path):\(index + 1): \(words)")
                }
            }
        }
    }

    @Test func domainNamesNoProvider() {
        let domain = Self.files(below: "Domain") + Self.files(below: "Protocols")
        #expect(domain.count >= 8)
        for file in domain {
            for (index, line) in file.lines.enumerated() {
                for provider in Self.providers where line.contains(provider) {
                    Issue.record("\(file.path):\(index + 1): \(line.trimmed)")
                }
            }
        }
    }

    /// What a response of the wire is read for: a mapper's function takes it, and a test
    /// of mappers names that function.
    @Test func everyResponseHasAMapperAndItsTest() {
        let mappers = Self.files(below: "Providers").filter { $0.path.contains("ModelMapper") }
            .flatMap(\.lines)
        let tests = PackageSources.below("Tests").filter {
            $0.path.contains("MapperTests") || $0.path.contains("MappingTests")
        }.flatMap(\.lines).joined(separator: "\n")
        var checked = 0
        for (declaration, file) in Self.wireTypes
        where declaration.name.hasSuffix("Response") && declaration.path.count == 1 {
            // Answers of which an identifier alone is passed on.
            guard !Self.identifiersOnly.contains(declaration.name) else { continue }
            checked += 1
            let type = ": \(declaration.path[0]).\(declaration.name)"
            let names = Self.functions(that: type, in: mappers)
            #expect(!names.isEmpty, "\(file.path):\(declaration.line): no mapper")
            #expect(
                names.contains { tests.contains(".\($0)(") },
                "\(declaration.name): no test of \(names)")
        }
        #expect(checked >= 12)
    }

    static let identifiersOnly: Set<String> = [
        "LoginResponse", "RegistrationStepResponse", "PasswordResetResponse",
        "PasswordCodeResponse", "GameSessionResponse",
    ]

    /// The names of functions in whose declaration a text stands.
    private static func functions(that take: String, in lines: [String]) -> Set<String> {
        var names: Set<String> = []
        var name: Substring = ""
        for line in lines {
            if let found = line.firstMatch(of: /func (\w+)/) { name = found.1 }
            if line.contains(take) { names.insert(String(name)) }
        }
        return names
    }
}
