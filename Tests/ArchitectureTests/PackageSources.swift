import Foundation

/// The package's own source files.
struct SourceFile: Sendable {
    /// Relative to the package's root, with slashes.
    let path: String
    let lines: [String]

    /// The target that the file belongs to: the folder below `Sources` and the
    /// like.
    var target: String { path.split(separator: "/").dropFirst().first.map(String.init) ?? "" }

    /// The modules that the file imports, but for those of the system.
    var projectImports: [String] {
        imports.filter { !AllowedImports.fromTheSystem.contains($0) }
    }

    /// The modules that the file imports.
    var imports: [String] {
        lines.compactMap { line in
            let words = line.split(separator: " ")
            guard let index = words.firstIndex(of: "import"), index + 1 < words.count,
                words[..<index].allSatisfy({ $0.hasPrefix("@") || Self.modifiers.contains($0) })
            else { return nil }
            let named = words[(index + 1)...]
            let module = Self.kinds.contains(named.first!) ? named.dropFirst().first : named.first
            return module?.split(separator: ".").first.map(String.init)
        }
    }

    private static let modifiers: Set<Substring> = ["public", "package", "internal", "private"]
    private static let kinds: Set<Substring> = [
        "struct", "class", "enum", "protocol", "func", "var", "let", "typealias",
    ]
}

enum PackageSources {
    /// `Tests/ArchitectureTests/PackageSources.swift` is three levels down.
    static let root = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

    /// The Swift files below the folders, and `Package.swift`.
    static let all: [SourceFile] = {
        var files = [read("Package.swift")]
        for folder in ["Sources", "Generators", "Tests", "Benchmarks"] { files += below(folder) }
        return files
    }()

    /// The files of all targets but tests.
    static let products = below("Sources") + below("Generators")

    static func below(_ folder: String) -> [SourceFile] {
        let base = root.appendingPathComponent(folder)
        let paths = FileManager.default.enumerator(atPath: base.path)?.compactMap { $0 as? String }
        return (paths ?? [])
            .filter { $0.hasSuffix(".swift") && !$0.split(separator: "/").contains(".build") }
            .sorted().map { read("\(folder)/\($0)") }
    }

    static func read(_ path: String) -> SourceFile {
        let data = FileManager.default.contents(atPath: root.appendingPathComponent(path).path)
        let text = String(decoding: data ?? Data(), as: UTF8.self)
        return SourceFile(
            path: path,
            lines: text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init))
    }
}

extension StringProtocol {
    var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
