import Foundation
import OddsMeasurement

/// A file of the page.
struct PageFile: Sendable {
    let type: String
    let bytes: [UInt8]
    /// Changes when the content does.
    let tag: String

    /// - Returns: `nil` for a name whose ending is not that of a file of a page.
    init?(name: String, bytes: [UInt8]) {
        guard let ending = name.split(separator: ".").last,
            let type = Self.types[String(ending)]
        else { return nil }
        self.type = type
        self.bytes = bytes
        tag = "\"\(SHA256Digest(of: bytes).hexadecimal.prefix(32))\""
    }

    private static let types = [
        "html": "text/html; charset=utf-8", "css": "text/css; charset=utf-8",
        "js": "text/javascript; charset=utf-8", "svg": "image/svg+xml",
        "json": "application/json", "webmanifest": "application/manifest+json",
    ]
}

/// The files of the page: those of the program, or those of a folder.
struct PageFiles: Sendable {
    private let embedded: [String: PageFile]
    private let folder: URL?

    /// - Parameter folder: Its files instead of those of the program, read anew each time.
    init(folder: String? = nil) {
        self.folder = folder.map { URL(filePath: $0).resolvingSymlinksInPath() }
        embedded = Dictionary(
            uniqueKeysWithValues: Self.content.map { name, bytes in
                guard let file = PageFile(name: name, bytes: bytes) else {
                    preconditionFailure("\(name) has no type: add its ending to PageFile")
                }
                return (name, file)
            })
    }

    /// The file of a path; `nil` if there is none.
    func file(path: String) -> PageFile? {
        guard path.hasPrefix("/") else { return nil }
        let name = path == "/" ? "index.html" : String(path.dropFirst())
        guard let folder else { return embedded[name] }
        return Self.file(name, in: folder)
    }

    private static func file(_ name: String, in folder: URL) -> PageFile? {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false)
        guard parts.allSatisfy(isPlain) else { return nil }
        let url = folder.appending(path: name).resolvingSymlinksInPath()
        // A link may lead elsewhere.
        guard url.pathComponents.starts(with: folder.pathComponents),
            let data = try? Data(contentsOf: url)
        else { return nil }
        return PageFile(name: name, bytes: Array(data))
    }

    /// Whether it names a file or a folder below another, and no hidden one.
    private static func isPlain(_ part: Substring) -> Bool {
        guard let first = part.utf8.first, first != UInt8(ascii: ".") else { return false }
        return part.utf8.allSatisfy {
            switch $0 {
            case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"),
                UInt8(ascii: "."):
                true
            default: false
            }
        }
    }
}
