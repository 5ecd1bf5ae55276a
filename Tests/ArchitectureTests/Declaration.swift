/// A declaration of a source file, as far as its first line shows it.
struct Declaration {
    enum Access: Int, Comparable {
        case hidden, module, package, all

        static func < (left: Access, right: Access) -> Bool { left.rawValue < right.rawValue }
    }

    let kind: Substring
    let name: String
    /// Who can use it by its own modifiers and those around it. An extension's
    /// members are held to the access of its type only by `PublicInterface`.
    let access: Access
    /// The types and extensions around it, outermost first; empty at the top
    /// level.
    let path: [String]
    let isDocumented: Bool
    /// The types and protocols after the colon of a type or an extension.
    let inherited: [String]
    /// Whether it is `init(from:)`.
    let isDecoding: Bool
    let file: String
    let line: Int

    var isExtension: Bool { kind == "extension" }
    var isType: Bool { Self.types.contains(kind) }

    static let types: Set<Substring> = ["struct", "class", "enum", "protocol", "actor"]
}

/// Finds the declarations of a file that others could name: at the top level
/// and in types and extensions, not in the bodies of functions.
///
/// Goes by the layout that the formatter keeps: a member is four columns to the
/// right of its type, eight in `#if`. Does not see a second case on a line, nor
/// members on the line of their type.
struct DeclarationReader {
    private struct Scope {
        let indentation: Int
        let kind: Substring
        let name: String
        let access: Declaration.Access
        let isExplicit: Bool
    }

    private let file: SourceFile
    private var scopes: [Scope] = []
    private var found: [Declaration] = []

    static func declarations(of file: SourceFile) -> [Declaration] {
        var reader = DeclarationReader(file: file)
        reader.read()
        return reader.found
    }

    private init(file: SourceFile) { self.file = file }

    private mutating func read() {
        var isInText = false
        for (index, line) in file.lines.enumerated() {
            let code = line.drop { $0 == " " }
            let wasInText = isInText
            if line.ranges(of: "\"\"\"").count % 2 == 1 { isInText.toggle() }
            guard !wasInText, let first = code.first, !")>]{#/".contains(first) else { continue }
            let indentation = line.count - code.count
            while let scope = scopes.last, scope.indentation >= indentation { scopes.removeLast() }
            guard let head = DeclarationHead(code), isMember(head, indentation) else { continue }
            add(head, line: index, indentation: indentation)
        }
    }

    private func isMember(_ head: DeclarationHead, _ indentation: Int) -> Bool {
        guard let scope = scopes.last else { return head.kind != "case" }
        guard scope.kind == "extension" || Declaration.types.contains(scope.kind) else {
            return false
        }
        return (1...8).contains(indentation - scope.indentation)
            && (head.kind != "case" || scope.kind == "enum")
    }

    private mutating func add(_ head: DeclarationHead, line: Int, indentation: Int) {
        let access = access(of: head)
        scopes.append(
            Scope(
                indentation: indentation, kind: head.kind, name: head.name, access: access,
                isExplicit: head.access != nil))
        // An extension names what others declare.
        if head.kind == "extension" && head.inherited.isEmpty { return }
        found.append(
            Declaration(
                kind: head.kind, name: head.name, access: access,
                path: scopes.dropLast().map(\.name), isDocumented: isDocumented(line),
                inherited: head.inherited,
                isDecoding: file.lines[line].contains("init(from decoder:"), file: file.path,
                line: line + 1))
    }

    private func access(of head: DeclarationHead) -> Declaration.Access {
        guard let scope = scopes.last else {
            return head.access ?? (head.kind == "extension" ? .all : .module)
        }
        switch scope.kind {
        // What is declared in an extension is seen as its modifiers say.
        case "extension":
            return head.access ?? (scope.isExplicit ? scope.access : .module)
        case "protocol": return scope.access
        case "enum" where head.kind == "case": return scope.access
        default: return min(scope.access, head.access ?? .module)
        }
    }

    private func isDocumented(_ line: Int) -> Bool {
        let above = file.lines[..<line].reversed().map(\.trimmed).first { !$0.hasPrefix("@") }
        return above.map { $0.hasPrefix("///") || $0.hasSuffix("*/") } ?? false
    }
}

/// The modifiers, the keyword and the name at a declaration's beginning.
struct DeclarationHead {
    private(set) var access: Declaration.Access?
    let kind: Substring
    let name: String
    let inherited: [String]

    /// `nil` for a line that declares nothing.
    init?(_ code: Substring) {
        var words = code.split(separator: " ")[...]
        while let word = words.first, word.hasPrefix("@") || Self.modifiers.contains(word) {
            access = access ?? Self.accesses[word]
            words.removeFirst()
        }
        guard let word = words.first else { return nil }
        let keyword = word.prefix { $0.isLetter }
        if keyword == "init" || keyword == "subscript" {
            guard let next = word.dropFirst(keyword.count).first, "(<?!".contains(next) else {
                return nil
            }
            (kind, name, inherited) = (keyword, String(keyword), [])
            return
        }
        guard Self.kinds.contains(word), let named = words.dropFirst().first else { return nil }
        let operatorEnd = named.firstIndex { "(<".contains($0) && $0 != named.first }
        let isOperator = named.first.map { !$0.isLetter && !"_`".contains($0) } ?? true
        if isOperator && word != "func" { return nil }
        kind = word
        name =
            isOperator
            ? String(named[..<(operatorEnd ?? named.endIndex)])
            : String(named.drop { $0 == "`" }.prefix { $0.isNameCharacter })
        inherited = Self.inherited(code, kind: word)
    }

    private static func inherited(_ code: Substring, kind: Substring) -> [String] {
        guard kind == "extension" || Declaration.types.contains(kind),
            let colon = code.firstIndex(of: ":")
        else { return [] }
        let list = code[code.index(after: colon)...].prefix { $0 != "{" }
        return list.split { !$0.isNameCharacter }.map(String.init)
    }

    private static let accesses: [Substring: Declaration.Access] = [
        "public": .all, "open": .all, "package": .package, "internal": .module,
        "fileprivate": .hidden, "private": .hidden,
    ]
    private static let kinds: Set<Substring> = [
        "func", "var", "let", "case", "typealias", "associatedtype", "extension", "struct",
        "class", "enum", "protocol", "actor",
    ]
    private static let modifiers: Set<Substring> = [
        "static", "final", "mutating", "nonmutating", "borrowing", "consuming", "indirect",
        "nonisolated", "nonisolated(unsafe)", "override", "convenience", "required", "prefix",
        "postfix", "infix", "lazy", "weak", "unowned", "dynamic", "private(set)", "package(set)",
        "fileprivate(set)", "internal(set)", "public", "open", "package", "internal",
        "fileprivate", "private",
    ]
}

extension Character {
    fileprivate var isNameCharacter: Bool { isLetter || isNumber || self == "_" || self == "." }
}
