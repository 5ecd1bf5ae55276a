import OddsReference
import OddsTestInputs
import Testing

@testable import OddsTraffic

/// What was sent adds up: whoever does what elements say has, text for text, what a content
/// is as a whole.
@Suite struct ContentConsistencyTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)
    private static let legalScenarios = scenarios.filter { $0 != "hostile" }

    @Test("The elements of a generator lead to its contents", arguments: legalScenarios)
    func generator(scenario: String) throws {
        var generator = try SportRadarGenerator(.small(scenario: scenario))
        var writer = FrameWriter()
        var model = SocketModel()
        while generator.nextInitialFrame(into: &writer) != nil {
            model.receive(Array(writer.bytes))
        }
        for _ in 0..<600 {
            _ = generator.nextFrame(into: &writer)
            model.receive(Array(writer.bytes))
        }
        #expect(model.orphans == [])
        #expect(model.contents.count == generator.configuration.socketContents.count)
        var truth = SocketModel()
        for content in 0..<generator.contents.names.count {
            writer.beginElements()
            generator.contents.writeRefreshed(content, generator.traffic.world, to: &writer)
            truth.receive(elements: Array(writer.elements))
        }
        let difference = model.difference(from: truth, in: truth.contents.keys.sorted())
        #expect(difference == nil)
        #expect((model.connectionCount > 1) == (scenario == "redump"))
    }

    /// All kinds of content, of which some are not there at first.
    private func names(of feed: borrowing WorldFeed) -> [ContentName] {
        let events = feed.matchIDs.prefix(3).map(SportRadarID.text)
        let market = feed.world.markets[6].id
        return events.flatMap { event in
            [ContentType.event, .eventSummary, .eventWithOtherMarkets, .liveSummary, .liveData]
                .map { ContentName($0, event) }
        } + [
            ContentName(.liveEvents, "FBL/0"), ContentName(.liveEvents, "FBL/1"),
            ContentName(.liveEvents, "TTN/0"), ContentName(.liveEvents, "ELG/0"),
            ContentName(.events, "FBL/202603310000/202604032359/0/2/T"),
            ContentName(.events, "FBL/202603310000/202604032359/1/2/T"),
            ContentName(.events, "FBL/202603310000/202604032359/2/2/T"),
            ContentName(.events, "FBL/202603310000/202604032359/0/3/P"),
            ContentName(.liveSports, ""), ContentName(.sports, "202603310000/202604032359"),
            ContentName(.navigation, "web/top"), ContentName(.navigation, "web/11.1"),
            ContentName(.navigation, "web/101.1"),
            ContentName(.group, SportRadarID.text(of: Vocabulary.tournamentID(ofLeague: 0))),
            ContentName(.group, SportRadarID.text(of: Vocabulary.tournamentID(ofLeague: 11))),
            ContentName(.market, SportRadarID.text(of: market)),
        ]
    }

    @Test("Whenever a content is opened, whole and elements add up to what it is",
        arguments: legalScenarios, [42, 43] as [UInt64])
    func feed(scenario: String, seed: UInt64) throws {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: seed)
        configuration.events = 36
        configuration.markets = 7
        // Dozens of events begin and end in a test.
        configuration.lifeCycleMilliseconds = 2_000
        configuration.rate = 400
        var feed = try WorldFeed(configuration, listMarketsMax: 6)
        var random = SplitMix64(seed: seed)
        let names = names(of: feed)
        var open: [(content: WorldFeed.ContentID, model: SocketModel)] = []
        func add(_ name: ContentName) throws {
            let content = try feed.open(name)
            var model = SocketModel()
            model.receive(elements: try feed.refreshed(content))
            open.append((content, model))
        }
        for name in names { try add(name) }
        var elementCount = 0
        for step in 0..<700 {
            feed.advance({ _, _, _ in }, contents: { content, elements, count in
                guard let index = open.firstIndex(where: { $0.content == content }) else {
                    Issue.record("elements of a closed content, seed \(seed)")
                    return
                }
                let before = open[index].model.elementCount
                open[index].model.receive(elements: Array(elements))
                #expect(open[index].model.elementCount == before + count)
                elementCount += count
            })
            guard step % 20 == 0 else { continue }
            // Some go, and come back as they are by then.
            let (content, model) = open.remove(at: random.below(open.count))
            let difference = try difference(model, content, in: &feed)
            #expect(difference == nil, "seed \(seed)")
            feed.close(content)
            // What it showed may have gone.
            do {
                try add(random.pick(names))
            } catch is ContentError {
                try add(ContentName(.liveEvents, "FBL/0"))
            }
        }
        #expect(elementCount > 1_000 && open.count > names.count / 2)
        for (content, model) in open {
            #expect(model.orphans == [], "seed \(seed)")
            let difference = try difference(model, content, in: &feed)
            #expect(difference == nil, "seed \(seed)")
        }
    }

    /// Where a client and the content of now differ first.
    private func difference(
        _ model: SocketModel, _ content: WorldFeed.ContentID, in feed: inout WorldFeed
    ) throws -> String? {
        var truth = SocketModel()
        truth.receive(elements: try feed.refreshed(content))
        return truth.difference(from: model, in: truth.contents.keys)
    }

    @Test("To a client that keeps to the contract all of it means something",
        arguments: ["steady", "goal", "kickoff"])
    func contract(scenario: String) throws {
        var configuration = TrafficConfiguration.small(scenario: scenario, seed: 46)
        configuration.events = 24
        configuration.markets = 6
        configuration.lifeCycleMilliseconds = 2_000
        configuration.rate = 400
        var feed = try WorldFeed(configuration)
        var client = SportRadarReference()
        var contents: [WorldFeed.ContentID] = []
        for name in names(of: feed) { contents.append(try feed.open(name)) }
        client.receive(try whole(contents, in: &feed))
        for _ in 0..<400 {
            var runs: [[UInt8]] = []
            feed.advance({ _, _, _ in }, contents: { _, run, _ in runs.append(Array(run)) })
            if !runs.isEmpty { client.receive(SocketFrame.frame(of: runs)) }
        }
        #expect(client.framesRejected == 0 && client.elementsRejected == 0)
        var truth = SportRadarReference()
        truth.receive(try whole(contents, in: &feed))
        #expect(client.channels.map(\.name) == truth.channels.map(\.name))
        for (channel, expected) in zip(client.channels, truth.channels) {
            let counters = channel.counters
            #expect(counters.recordsRejected == 0, "\(channel.name)")
            #expect(counters.orphanUpdates == 0, "\(channel.name)")
            #expect(counters.orphanDeletes == 0, "\(channel.name)")
            #expect(channel.changesIgnored == 0, "\(channel.name)")
            let states = [channel, expected].map { channel in
                SnapshotValue.array(channel.tree().events().map(\.snapshot)).withoutMainLine
            }
            let difference = states[0].firstDifference(from: states[1])
            #expect(difference == nil, "\(channel.name)")
            #expect(channel.tree().references() == expected.tree().references())
        }
        let updated = client.channels.filter { $0.counters.framesApplied > 1 }
        #expect(updated.count > 15)
    }

    /// A frame of all contents as they are.
    private func whole(
        _ contents: [WorldFeed.ContentID], in feed: inout WorldFeed
    ) throws -> [UInt8] {
        var runs: [[UInt8]] = []
        for content in contents { runs.append(try feed.refreshed(content)) }
        return SocketFrame.frame(of: runs)
    }

    @Test("What get answers is what a subscriber has")
    func data() throws {
        var configuration = TrafficConfiguration.small()
        configuration.lifeCycleMilliseconds = 4_000
        var feed = try WorldFeed(configuration)
        let names = names(of: feed)
        for name in names {
            let content = try feed.open(name)
            let whole = ContentTree(try feed.refreshed(content))
            let data = ContentTree(try feed.data(of: name))
            // A page without events has no `change` where it is pushed (SR-C4).
            #expect(whole["change"] ?? .array([]) == data, "\(name)")
        }
    }
}

extension SnapshotValue {
    /// Which market is the main one depends on when its event came (SR-E4).
    var withoutMainLine: SnapshotValue {
        switch self {
        case .object(var members):
            members["mainLine"] = nil
            return .object(members.mapValues(\.withoutMainLine))
        case .array(let elements): return .array(elements.map(\.withoutMainLine))
        default: return self
        }
    }
}
