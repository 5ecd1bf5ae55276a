import Foundation
import OddsCapture
import OddsMeasurement
import Testing

@testable import OddsTraffic

@Suite struct SportRadarGeneratorTests {
    private static let scenarios = TrafficScenarios.descriptions.map(\.name)

    private func digest(_ configuration: TrafficConfiguration) throws -> String {
        var hasher = SHA256Digest.Hasher()
        for frame in try SocketTraffic(configuration, frameCount: 600).allFrames {
            frame.bytes.withUnsafeBytes { hasher.update($0) }
            withUnsafeBytes(of: frame.schedule.intendedNanoseconds.littleEndian) {
                hasher.update($0)
            }
        }
        return String(hasher.finalize().hexadecimal.prefix(16))
    }

    @Test("The same seed gives the same bytes at the same times", arguments: scenarios)
    func determinism(scenario: String) throws {
        let first = try digest(.small(scenario: scenario))
        #expect(try digest(.small(scenario: scenario)) == first)
        #expect(try digest(.small(scenario: scenario, seed: 43)) != first)
    }

    @Test("The bytes are the same on every machine")
    func knownDigest() throws {
        var configuration = TrafficConfiguration.small()
        configuration.arrival = .poisson
        configuration.popularity = .zipf(exponent: 1.1)
        let digest = try digest(configuration)
        #expect(digest == "93ad1aec2273ee88")
    }

    @Test("Frames are legal JSON, of the size and counts that the schedule tells",
        arguments: scenarios)
    func legalFrames(scenario: String) throws {
        let traffic = try SocketTraffic(.small(scenario: scenario), frameCount: 1_000)
        var illegalCount = 0
        var last: UInt64 = 0
        for frame in traffic.allFrames {
            #expect(frame.schedule.byteCount == frame.bytes.count)
            #expect(frame.schedule.intendedNanoseconds >= last)
            last = frame.schedule.intendedNanoseconds
            let object = try? JSONSerialization.jsonObject(with: Data(frame.bytes))
            let form = frame.bytes.withUnsafeBytes { CaptureWriter.form(of: $0) }
            guard let fields = object as? [String: Any], form == .message else {
                illegalCount += 1
                continue
            }
            let type = fields["notificationType"] as? String
            guard scenario != "hostile", type != "LISTENING_STARTED" else { continue }
            #expect(type == "CONTENT_CHANGES")
            let elements = try #require(fields["data"] as? [[String: Any]])
            #expect(elements.count == frame.schedule.recordCount && !elements.isEmpty)
            let offers = elements.filter {
                $0["changeType"] as? String == "UPDATED"
                    && ($0["path"] as? String)?.contains("[idfoselection=") == true
            }
            #expect(offers.count == frame.schedule.offerUpdateCount)
        }
        #expect((illegalCount > 0) == (scenario == "hostile"))
    }

    @Test("A connection begins with its contents, in parts where they do not fit into a frame")
    func initialState() throws {
        var configuration = TrafficConfiguration.small()
        configuration.events = 60
        let whole = try SocketTraffic(configuration, frameCount: 0).initialFrames
        #expect(whole.count == 2)
        let listening = #"{"notificationType":"LISTENING_STARTED","data":"s-4f1c"}"#
        #expect(String(decoding: whole[0].bytes, as: UTF8.self) == listening)
        #expect(whole.allSatisfy { $0.schedule.intendedNanoseconds == 0 })
        // Cut within lists, and within events.
        var (cutLists, cutEvents) = (0, 0)
        configuration.stateFrameBytesMax = 64 << 10
        let parts = try SocketTraffic(configuration, frameCount: 0).initialFrames
        // Over the limit by one market, or by one event without markets, at most.
        #expect(parts.count > 4)
        #expect(parts.allSatisfy { $0.bytes.count < 64 << 10 + 3 << 10 })
        var (oneByOne, atOnce) = (SocketModel(), SocketModel())
        for frame in whole { atOnce.receive(frame.bytes) }
        for frame in parts {
            for element in ContentTree(frame.bytes)["data"]?.elements ?? [] {
                guard element["changeType"] == .text("ADDED") else { continue }
                let isMarket = element["path"]?.text?.contains("|markets|") == true
                if isMarket { cutEvents += 1 } else { cutLists += 1 }
            }
            oneByOne.receive(frame.bytes)
        }
        #expect(cutLists > 10 && cutEvents > 3, "\(cutLists) \(cutEvents)")
        #expect(oneByOne.orphans == [])
        let names = atOnce.contents.keys.sorted()
        #expect(oneByOne.contents.keys.sorted() == names && names.count == 11)
        let difference = oneByOne.difference(from: atOnce, in: names)
        #expect(difference == nil)
    }

    @Test("Each way to say a change is in the stream", arguments: [
        #""currentpriceup":"[0-9]+"}"#, #""[0-9.]+","currentpricedown":"[0-9]+"}"#,
        #""currentpriceup":"[0-9]+","currentpricedown":"[0-9]+"}"#,
        #"\]\|istradable","change":false"#, #"_SCORE","change":\{"home":[0-9]+,"away":[0-9]+\}"#,
        #"","istradable":false}"#, #"","idfoselectionsuspensiontype":"N\/O"}"#,
        #"","istradable":false,"idfoselectionsuspensiontype":"N\/O"}"#,
        #""istradable":true}"#, #"[0-9]","idfoselectionsuspensiontype":null}"#,
        #""istradable":true,"idfoselectionsuspensiontype":null}"#,
        #"\|numMarkets","change":[0-9]+"#, #"_SCORE","change":\{"(home|away)":[0-9]+\}"#,
        #"_SCORE","change":\{"COMPETITOR":\{"home":[0-9]+,"away":[0-9]+\}\}"#,
        #"_SCORE","change":\{"COMPETITOR":\{"away":[0-9]+\}\}"#,
        #""changeType":"ADDED","path":"[^"]*\|scores\|PERIOD2_SCORE""#,
        #"\|matchTime","change":"[0-9]+:[0-5][0-9]""#,
        #"\|matchTime","change":"[0-9]+:00 \+[0-9]+:[0-5][0-9]""#,
        #"\|status","change":"2nd_set""#, #"\|serve","change":[12]"#,
        #"\[idfosporttype=FBL\]\|numEvents","change":[0-9]+"#,
        #""REMOVED","path":"\[idfoevent=[0-9.]+\]\|markets\|\[idfomarket=[0-9.]+\]"\}"#,
        #""ADDED","path":"\[idfoevent=[0-9.]+\]\|markets\|\[idfomarket=[0-9.]+\]","change":\{"#,
    ])
    func forms(pattern: String) throws {
        let regex = try Regex(pattern)
        let isThere = Self.text.contains(regex)
        #expect(isThere)
    }

    private static let text: String = {
        var configuration = TrafficConfiguration.small(scenario: "goal")
        configuration.rate = 2_000
        let traffic = try? SocketTraffic(configuration, frameCount: 4_000)
        return (traffic?.frames ?? []).map { String(decoding: $0.bytes, as: UTF8.self) }.joined()
    }()

    @Test("Frames with their times, as captures need them")
    func frames() throws {
        let configuration = TrafficConfiguration.small(scenario: "hostile")
        let traffic = try SocketTraffic(configuration, frameCount: 800)
        let expected = traffic.allFrames.filter {
            $0.schedule.intendedNanoseconds <= 4_000_000_000
        }
        #expect(expected.count > 300 && expected.count < 800)
        var seen = 0
        try SportRadarGenerator.forEachFrame(
            of: configuration, durationNanoseconds: 4_000_000_000
        ) { bytes, schedule in
            #expect(Array(bytes) == expected[seen].bytes)
            #expect(schedule == expected[seen].schedule)
            seen += 1
        }
        #expect(seen == expected.count)
    }

    @Test("Worlds whose frames would be too large are refused")
    func sizes() throws {
        var configuration = TrafficConfiguration()
        (configuration.events, configuration.markets) = (200_000, 40)
        try configuration.validate(for: .sportRadar)
        configuration.scenario = "kickoff"
        try configuration.validate()
        let error = #expect(throws: TrafficConfigurationError.self) {
            _ = try SportRadarGenerator(configuration)
        }
        #expect(error?.option == "events × markets × outcomes")
        configuration.events = 2_000
        try configuration.validate(for: .sportRadar)
        configuration.rate = 0
        #expect(throws: TrafficConfigurationError.self) {
            try configuration.validate(for: .sportRadar)
        }
    }
}
