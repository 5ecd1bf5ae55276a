import Foundation
import Testing

@testable import GameServer

/// The page's files.
struct PageFileTests {
    private static let resources = URL(filePath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .appending(path: "Generators/GameServer/Resources").path()

    @Test("Every file of the page is in the program, under its path")
    func content() throws {
        let names = try FileManager.default.subpathsOfDirectory(atPath: Self.resources)
            .filter { name in
                let place = URL(filePath: "\(Self.resources)/\(name)")
                return try !(place.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false)
            }
        #expect(PageFiles.content.map(\.name) == names.sorted())
        let bases = names.map { URL(filePath: $0).lastPathComponent }
        #expect(Set(bases).count == bases.count, "two files would have one name in the program")
        let files = PageFiles()
        for name in names {
            let bytes = try Data(contentsOf: URL(filePath: "\(Self.resources)/\(name)"))
            #expect(files.file(path: "/\(name)")?.bytes == Array(bytes), "\(name)")
        }
        #expect(files.file(path: "/")?.bytes == files.file(path: "/index.html")?.bytes)
        #expect(files.file(path: "/favicon.ico") == nil)
    }

    @Test("A folder gives its files and no others")
    func folder() throws {
        let place = FileManager.default.temporaryDirectory.appending(path: "page-\(UUID())")
        defer { try? FileManager.default.removeItem(at: place) }
        let folder = place.appending(path: "folder")
        try FileManager.default.createDirectory(
            at: folder.appending(path: "sub"), withIntermediateDirectories: true)
        for name in [
            "secret.js", "folder/index.html", "folder/sub/a-b_1.js", "folder/.hidden.js",
            "folder/notes.txt", "folder2.js",
        ] {
            try Data(name.utf8).write(to: place.appending(path: name))
        }
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "link.js"),
            withDestinationURL: place.appending(path: "secret.js"))
        try FileManager.default.createSymbolicLink(
            at: folder.appending(path: "near.js"),
            withDestinationURL: place.appending(path: "folder2.js"))
        let files = PageFiles(folder: folder.path())
        func text(_ path: String) -> String? {
            files.file(path: path).map { String(decoding: $0.bytes, as: UTF8.self) }
        }
        #expect(text("/") == "folder/index.html")
        #expect(text("/sub/a-b_1.js") == "folder/sub/a-b_1.js")
        #expect(files.file(path: "/sub/a-b_1.js")?.type == "text/javascript; charset=utf-8")
        for path in [
            "/../secret.js", "/sub/../../secret.js", "/.hidden.js", "/notes.txt", "/link.js",
            "/near.js", "/sub", "/sub/", "//secret.js", "", "secret.js", "/%2e%2e/secret.js",
        ] {
            #expect(text(path) == nil, "\(path)")
        }
        try Data("new".utf8).write(to: folder.appending(path: "index.html"))
        #expect(text("/") == "new", "it is read anew each time")
    }
}

extension GameTests {
    /// The page's files over HTTP.
    @Suite struct PageRequestTests {
        @Test("Files carry the policy that keeps a page to itself, the worker's too")
        func headers() async throws {
            try await withGame { game in
                for (path, type) in [
                    ("/", "text/html; charset=utf-8"),
                    ("/owner.js", "text/javascript; charset=utf-8"),
                    ("/style/base.css", "text/css; charset=utf-8"), ("/icon.svg", "image/svg+xml"),
                ] {
                    let answer = try await game.get(path)
                    #expect(answer.status == 200)
                    #expect(answer.headers["content-type"] == type)
                    #expect(answer.headers["content-security-policy"] == GameHeaders.pagePolicy)
                    #expect(answer.headers["cross-origin-opener-policy"] == "same-origin")
                    #expect(answer.headers["cross-origin-embedder-policy"] == "require-corp")
                    #expect(answer.headers["cross-origin-resource-policy"] == "same-origin")
                    #expect(answer.headers["x-content-type-options"] == "nosniff")
                    #expect(answer.headers["cache-control"] == "no-cache")
                }
                #expect(GameHeaders.pagePolicy.hasPrefix("default-src 'none'; script-src 'self'"))
                #expect(!GameHeaders.pagePolicy.contains("unsafe"))
            }
        }

        @Test("A file that a browser has is not sent again")
        func revalidation() async throws {
            try await withGame { game in
                let tag = try #require(try await game.get("/owner.js").headers["etag"])
                let same = try await game.get("/owner.js", headers: [("If-None-Match", tag)])
                #expect(same.status == 304 && same.body.isEmpty)
                #expect(same.headers["cross-origin-embedder-policy"] == "require-corp")
                let other = try await game.get("/owner.js", headers: [("If-None-Match", "\"x\"")])
                #expect(other.status == 200 && !other.body.isEmpty)
                let head = try await game.get("/owner.js", method: "HEAD")
                #expect(head.status == 200 && head.body.isEmpty)
                #expect(head.headers["content-length"] == "\(other.body.count)")
            }
        }
    }
}
