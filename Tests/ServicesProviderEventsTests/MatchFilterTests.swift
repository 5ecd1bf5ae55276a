import Foundation
import OddsModel
import Testing

@testable import ServicesProvider

@Suite struct MatchFilterTests {
    private let events: [EventModel]

    init() throws {
        events = try records(
            entity(
                "MATCH", "1",
                #""name":"Élan - Bee","sportId":"701","parentId":"9","parentName":"Cup","#
                    + #""venueId":"901","startTime":3000,"numberOfBettingOffers":5,"#
                    + #""homeParticipantName":"Élan Vital","awayParticipantName":"Bee""#),
            entity(
                "MATCH", "2",
                #""name":"Cat - Dog","sportId":"702","parentId":"8","parentName":"Open","#
                    + #""venueId":"902","startTime":1000,"numberOfBettingOffers":9,"#
                    + #""homeParticipantName":"Cat","awayParticipantName":"Dog""#),
            entity(
                "MATCH", "3",
                #""name":"Ape - Bat","sportId":"701","parentId":"9","parentName":"Cup","#
                    + #""venueId":"902","startTime":2000,"numberOfBettingOffers":9,"#
                    + #""homeParticipantName":"Ape","awayParticipantName":"Bat""#),
            entity("MATCH", "4"),
            entity("MARKET", "20", #""eventId":"2","isAvailable":true,"isClosed":false"#),
            entity("OUTCOME", "200", #""marketId":"20""#),
            entity("BETTING_OFFER", "2000", #""outcomeId":"200","isAvailable":true"#),
            entity("MARKET", "30", #""eventId":"3","isAvailable":true,"isClosed":false"#),
            entity("OUTCOME", "300", #""marketId":"30""#),
            entity("BETTING_OFFER", "3000", #""outcomeId":"300","isAvailable":false"#),
            entity("MARKET", "10", #""eventId":"1","isAvailable":false"#),
            entity("OUTCOME", "100", #""marketId":"10""#),
            entity("BETTING_OFFER", "1000", #""outcomeId":"100","isAvailable":true"#)
        ).events
    }

    private func shown(_ change: (inout MatchFilters) -> Void) -> [String] {
        var filters = MatchFilters()
        change(&filters)
        return filters.apply(to: events).map { "\($0.id)" }
    }

    @Test("Without conditions all events are shown, as they stand")
    func noFilters() { #expect(shown { _ in } == ["1", "2", "3", "4"]) }

    @Test("Each condition has to be fulfilled")
    func conditions() {
        #expect(shown { $0.sportTypes = ["701"] } == ["1", "3"])
        #expect(shown { $0.sportTypes = ["701", "702"] } == ["1", "2", "3"])
        #expect(shown { $0.tournaments = ["8"] } == ["2"])
        #expect(shown { $0.venues = ["902"] } == ["2", "3"])
        #expect(shown { $0.venues = ["902"]; $0.sportTypes = ["701"] } == ["3"])
        #expect(shown { $0.sportTypes = ["703"] } == [])
        #expect(shown { $0.isOpenOnly = true } == ["2"])
    }

    @Test("A participant is found by a part of the name, whatever its case and accents")
    func participants() {
        #expect(shown { $0.participant = "elan v" } == ["1"])
        #expect(shown { $0.participant = "BAT" } == ["3"])
        #expect(shown { $0.participant = "Élan - " } == [])
    }

    @Test("The bounds of the start belong to it")
    func starts() {
        let date = { Date(timeIntervalSince1970: $0) }
        #expect(shown { $0.earliestStart = date(2) } == ["1", "3"])
        #expect(shown { $0.latestStart = date(2) } == ["2", "3"])
        #expect(shown { $0.earliestStart = date(2); $0.latestStart = date(2) } == ["3"])
    }

    @Test("Sorting keeps equal events in their order")
    func order() {
        #expect(shown { $0.sort = .startTime } == ["2", "3", "1", "4"])
        #expect(shown { $0.sort = .popularity } == ["2", "3", "1", "4"])
        #expect(shown { $0.sort = .name } == ["4", "3", "2", "1"])
    }

    @Test("Groups are tournaments in the order of their first events")
    func groups() {
        let groups = EventsGroup.groups(of: events)
        #expect(groups.map(\.tournamentID) == ["9", "8", nil])
        #expect(groups.map(\.tournamentName) == ["Cup", "Open", nil])
        #expect(groups.map { $0.events.map { "\($0.id)" } } == [["1", "3"], ["2"], ["4"]])
        // The trees are the same ones, not copies.
        #expect(groups[0].events[1].storage === events[2].storage)
    }
}
