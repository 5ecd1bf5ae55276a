import NIOCore
import OddsServer
import OddsSimulator
import Testing

extension ServerTests {
    @Suite struct WakeAheadTests {
        /// Frames follow each other every few milliseconds, so that the feed's thread
        /// is always awake.
        @Test("A generator that never sleeps answers requests, and hands out no frame early")
        func alwaysAwake() async throws {
            var configuration = ServerConfiguration()
            configuration.wakeAhead = WakeAhead(nanoseconds: 1_000_000_000)
            try await withServer(configuration) { server in
                try await server.noteFrames(of: [liveTopic])
                let start = NIODeadline.now().uptimeNanoseconds
                var now = start
                var count = 0
                while now < start + 200_000_000 {
                    let frames = try #require(await server.ledgerFrames(of: liveTopic))
                    now = NIODeadline.now().uptimeNanoseconds
                    #expect(frames.allSatisfy { $0.due <= now })
                    count = frames.count
                }
                #expect(count > 10)
            }
        }
    }
}
