import Foundation

/// What a program is linked from: the linker's command and the object files, as
/// SwiftPM used them.
struct LinkInputs: Equatable, Sendable {
    /// The words of the compiler's command that links, without the object files
    /// and the output.
    let command: [String]
    let objects: [URL]

    /// The inputs of a release product in a build folder; `nil` if they are not
    /// there, or newer than the program, so that it is another one.
    ///
    /// - Parameters:
    ///   - product: The name of the program.
    ///   - scratch: The build folder.
    init?(of product: String, in scratch: URL) {
        let release = scratch.appending(path: "release").resolvingSymlinksInPath()
        let list = release.appending(path: "\(product).product/Objects.LinkFileList")
        guard
            let manifest = try? String(
                contentsOf: scratch.appending(path: "release.yaml"), encoding: .utf8),
            let words = Self.linkCommand(of: product, in: manifest),
            let objects = try? String(contentsOf: list, encoding: .utf8)
        else { return nil }
        command = Self.withoutObjectsAndOutput(words)
        self.objects = objects.split(separator: "\n").map {
            URL(filePath: $0.trimmingCharacters(in: CharacterSet(charactersIn: "\"' ")))
        }
        guard let built = Self.changeTime(release.appending(path: product)),
            self.objects.allSatisfy({ (Self.changeTime($0) ?? .distantFuture) <= built })
        else { return nil }
    }

    /// The inputs of a program that is still in its build folder; `nil` if it is
    /// elsewhere.
    init?(of program: URL) {
        let program = program.resolvingSymlinksInPath()
        // SCRATCH/TRIPLE/release/PRODUCT
        let scratch = program.deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        self.init(of: program.lastPathComponent, in: scratch)
    }

    // MARK: Kept copies

    private static let commandFile = "link.json"
    private static let objectsFolder = "objects"

    /// The inputs that `keep` copied; `nil` if there are none.
    init?(keptIn folder: URL) {
        let objects = try? FileManager.default.contentsOfDirectory(
            at: folder.appending(path: Self.objectsFolder), includingPropertiesForKeys: nil)
        guard let data = try? Data(contentsOf: folder.appending(path: Self.commandFile)),
            let words = try? JSONDecoder().decode([String].self, from: data),
            let objects, !objects.isEmpty
        else { return nil }
        command = Self.withoutObjectsAndOutput(words)
        self.objects = objects.sorted { $0.path < $1.path }
    }

    /// Copies the inputs, some 50 MB, as the build folder will get those of other
    /// revisions.
    func keep(in folder: URL) throws {
        let copies = folder.appending(path: Self.objectsFolder)
        try? FileManager.default.removeItem(at: copies)
        try FileManager.default.createDirectory(at: copies, withIntermediateDirectories: true)
        for (number, object) in objects.enumerated() {
            let name = String(format: "%04d.o", number)
            try FileManager.default.copyItem(at: object, to: copies.appending(path: name))
        }
        try JSONEncoder().encode(command).write(to: folder.appending(path: Self.commandFile))
    }

    // MARK: The command

    /// The words of the command that links a product, by SwiftPM's manifest for
    /// llbuild: of the entry whose only output is the program.
    static func linkCommand(of product: String, in manifest: String) -> [String]? {
        var isOutput = false
        for line in manifest.split(separator: "\n") {
            let line = line.drop { $0 == " " }
            if line.hasPrefix("outputs: ") {
                let outputs = strings(line.dropFirst("outputs: ".count)) ?? []
                isOutput = outputs.count == 1 && outputs[0].hasSuffix("/release/\(product)")
            } else if isOutput, line.hasPrefix("args: "),
                let words = strings(line.dropFirst("args: ".count)),
                words.contains("-emit-executable")
            {
                return words
            }
        }
        return nil
    }

    private static func strings(_ json: Substring) -> [String]? {
        try? JSONDecoder().decode([String].self, from: Data(json.utf8))
    }

    private static func withoutObjectsAndOutput(_ words: [String]) -> [String] {
        var kept: [String] = []
        var isOutput = false
        for word in words {
            if isOutput {
                isOutput = false
            } else if word == "-o" {
                isOutput = true
            } else if !(word.hasPrefix("@") && word.hasSuffix(".LinkFileList")) {
                kept.append(word)
            }
        }
        return kept
    }

    private static func changeTime(_ file: URL) -> Date? {
        try? file.resolvingSymlinksInPath()
            .resourceValues(forKeys: [.contentModificationDateKey]).contentModificationDate
    }
}
