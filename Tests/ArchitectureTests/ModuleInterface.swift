/// What the files of a target declare, and who can use it.
struct ModuleInterface {
    let target: String
    let declarations: [Declaration]
    /// By dotted name.
    private let typeAccess: [String: Declaration.Access]
    let protocols: Set<String>
    /// Types by name, with the protocols that they and their extensions name.
    let conformances: [String: Set<String>]

    static let all: [String: ModuleInterface] = {
        let targets = Dictionary(grouping: PackageSources.products, by: \.target)
        return targets.reduce(into: [:]) { interfaces, target in
            interfaces[target.key] = ModuleInterface(target.key, files: target.value)
        }
    }()

    private init(_ target: String, files: [SourceFile]) {
        self.target = target
        let declarations = files.flatMap(DeclarationReader.declarations)
        var typeAccess: [String: Declaration.Access] = [:]
        var conformances: [String: Set<String>] = [:]
        for declaration in declarations where declaration.isType || declaration.isExtension {
            let name = (declaration.path + [declaration.name]).joined(separator: ".")
            conformances[name, default: []].formUnion(declaration.inherited)
            if declaration.isType { typeAccess[name] = declaration.access }
        }
        self.declarations = declarations.filter { !$0.isExtension }
        protocols = Set(declarations.filter { $0.kind == "protocol" }.map(\.name))
        self.typeAccess = typeAccess
        self.conformances = conformances
    }

    /// What can be used by those with `access`, an extension's members no
    /// further than the type that is extended.
    func visible(to access: Declaration.Access) -> [Declaration] {
        declarations.filter { declaration in
            let type = declaration.path.joined(separator: ".")
            return declaration.access >= access && (typeAccess[type] ?? .all) >= access
        }
    }

    /// Whether a declaration is of a type that this target declares.
    func owns(_ declaration: Declaration) -> Bool {
        declaration.path.isEmpty || typeAccess[declaration.path[0]] != nil
    }

    /// What can be named without a value: types, functions, constants.
    func globalNames(to access: Declaration.Access) -> Set<String> {
        Set(visible(to: access).filter(\.path.isEmpty).map(\.name))
    }

    /// What can be named after a dot.
    func memberNames(to access: Declaration.Access) -> Set<String> {
        Set(visible(to: access).filter { !$0.path.isEmpty }.map(\.name))
    }
}
