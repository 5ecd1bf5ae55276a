import Foundation
import SeededRandom
import Testing

@testable import OddsPlatform

/// The file of what is being worked on: platform contract, 9.6.1.
@Suite struct WorkNotesTests {
    private typealias Note = WorkNotes.Note

    private static let some: [Note] = [
        Note(owner: .player(70_501), path: "/p", key: "k"),
        Note(owner: .session("s"), path: "/\"\\\n", key: "~"),
        Note(owner: .launchToken("t"), path: "/ä", key: "!"),
    ]

    private func withFile(_ body: (String) throws -> Void) throws {
        try withTemporaryFolder { try body($0 + "/state.sqlite") }
    }

    /// What a process finds that is started now: the file is copied, as its lock is held.
    private func remains(of path: String) throws -> WorkNotes.Remains {
        let copy = path + "-copy"
        try? FileManager.default.removeItem(atPath: copy + "-work")
        try FileManager.default.copyItem(atPath: path + "-work", toPath: copy + "-work")
        return try #require(WorkNotes(beside: copy)).remains
    }

    @Test func noteStandsInTheFileWhileTheWorkLasts() throws {
        try withFile { path in
            let notes = try #require(WorkNotes(beside: path))
            #expect(notes.remains == .nothing)
            #expect(notes.begin())
            #expect(try remains(of: path) == .blank)
            let places = Self.some.compactMap(notes.add)
            #expect(try remains(of: path) == .notes(Set(Self.some)))
            notes.strike(try #require(places.first))
            #expect(try remains(of: path) == .notes(Set(Self.some.dropFirst())))
            // A shorter note in the place of a longer one.
            let short = Note(owner: .player(1), path: "", key: "")
            #expect(notes.add(short) == places.first)
            #expect(try remains(of: path) == .notes(Set(Self.some.dropFirst() + [short])))
        }
    }

    @Test func cleanEndLeavesNothing() throws {
        try withFile { path in
            let notes = try #require(WorkNotes(beside: path))
            #expect(notes.begin())
            _ = notes.add(Self.some[0])
            notes.end()
            #expect(!FileManager.default.fileExists(atPath: path + "-work"))
            #expect(notes.add(Self.some[1]) == nil)
            #expect(WorkNotes(beside: path)?.remains == .nothing)
        }
    }

    /// What was there stays until `begin`, so that a start which fails takes nothing away.
    @Test func remainsStayUntilNotesBegin() throws {
        try withFile { path in
            do {
                let notes = try #require(WorkNotes(beside: path))
                #expect(notes.begin())
                _ = notes.add(Self.some[0])
            }
            for _ in 0..<2 {
                let next = try #require(WorkNotes(beside: path))
                #expect(next.remains == .notes([Self.some[0]]))
                #expect(next.add(Self.some[1]) == nil)
            }
            #expect(WorkNotes(beside: path)?.begin() == true)
            #expect(WorkNotes(beside: path)?.remains == .blank)
        }
    }

    @Test func fileOfAnotherProcessIsLeftAlone() throws {
        try withFile { path in
            let notes = try #require(WorkNotes(beside: path))
            #expect(notes.begin())
            _ = notes.add(Self.some[0])
            #expect(WorkNotes(beside: path) == nil)
            #expect(try remains(of: path) == .notes([Self.some[0]]))
        }
    }

    @Test func noteThatHasNoRoomIsNone() throws {
        try withFile { path in
            let notes = try #require(WorkNotes(beside: path))
            #expect(notes.begin())
            let long = Note(
                owner: .player(1), path: String(repeating: "p", count: 600), key: "k")
            #expect(notes.add(long) == nil)
            #expect((0..<64).allSatisfy { _ in notes.add(Self.some[0]) != nil })
            #expect(notes.add(Self.some[0]) == nil)
        }
    }

    /// A disk without room, and what is no file.
    @Test func placeThatCannotBeWrittenToHasNoNotes() throws {
        try withFile { path in
            try FileManager.default.createSymbolicLink(
                atPath: path + "-work", withDestinationPath: "/dev/full")
            if let notes = WorkNotes(beside: path) {
                #expect(notes.remains == .notes([]))
                #expect(!notes.begin())
                #expect(notes.add(Self.some[0]) == nil)
            }
            try FileManager.default.createDirectory(
                atPath: path + "-folder-work", withIntermediateDirectories: false)
            #expect(WorkNotes(beside: path + "-folder") == nil)
            #expect(WorkNotes(beside: path + "/nowhere") == nil)
        }
    }

    /// A note that was written in part is none, wherever it was cut off.
    @Test func tornNoteIsNone() throws {
        try withFile { path in
            let notes = try #require(WorkNotes(beside: path))
            #expect(notes.begin())
            _ = notes.add(Self.some[1])
            let whole = try Data(contentsOf: URL(filePath: path + "-work"))
            let end = try #require(whole.firstIndex(of: 10))
            let torn = path + "-torn"
            for count in 1...end + 1 {
                var bytes = whole.prefix(count)
                bytes.append(Data(repeating: 32, count: whole.count - count))
                for data in [bytes, whole.prefix(count)] {
                    try data.write(to: URL(filePath: torn + "-work"))
                    let expected: Set<Note> = count > end ? [Self.some[1]] : []
                    #expect(WorkNotes(beside: torn)?.remains == .notes(expected))
                }
            }
        }
    }

    @Test func garbageHasNoNotes() throws {
        let seed: UInt64 = 4_711
        var random = SplitMix64(seed: seed)
        let parts = ["[", "]", "\"", ",", "\n", " ", "player", "1", "{}", "\u{0}", "\\u0000", "é"]
        try withFile { path in
            for step in 0..<2_000 {
                let count = Int.random(in: 1...3_000, using: &random)
                let bytes: [UInt8] =
                    step.isMultiple(of: 2)
                    ? (0..<count).map { _ in .random(in: 0...255, using: &random) }
                    : (0..<count).flatMap { _ in Array(parts.randomElement(using: &random)!.utf8) }
                try Data(bytes).write(to: URL(filePath: path + "-work"))
                let notes = try #require(WorkNotes(beside: path))
                #expect(notes.remains == .notes([]), "seed \(seed), step \(step)")
                guard step.isMultiple(of: 100) else { continue }
                #expect(notes.begin())
                #expect(try remains(of: path) == .blank)
            }
        }
    }
}

func withTemporaryFolder(_ body: (String) throws -> Void) throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try body(folder.path(percentEncoded: false))
}
