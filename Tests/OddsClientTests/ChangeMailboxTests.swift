import OddsModel
import Testing

@testable import OddsClient

@Suite struct ChangeMailboxTests {
    private static func fill(_ count: UInt64, isTraced: Bool = true) throws -> ChannelChanges {
        let mailbox = ChangeMailbox()
        for version in 0..<count {
            var trace = FrameTrace(isOn: isTraced, intended: 1)
            trace.noteUpdate(version: version)
            #expect(mailbox.put(ChangeSet(), trace))
        }
        return try #require(mailbox.take())
    }

    @Test("A mailbox that overflows keeps the trace of every frame, and says whose changes it lost")
    func overflow() throws {
        let changes = try Self.fill(600)
        #expect(changes.isIncomplete)
        #expect(changes.traces.compactMap(\.version) == Array(0..<600))
        #expect(changes.droppedCount == 512)
    }

    @Test("Up to 256 change sets wait, and none is lost")
    func full() throws {
        let changes = try Self.fill(256)
        #expect(!changes.isIncomplete)
        #expect(changes.traces.count == 256 && changes.droppedCount == 0)
    }

    @Test("A store that is not traced keeps no traces")
    func untraced() throws {
        let changes = try Self.fill(600, isTraced: false)
        #expect(changes.isIncomplete && changes.traces.isEmpty && changes.droppedCount == 0)
    }
}
