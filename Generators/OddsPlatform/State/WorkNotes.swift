import Foundation
import NIOConcurrencyHelpers
import OddsJSON

/// Notes of the requests under idempotency keys that are being worked on, in a file beside the
/// state: what stands there once the process has ended may have ended it.
///
/// A note is one write to the system, which keeps it whatever becomes of the process; the disk is
/// never waited for. It is struck out as soon as the work is done, so that requests which wait
/// have none. The file is removed at a clean end.
final class WorkNotes: Sendable {
    /// A request that is being worked on.
    struct Note: Hashable, Sendable {
        /// The player, or what the request proves to be the player's.
        enum Owner: Hashable, Sendable {
            case player(Int64)
            case session(String)
            case launchToken(String)
        }

        let owner: Owner
        let path: String
        let key: String
    }

    /// What a process before has left.
    enum Remains: Equatable, Sendable {
        /// Nothing: it ended cleanly, or there was none.
        case nothing
        /// An end of a process that had not worked on any request under a key.
        case blank
        /// An unclean end, and the requests that were being worked on.
        case notes(Set<Note>)
    }

    private static let noteCount = 64
    /// The places of the notes are as far apart; a request whose note is longer has none.
    private static let noteBytes = 512
    private static let space = UInt8(ascii: " ")

    /// What was there before.
    let remains: Remains
    private let path: String
    private let file: Int32
    /// The places without a note; none until `begin`.
    private let free = NIOLockedValueBox<[Int]>([])

    /// Opens the file, and reads what is in it.
    ///
    /// - Returns: `nil` if it cannot be opened, or another process notes its work in it.
    init?(beside state: String) {
        path = state + "-work"
        file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return nil }
        var bytes = [UInt8](repeating: 0, count: Self.noteCount * Self.noteBytes)
        guard flock(file, LOCK_EX | LOCK_NB) == 0,
            case let count = pread(file, &bytes, bytes.count, 0), count >= 0
        else {
            close(file)
            return nil
        }
        remains = Self.remains(bytes.prefix(count))
    }

    deinit { close(file) }

    /// Takes out what was there before, and takes notes from now on.
    ///
    /// All places are written, so that a note needs no room on the disk later on.
    ///
    /// - Returns: Whether it can.
    func begin() -> Bool {
        let blank = [UInt8](repeating: Self.space, count: Self.noteCount * Self.noteBytes)
        guard pwrite(file, blank, blank.count, 0) == blank.count,
            ftruncate(file, off_t(blank.count)) == 0
        else { return false }
        free.withLockedValue { $0 = Array((0..<Self.noteCount).reversed()) }
        return true
    }

    /// Ends cleanly: nothing is noted any more, and the file is removed.
    func end() {
        free.withLockedValue { $0 = [] }
        unlink(path)
    }

    /// Writes a note down.
    ///
    /// - Returns: Its place; `nil` if it could not be written.
    func add(_ note: Note) -> Int? {
        let line = note.line
        guard line.count <= Self.noteBytes, let place = free.withLockedValue({ $0.popLast() })
        else { return nil }
        guard pwrite(file, line, line.count, Self.offset(place)) == line.count else {
            strike(place)
            return nil
        }
        return place
    }

    /// Strikes a note out.
    func strike(_ place: Int) {
        // What follows is no text of JSON any more.
        _ = pwrite(file, [Self.space], 1, Self.offset(place))
        free.withLockedValue { $0.append(place) }
    }

    private static func offset(_ place: Int) -> off_t { off_t(place * noteBytes) }

    /// - Parameter bytes: The file, which somebody else may have written to.
    private static func remains(_ bytes: ArraySlice<UInt8>) -> Remains {
        guard !bytes.isEmpty else { return .nothing }
        guard bytes.contains(where: { $0 != space }) else { return .blank }
        let notes = stride(from: 0, to: bytes.count, by: noteBytes).compactMap { start in
            Note(line: bytes[start...].prefix(noteBytes))
        }
        return .notes(Set(notes))
    }
}

extension WorkNotes.Note {
    private static let end = UInt8(ascii: "\n")

    /// A list in JSON, up to the end of the line.
    fileprivate var line: [UInt8] {
        let (kind, name) =
            switch owner {
            case .player(let id): ("player", "\(id)")
            case .session(let id): ("session", id)
            case .launchToken(let token): ("launchToken", token)
            }
        let list = [kind, name, path, key].map { JSONValue.string($0) }
        return JSONValue.array(list).json + [Self.end]
    }

    /// - Returns: `nil` for what is no whole note.
    fileprivate init?(line: ArraySlice<UInt8>) {
        guard line.first == UInt8(ascii: "["), let end = line.firstIndex(of: Self.end),
            case .array(let list)? = try? Array(line[..<end]).withUnsafeBytes({
                try JSONValue(json: $0)
            }), list.count == 4
        else { return nil }
        let texts = list.compactMap { if case .string(let text) = $0 { text } else { nil } }
        guard texts.count == 4 else { return nil }
        switch texts[0] {
        case "player":
            guard let id = Int64(texts[1]) else { return nil }
            owner = .player(id)
        case "session": owner = .session(texts[1])
        case "launchToken": owner = .launchToken(texts[1])
        default: return nil
        }
        path = texts[2]
        key = texts[3]
    }
}
