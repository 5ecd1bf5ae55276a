import Foundation
import OddsModel
import Testing

@testable import ServicesProvider

@Suite struct FeedMapperTests {
    @Test("A sport is read with its numbers, and what is missing is 0 or false")
    func sports() throws {
        let references = try records(
            entity(
                "SPORT", "701",
                #""name":"Football","isVirtual":true,"isTopSport":true,"hasMatches":true,"#
                    + #""hasOutrights":true,"numberOfEvents":12,"numberOfLiveEvents":5,"#
                    + #""numberOfUpcomingMatches":7,"parentId":"700","childrenIds":[1]"#),
            entity("SPORT", "702", #""name":"Tennis""#),
            entity("LOCATION", "1", #""name":"Everywhere""#)
        ).references
        let (sports, droppedCount) = ReferenceDecoder.decode(
            EveryMatrix.Sport.self, named: "SPORT", of: references)
        #expect(droppedCount == 0)
        #expect(sports.map(EveryMatrixModelMapper.sportType) == [
            SportType(
                id: "701", name: "Football", parentID: "700", isVirtual: true, isTop: true,
                hasMatches: true, hasOutrights: true, numberOfEvents: 12,
                numberOfLiveEvents: 5, numberOfUpcomingMatches: 7),
            SportType(id: "702", name: "Tennis", hasMatches: false),
        ])
    }

    @Test("A tournament is read with its sport, its country and its time")
    func tournaments() throws {
        let references = try records(
            entity(
                "TOURNAMENT", "9",
                #""name":"Cup 2026","shortName":"Cup","sportId":"701","sportName":"Football","#
                    + #""venueId":"901","venueName":"Arvandia","startTime":1000,"endTime":2500,"#
                    + #""numberOfEvents":3,"numberOfLiveEvents":1,"numberOfUpcomingMatches":2"#),
            entity("TOURNAMENT", "10", #""name":"League""#)
        ).references
        let (tournaments, _) = ReferenceDecoder.decode(
            EveryMatrix.Tournament.self, named: "TOURNAMENT", of: references)
        #expect(tournaments.map(EveryMatrixModelMapper.tournament) == [
            Tournament(
                id: "9", name: "Cup 2026", shortName: "Cup", sportID: "701",
                sportName: "Football", venueID: "901", venueName: "Arvandia",
                startDate: Date(timeIntervalSince1970: 1),
                endDate: Date(timeIntervalSince1970: 2.5), numberOfEvents: 3,
                numberOfLiveEvents: 1, numberOfUpcomingMatches: 2),
            Tournament(id: "10", name: "League"),
        ])
    }

    @Test("A group of markets is read with its place and its kinds")
    func marketGroups() throws {
        let references = try records(
            entity(
                "MARKET_GROUP", "5",
                #""groupKey":"Goals","translatedName":"Tore","position":4,"isDefault":true,"#
                    + #""numberOfMarkets":27,"isBetBuilder":true,"isFast":true,"#
                    + #""isOutright":true"#)
        ).references
        let (groups, _) = ReferenceDecoder.decode(
            EveryMatrix.MarketGroup.self, named: "MARKET_GROUP", of: references)
        #expect(groups.map(EveryMatrixModelMapper.marketGroup) == [
            MarketGroup(
                id: "5", key: "Goals", name: "Tore", position: 4, isDefault: true,
                numberOfMarkets: 27, isBetBuilder: true, isFast: true, isOutright: true)
        ])
    }

    @Test("An entity that lacks what it needs is left out and counted, the others stay")
    func droppedEntities() throws {
        let references = try records(
            entity("SPORT", "1", #""name":7"#), entity("SPORT", "2"),
            entity("SPORT", "3", #""name":"A \"B\" é""#),
            entity("SPORT", "4", #""name":"C","numberOfEvents":"many""#)
        ).references
        let (sports, droppedCount) = ReferenceDecoder.decode(
            EveryMatrix.Sport.self, named: "SPORT", of: references)
        #expect(sports.map(\.name) == [#"A "B" é"#] && sports.map(\.id) == ["3"])
        #expect(droppedCount == 3)
    }

    // MARK: Live data

    private func event(_ properties: String, _ infos: String...) throws -> EventModel {
        let match = entity(
            "MATCH", "1", #""homeParticipantId":"11","awayParticipantId":"12","# + properties)
        let list = infos.enumerated().map { number, info in
            entity("EVENT_INFO", "\(100 + number)", #""eventId":"1","# + info)
        }
        let all = [match] + list
        let text = all.joined(separator: ",")
        return try #require(try records(text).events.first)
    }

    @Test("Scores stand whole match first, then parts in the order of play")
    func scores() throws {
        let event = try event(
            #""statusId":"2","currentPartId":"6","currentPartName":"2nd Half""#,
            #""typeId":"1","eventPartId":"6","eventPartName":"2nd Half","paramFloat1":1,"#
                + #""paramFloat2":0,"eventPartRelativePosition":1064"#,
            #""typeId":"1","eventPartId":"5","eventPartName":"1st Half","paramFloat1":2,"#
                + #""paramFloat2":1,"eventPartRelativePosition":1063"#,
            #""typeId":"1","eventPartId":"2","eventPartName":"Whole Match","paramFloat1":3,"#
                + #""paramFloat2":1,"eventPartRelativePosition":131"#,
            #""typeId":"95","eventPartId":"2","paramFloat1":63,"paramFloat2":12"#)
        let data = EveryMatrixModelMapper.liveData(from: event)
        #expect(data == EventLiveData(
            eventID: "1", status: .live, partID: "6", partName: "2nd Half",
            scores: [
                .init(partID: "2", partName: "Whole Match", home: 3, away: 1),
                .init(partID: "5", partName: "1st Half", home: 2, away: 1),
                .init(partID: "6", partName: "2nd Half", home: 1, away: 0),
            ],
            matchTime: .init(minutes: 63, seconds: 12)))
        #expect(data.score?.home == 3 && data.partScore?.home == 1)
    }

    @Test("The first number of a score is that of the participant who is named first")
    func swappedScore() throws {
        for (first, home) in [("11", 4), ("12", 2), ("99", 4)] {
            let event = try event(
                #""statusId":"2""#,
                #""typeId":"1","paramFloat1":4,"paramFloat2":2,"paramParticipantId1":"\#(first)""#)
            #expect(EveryMatrixModelMapper.liveData(from: event).score?.home == home)
        }
    }

    @Test("The status comes from its id, and who serves from the participant's")
    func statusAndServing() throws {
        for (id, status) in [
            ("1", .upcoming), ("2", .live), ("3", .ended), ("17", .other("17")),
        ] as [(String, EventLiveData.Status)] {
            let event = try event(#""statusId":"\#(id)","statusName":"In Progress""#)
            #expect(EveryMatrixModelMapper.liveData(from: event).status == status)
        }
        for (id, side) in [("11", .home), ("12", .away), ("13", nil)]
            as [(String, EventLiveData.Side?)]
        {
            let event = try event(
                #""statusId":"2""#, #""typeId":"37","paramParticipantId1":"\#(id)""#)
            #expect(EveryMatrixModelMapper.liveData(from: event).serving == side)
        }
    }
}
