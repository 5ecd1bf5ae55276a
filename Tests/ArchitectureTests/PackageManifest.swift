import Foundation

/// The package's manifest, read from its text: asking `swift package` from
/// within `swift test` would wait for the lock that the test's own run holds.
///
/// Limits: a target is a call such as `.target(name: …)` whose dependencies are
/// texts, `.product(…)` or a constant declared as a product.
struct PackageManifest {
    struct Target {
        let kind: String
        let name: String
        /// Relative to the package's root.
        let path: String
        /// The targets of this package that it depends on.
        let targets: Set<String>
        /// The products of other packages that it depends on.
        let products: Set<String>

        var isTest: Bool { path.hasPrefix("Tests/") }
        /// Whether users build it; tests, fuzz targets, examples and comparisons
        /// are for those who work on the project.
        var isForUsers: Bool { !isTest && !path.hasPrefix("Benchmarks/") }
        var isExecutable: Bool { kind == "executableTarget" }
        /// All that it depends on, by the names of imports.
        var modules: Set<String> {
            Set(targets.union(products).map { $0.replacing("-", with: "_") })
        }
    }

    struct Library {
        let name: String
        let targets: [String]
    }

    /// In the manifest's order.
    let targets: [Target]
    let libraries: [Library]

    static let package = PackageManifest(
        PackageSources.read("Package.swift").lines.filter { !$0.trimmed.hasPrefix("//") }
            .joined(separator: "\n"))

    init(_ text: String) {
        let constant = /let (\w+) = (?:Target\.Dependency\.)?product\(\s*(?:name: )?"([^"]+)"/
        let products = Dictionary(
            text.matches(of: constant).map { (String($0.1), String($0.2)) },
            uniquingKeysWith: { first, _ in first })
        var targets: [Target] = []
        var end = text.startIndex
        for match in text.matches(of: /\.(target|executableTarget|testTarget|systemLibrary)\(/) {
            // What is within a target is a dependency that has a condition.
            guard match.range.lowerBound >= end else { continue }
            let arguments = text[match.range.upperBound...].arguments
            end = arguments.endIndex
            if let target = Target(String(match.1), arguments, products) { targets.append(target) }
        }
        self.targets = targets
        libraries = text.matches(of: /\.library\(\s*name: "([^"]+)",\s*targets: \[([^\]]*)\]/)
            .map { Library(name: String($0.1), targets: $0.2.quoted) }
    }

    /// The programs, by the names of imports.
    var programs: Set<String> {
        Set(targets.filter(\.isExecutable).map { $0.name.replacing("-", with: "_") })
    }

    func target(_ name: String) -> Target? { targets.first { $0.name == name } }

    /// All that a target depends on, directly or not, itself included.
    func closure(of name: String) -> (targets: Set<String>, products: Set<String>) {
        var found: Set<String> = []
        var open = [name]
        while let next = open.popLast() {
            guard found.insert(next).inserted, let target = target(next) else { continue }
            open += target.targets
        }
        return (found, found.reduce(into: []) { $0.formUnion(target($1)?.products ?? []) })
    }
}

extension PackageManifest.Target {
    /// - Parameters:
    ///   - arguments: what is between the call's parentheses.
    ///   - constants: the products by the names of their constants.
    fileprivate init?(_ kind: String, _ arguments: Substring, _ constants: [String: String]) {
        guard let name = arguments.firstMatch(of: /name: "([^"]+)"/)?.1 else { return nil }
        self.kind = kind
        self.name = String(name)
        let folder = kind == "testTarget" ? "Tests" : "Sources"
        path =
            arguments.firstMatch(of: /\bpath: "([^"]+)"/).map { String($0.1) }
            ?? "\(folder)/\(name)"
        var targets: Set<String> = []
        var products: Set<String> = []
        let dependency = /\.product\(\s*name: "([^"]+)"[^)]*\)|"([^"]+)"|\b([a-z]\w*)\b/
        if let label = arguments.firstRange(of: "dependencies:") {
            for match in arguments[label.upperBound...].firstArgument.matches(of: dependency) {
                if let product = match.1 { products.insert(String(product)) }
                if let target = match.2 { targets.insert(String(target)) }
                if let product = match.3.flatMap({ constants[String($0)] }) {
                    products.insert(product)
                }
            }
        }
        self.targets = targets
        self.products = products
    }
}

extension Substring {
    /// The arguments of a call whose opening parenthesis precedes this text.
    fileprivate var arguments: Substring { prefixOutsideBrackets { _ in false } }

    /// The first of several arguments.
    fileprivate var firstArgument: Substring { prefixOutsideBrackets { $0 == "," } }

    /// The text up to a bracket that this text does not open, or up to a
    /// character outside of brackets at which to stop.
    private func prefixOutsideBrackets(stoppingAt isEnd: (Character) -> Bool) -> Substring {
        var depth = 0
        return prefix { character in
            switch character {
            case "(", "[": depth += 1
            case ")", "]": depth -= 1
            default: return depth > 0 || !isEnd(character)
            }
            return depth >= 0
        }
    }

    fileprivate var quoted: [String] { matches(of: /"([^"]+)"/).map { String($0.1) } }
}
