import OddsServer
import OddsSimulator
import OddsTraffic
import Synchronization
import Testing

extension ServerTests {
    /// What a publisher gets of a world.
    @Suite struct PublishingTests {
        private final class Recorder: FramePublisher {
            enum Event: Equatable {
                case frame(topic: String, number: UInt64)
                case paused, resumed, restarted
            }

            let events = Mutex<[Event]>([])
            let frames = Mutex<[PublishedFrame]>([])

            func publish(_ frames: [PublishedFrame]) {
                self.frames.withLock { $0 += frames }
                events.withLock { events in
                    events += frames.map { .frame(topic: $0.topic, number: $0.number) }
                }
            }

            func worldPaused() { events.withLock { $0.append(.paused) } }
            func worldResumed() { events.withLock { $0.append(.resumed) } }
            func worldRestarted() { events.withLock { $0.append(.restarted) } }

            /// Since the last restart.
            func numbers(of topic: String) -> [UInt64] {
                events.withLock { events in
                    events.suffix(from: (events.lastIndex(of: .restarted) ?? -1) + 1).compactMap {
                        if case .frame(topic, let number) = $0 { number } else { nil }
                    }
                }
            }

            func wait(for count: Int, of topic: String) async {
                while numbers(of: topic).count < count { await Task.yield() }
            }
        }

        private static let others = [
            "/sports/1/en/next-matches-aggregator-main/all-disciplines/5/3",
            "/sports/1/en/disciplines/LIVE/BOTH",
        ]

        @Test("Frames are numbered from 1 without gaps, and with the dump add up to the truth")
        func numbers() async throws {
            try await withServer { server in
                let recorder = Recorder()
                try server.publish(to: recorder)
                let first = try await server.openPublished(liveTopic)
                #expect(first.number == 0 && first.restartCount == 0)
                await recorder.wait(for: 100, of: liveTopic)
                for topic in Self.others { _ = try await server.openPublished(topic) }
                // Asked again, it stands behind what has been published.
                let second = try await server.openPublished(liveTopic)
                #expect(second.number >= 100)
                await recorder.wait(for: Int(second.number) + 100, of: liveTopic)
                #expect(try await server.pause())
                let state = try await server.publishedState()
                #expect(state.isPaused && state.restartCount == 0)
                #expect(Set(state.numbers.keys) == Set(Self.others + [liveTopic]))
                for (topic, number) in state.numbers {
                    #expect(recorder.numbers(of: topic) == Array(1..<(number + 1)))
                }
                let published = recorder.frames.withLock { $0 }.filter { $0.topic == liveTopic }
                let truth = try await server.truth(of: liveTopic)
                for dump in [first, second] {
                    let document = FeedTruth.document(
                        topic: liveTopic, dump: dump.bytes,
                        frames: published.dropFirst(Int(dump.number)).map(\.bytes))
                    #expect(document == truth)
                }
                #expect(published.allSatisfy { $0.version != nil && $0.dueNanoseconds > 0 })
                #expect(published.contains { $0.recordCount > 0 })
            }
        }

        @Test("A pause comes behind its frame on each topic, and nothing before it ends")
        func pause() async throws {
            try await withServer { server in
                let recorder = Recorder()
                try server.publish(to: recorder)
                _ = try await server.openPublished(liveTopic)
                await recorder.wait(for: 10, of: liveTopic)
                #expect(try await server.pause())
                let events = recorder.events.withLock { $0 }
                #expect(events.last == .paused)
                #expect(recorder.frames.withLock { $0.last?.recordCount } == 0)
                // Opened in the pause, without a frame.
                #expect(try await server.openPublished(Self.others[0]).number == 0)
                #expect(try await server.publishedState().numbers[Self.others[0]] == 0)
                #expect(recorder.events.withLock { $0 } == events)
                #expect(try await server.resume())
                await recorder.wait(for: recorder.numbers(of: liveTopic).count + 5, of: liveTopic)
                #expect(recorder.events.withLock { $0[events.count] } == .resumed)
            }
        }

        @Test("A closed topic is not published; opened again its numbers go on, with a gap")
        func closing() async throws {
            try await withServer { server in
                let recorder = Recorder()
                try server.publish(to: recorder)
                _ = try await server.openPublished(liveTopic)
                let other = Self.others[0]
                _ = try await server.openPublished(other)
                await recorder.wait(for: 10, of: liveTopic)
                try server.closePublished([liveTopic, "/sports/1/en/never-open"])
                #expect(try await server.publishedState().numbers.keys.sorted() == [other])
                let numbers = recorder.numbers(of: liveTopic)
                let last = try #require(numbers.last)
                #expect(numbers == Array(1...last))
                // The world goes on.
                await recorder.wait(for: recorder.numbers(of: other).count + 5, of: other)
                #expect(recorder.numbers(of: liveTopic) == numbers)
                let dump = try await server.openPublished(liveTopic)
                #expect(dump.number == last + 1)
                await recorder.wait(for: numbers.count + 5, of: liveTopic)
                #expect(recorder.numbers(of: liveTopic)[numbers.count] == last + 2)
                #expect(try await server.publishedState().numbers.count == 2)
            }
        }

        @Test("A topic that is closed in a pause and opened again has one state in it")
        func closingInPause() async throws {
            try await withServer { server in
                let recorder = Recorder()
                try server.publish(to: recorder)
                _ = try await server.openPublished(liveTopic)
                await recorder.wait(for: 10, of: liveTopic)
                #expect(try await server.pause())
                let before = try await server.openPublished(liveTopic)
                try server.closePublished([liveTopic])
                let after = try await server.openPublished(liveTopic)
                #expect(after.bytes == before.bytes && after.number == before.number + 1)
                #expect(try await server.publishedState().numbers == [liveTopic: after.number])
            }
        }

        @Test("A restart of the world begins all numbers anew")
        func restart() async throws {
            try await withServer { server in
                let recorder = Recorder()
                try server.publish(to: recorder)
                _ = try await server.openPublished(liveTopic)
                await recorder.wait(for: 10, of: liveTopic)
                let restarts = FaultPlan(rules: [FaultRule(.restart, everySeconds: 0.05)])
                try await server.setFaults(restarts)
                while try await server.publishedState().restartCount == 0 { await Task.yield() }
                try await server.setFaults(FaultPlan())
                await recorder.wait(for: 10, of: liveTopic)
                #expect(try await server.pause())
                let state = try await server.publishedState()
                let number = try #require(state.numbers[liveTopic])
                #expect(recorder.numbers(of: liveTopic) == Array(1..<(number + 1)))
                let count = recorder.events.withLock { $0.count { $0 == .restarted } }
                #expect(count == state.restartCount)
                let dump = try await server.openPublished(liveTopic)
                #expect(dump.number == number && dump.restartCount == state.restartCount)
            }
        }

        @Test("What the world does not have is refused by name, and so is the 4,097th topic")
        func refusals() async throws {
            try await withServer { server in
                await #expect(throws: FeedError.self) {
                    try await server.openPublished("/sports/1/en/none")
                }
                // So many topics would have many frames.
                #expect(try await server.pause())
                let page = liveTopic.dropLast("10/5".count)
                for number in 0..<4_096 {
                    let size = "\(number / 1_000 + 1)/\(number % 1_000 + 1)"
                    _ = try await server.openPublished(page + size)
                }
                let error = await #expect(throws: FeedError.self) {
                    try await server.openPublished(page + "6/1")
                }
                #expect(error?.description.contains("\(page)6/1: 4096 topics") == true)
                // One that is open is given all the same.
                _ = try await server.openPublished(page + "1/1")
                #expect(try await server.publishedState().numbers.count == 4_096)
            }
        }
    }
}
