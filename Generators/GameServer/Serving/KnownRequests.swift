import HTTPTypes
import OddsServer

/// The requests that a port takes, for those who send another one.
struct KnownRequests: Sendable {
    private let routes: [(method: String, path: String)]
    private let files: PageFiles?

    /// - Parameters:
    ///   - routes: Methods and paths, with the names of parameters in braces.
    ///   - files: What is served beside them; `nil` for nothing.
    init(_ routes: [(method: String, path: String)], files: PageFiles? = nil) {
        self.routes = routes
        self.files = files
    }

    /// The refusal of a request that is none of them: of its method alone if the path takes
    /// others.
    func refusal(of request: HTTPRequest, path: String) -> Refusal {
        let methods = methods(of: path)
        guard !methods.isEmpty else {
            return Refusal(
                .unknownRequest, "there is no \(request.method) \(path): use \(words)")
        }
        var refusal = Refusal(
            .unknownRequest,
            "\(path) takes \(methods.joined(separator: " or ")), not \(request.method)",
            status: .methodNotAllowed)
        refusal.allowedMethods = methods
        return refusal
    }

    private func methods(of path: String) -> [String] {
        if files?.file(path: path) != nil { return ["GET", "HEAD"] }
        let methods = routes.filter { PathPattern($0.path).parameters(in: path) != nil }
            .map(\.method)
        return methods.contains("GET") && files != nil ? methods + ["HEAD"] : methods
    }

    private var words: String {
        let names = routes.map { route in
            "\(route.method) \(route.path.filter { !"{}".contains($0) })"
        }
        let others = files == nil ? [] : ["a file of the page"]
        let all = names + others
        return all.dropLast().joined(separator: ", ") + all.suffix(1).map { " or " + $0 }.joined()
    }
}
