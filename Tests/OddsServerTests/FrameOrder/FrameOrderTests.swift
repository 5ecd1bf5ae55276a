import Logging
import NIOCore
import NIOEmbedded
import OddsSimulator
import OddsTestInputs
import OddsWAMP
import Testing

@testable import OddsServer

/// What clients of a feed with numbered frames get: after a dump at n come n + 1, n + 2 …, each
/// once for each registration, and no frame before that dump has a number above n.
@Suite struct FrameOrderTests {
    /// Clients of a feed in memory, on one thread that the test drives.
    private final class Stage {
        let loop = EmbeddedEventLoop()
        let feed: NumberedFeed
        let shard: Shard
        private(set) var clients: [OrderedClient] = []
        private let ids = WAMPIDSource()

        init(
            _ topics: [String] = ["a"], clients: Int = 1,
            _ change: (inout ServerConfiguration) -> Void = { _ in }
        ) throws {
            var configuration = ServerConfiguration()
            change(&configuration)
            feed = NumberedFeed(topics: topics)
            var logger = Logger(label: "test")
            logger.logLevel = .critical
            shard = Shard(
                index: 0, loop: loop, feed: feed, configuration: configuration,
                metrics: ServerMetrics(), memory: QueueMemory(bytesMax: 1 << 30, threadCount: 1),
                logger: logger)
            feed.start(shards: [shard])
            for _ in 0..<clients { try join() }
        }

        @discardableResult
        func join() throws -> OrderedClient {
            let client = try OrderedClient(
                shard: shard, number: UInt64(clients.count + 1), ids: ids, loop: loop)
            clients.append(client)
            try settle()
            return client
        }

        /// Lets the server do what it has to, and the clients read.
        func settle() throws {
            loop.run()
            for client in clients { try client.read() }
        }

        /// Makes frames.
        func frames(_ count: Int, of topic: String = "a") throws {
            for _ in 0..<count { feed.makeFrame(of: topic) }
            try settle()
        }

        /// Answers all who wait for dumps.
        func answerAll(asksSource: Bool = false) throws {
            while feed.waitingCount > 0 {
                feed.answer(0, asksSource: asksSource)
                try settle()
            }
        }

        func end() throws {
            for client in clients { _ = try? client.channel.finish(acceptAlreadyClosed: true) }
        }

        /// All has been given that is to be.
        func expectComplete() {
            for client in clients where client.isOpen {
                for registration in client.registrations.values {
                    guard client.places[registration.topic] != nil,
                        let topic = feed.topics[registration.topic]
                    else { continue }
                    #expect(registration.place == .init(epoch: topic.epoch, number: topic.last))
                }
            }
            for client in clients { #expect(client.violations == []) }
        }
    }

    @Test("A registration gets no frame before a dump, and then all behind it")
    func registerThenAsk() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try stage.frames(3)
        try client.register("a")
        try stage.frames(4)
        #expect(client.frameCount == 0 && stage.feed.waitingCount == 0)
        try client.askDump("a")
        try stage.frames(2)
        #expect(client.frameCount == 0)
        try stage.answerAll()
        // The kept dump is that of the beginning.
        #expect(client.dumpCount == 1 && client.frameCount == 9)
        try stage.frames(1)
        #expect(client.frameCount == 10)
        stage.expectComplete()
        try stage.end()
    }

    @Test("A dump that was asked before the registration is gone on from")
    func askThenRegister() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try stage.frames(3)
        try client.askDump("a")
        try stage.answerAll(asksSource: true)
        try stage.frames(2)
        try client.register("a")
        try stage.frames(1)
        try stage.answerAll()
        #expect(client.dumpCount == 1 && client.pushedDumpCount == 0 && client.frameCount == 3)
        stage.expectComplete()
        try stage.end()
    }

    @Test("A dump before the registration whose frames are gone is replaced")
    func askThenRegisterLate() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try client.askDump("a")
        try stage.answerAll(asksSource: true)
        try stage.frames(2)
        try client.register("a")
        try stage.settle()
        try stage.answerAll(asksSource: true)
        #expect(client.pushedDumpCount == 1 && client.frameCount == 0)
        stage.expectComplete()
        try stage.end()
    }

    @Test("Who asks again gets a dump that is not older than its last frame")
    func askAgain() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try client.register("a")
        try client.askDump("a")
        try stage.answerAll()
        try stage.frames(5)
        try client.askDump("a")
        // Which are not given before the answer.
        try stage.frames(2)
        #expect(client.frameCount == 5)
        try stage.answerAll()
        #expect(client.dumpCount == 2 && client.places["a"] == .init(epoch: 1, number: 7))
        try stage.frames(1)
        stage.expectComplete()
        try stage.end()
    }

    @Test("Two registrations of a topic, in one session or in two, get each frame once each")
    func twoRegistrations() throws {
        let stage = try Stage(clients: 2)
        let (one, two) = (stage.clients[0], stage.clients[1])
        for client in [one, one, two] { try client.register("a") }
        try one.askDump("a")
        try stage.answerAll()
        try stage.frames(4)
        #expect(one.frameCount == 8 && two.frameCount == 0)
        try two.askDump("a")
        try stage.answerAll()
        #expect(two.frameCount == 4)
        // One more joins those that its client has.
        try one.register("a")
        try stage.frames(1)
        #expect(one.frameCount == 11 && one.dumpCount == 1)
        stage.expectComplete()
        try stage.end()
    }

    @Test("A registration that ends before the dump, and one that begins then")
    func unregisterBetween() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try client.register("a")
        try client.askDump("a")
        try stage.settle()
        try client.unregister(try #require(client.registrations.keys.first))
        try stage.frames(2)
        try client.register("a")
        try stage.frames(2)
        try stage.answerAll()
        #expect(client.dumpCount == 1 && client.frameCount == 4)
        stage.expectComplete()
        try stage.end()
    }

    @Test("A registration behind one that has left begins with a dump")
    func registerAgain() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        try client.register("a")
        try client.askDump("a")
        try stage.answerAll()
        try stage.frames(3)
        try client.unregister(try #require(client.registrations.keys.first))
        try client.register("a")
        try stage.frames(2)
        #expect(client.frameCount == 3)
        try stage.answerAll()
        #expect(client.dumpCount == 1 && client.pushedDumpCount == 1)
        stage.expectComplete()
        try stage.end()
    }

    @Test("A dump that a fault delays comes before the frames behind it")
    func lateDump() throws {
        let stage = try Stage()
        let client = stage.clients[0]
        _ = stage.shard.setFaults(FaultPlan(rules: [FaultRule(.lateDump, milliseconds: 500)]))
        try stage.settle()
        try client.register("a")
        try client.askDump("a")
        #expect(stage.shard.metrics.value(of: FaultKind.lateDump) == 1)
        #expect(stage.feed.waitingCount == 0)
        try stage.frames(3)
        #expect(stage.feed.waitingCount == 0)
        stage.loop.advanceTime(by: .milliseconds(501))
        try stage.answerAll()
        #expect(client.dumpCount == 1 && client.frameCount == 3)
        stage.expectComplete()
        _ = stage.shard.setFaults(FaultPlan())
        try stage.end()
    }

    @Test("A new dump for everyone comes in INVOCATIONs, and no frame meanwhile")
    func redump() throws {
        let stage = try Stage(clients: 3)
        for client in stage.clients.dropLast() {
            try client.register("a")
            try client.askDump("a")
        }
        try stage.answerAll()
        try stage.frames(2)
        stage.feed.beginEpoch(of: "a")
        try stage.frames(3)
        for client in stage.clients.dropLast() { #expect(client.frameCount == 2) }
        try stage.answerAll()
        for client in stage.clients.dropLast() {
            #expect(client.pushedDumpCount == 1 && client.frameCount == 5)
        }
        #expect(stage.clients[2].dumpCount + stage.clients[2].frameCount == 0)
        stage.expectComplete()
        try stage.end()
    }

    @Test("Who reads too slowly gets a new dump, in order as ever")
    func slowConsumer() throws {
        let stage = try Stage { configuration in
            configuration.slowConsumerPolicy = .resync
            configuration.queueBytesMax = 2_048
        }
        let client = stage.clients[0]
        try client.register("a")
        try client.askDump("a")
        try stage.answerAll()
        client.setReading(false)
        try stage.frames(200)
        #expect(stage.shard.metrics.value(of: .slowConsumersResynced) == 1)
        client.setReading(true)
        try stage.settle()
        try stage.answerAll()
        #expect(client.pushedDumpCount == 1)
        try stage.frames(1)
        stage.expectComplete()
        try stage.end()
    }

    @Test("What a client that is gone asked is forgotten, and what does not exist is refused")
    func forgotten() throws {
        let stage = try Stage(clients: 2)
        try stage.clients[0].askDump("a")
        try stage.clients[1].askDump("none")
        try stage.settle()
        #expect(stage.feed.waitingCount == 2)
        _ = try? stage.clients[0].channel.finish(acceptAlreadyClosed: true)
        try stage.settle()
        #expect(stage.feed.waitingCount == 1)
        try stage.answerAll()
        #expect(stage.clients[1].refusalCount == 1)
        try stage.end()
    }

    @Test("More dumps than a session may register topics are forgotten, and given anew")
    func manyDumps() throws {
        let topics = (0..<40).map { "t\($0)" }
        let stage = try Stage(topics) { $0.registrationsMax = 5 }
        let client = stage.clients[0]
        for topic in topics {
            try client.askDump(topic)
            try stage.answerAll()
            try stage.frames(1, of: topic)
        }
        try client.register(topics[0])
        try stage.settle()
        try stage.answerAll()
        #expect(client.pushedDumpCount == 1)
        stage.expectComplete()
        try stage.end()
    }

    @Test("Any order of events", arguments: 1...30 as ClosedRange<UInt64>)
    func anyOrder(seed: UInt64) throws {
        var random = SplitMix64(seed: seed)
        let topics = ["a", "b", "c"]
        let stage = try Stage(topics, clients: 4) { configuration in
            configuration.slowConsumerPolicy = random.chance(70) ? .resync : .disconnect
            configuration.queueBytesMax = 4_096
        }
        if random.chance(50) {
            _ = stage.shard.setFaults(
                FaultPlan(
                    seed: seed,
                    rules: [FaultRule(.lateDump, probability: 0.4, milliseconds: 30)]))
        }
        for _ in 0..<1_000 { try step(stage, topics, &random) }
        _ = stage.shard.setFaults(FaultPlan())
        for client in stage.clients where client.isOpen { client.setReading(true) }
        for _ in 0..<3 {
            stage.loop.advanceTime(by: .seconds(1))
            try stage.settle()
            try stage.answerAll()
        }
        for topic in topics { try stage.frames(2, of: topic) }
        stage.expectComplete()
        for client in stage.clients where client.isOpen { #expect(client.isAnswered) }
        #expect(stage.clients.reduce(0) { $0 + $1.frameCount } > 100)
        #expect(stage.clients.reduce(0) { $0 + $1.pushedDumpCount } > 0)
        try stage.end()
    }

    private func step(
        _ stage: Stage, _ topics: [String], _ random: inout SplitMix64
    ) throws {
        let topic = topics[random.below(topics.count)]
        let open = stage.clients.filter(\.isOpen)
        guard open.count > 2 else {
            try stage.join()
            return
        }
        let client = open[random.below(open.count)]
        switch random.below(100) {
        case 0..<45: for _ in 0...random.below(3) { stage.feed.makeFrame(of: topic) }
        case 45..<65:
            guard stage.feed.waitingCount > 0 else { break }
            stage.feed.answer(
                random.below(stage.feed.waitingCount), asksSource: random.chance(30))
        case 65..<71: try client.register(random.chance(95) ? topic : "none")
        case 71..<79: try client.askDump(random.chance(95) ? topic : "none")
        case 79..<82:
            try client.read()
            guard let registration = client.registrations.keys.min() else { break }
            try client.unregister(registration)
        case 82: stage.feed.beginEpoch(of: topic)
        case 83: stage.feed.loseFrames(of: topic)
        case 84..<87: client.setReading(false)
        case 87..<90: client.setReading(true)
        case 90: if random.chance(30) { client.channel.close(promise: nil) }
        case 91: stage.loop.advanceTime(by: .milliseconds(20))
        default: stage.loop.run()
        }
        if random.chance(40) { try stage.settle() }
    }
}
