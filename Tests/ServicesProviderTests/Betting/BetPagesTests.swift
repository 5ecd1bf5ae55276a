import Foundation
import Testing

@testable import ServicesProvider

/// Pages whose answers are no good, or come in another order than usual.
@Suite(.timeLimit(.minutes(5))) struct BetPagesTests {
    private static func date(_ number: Int) -> String {
        WireTime.text(Date(timeIntervalSince1970: 1_790_957_535 + Double(number) / 1_000))
    }

    /// A bet that was placed at a moment.
    private static func bet(_ number: Int, placed: String? = nil) -> String {
        #"{"id":"b-\#(number)","amount":1,"currency":"EUR","status":"OPEN","#
            + #""placedDate":"\#(placed ?? date(number))","selections":[]}"#
    }

    private static func list(_ bets: [String]) -> HTTPTransportResponse {
        .json(200, "[\(bets.joined(separator: ","))]")
    }

    /// What a request asks for: the list, and the number of the bet that it begins before.
    private static func asked(_ request: HTTPTransportRequest) -> (list: String, before: Int) {
        let parts = request.url.split { "/?&=".contains($0) }.map(String.init)
        let name = parts.first { $0.hasSuffix("-bets") } ?? ""
        guard let place = parts.firstIndex(of: "placedBefore"),
            let text = parts[place + 1].removingPercentEncoding,
            let date = WireTime.date(text)
        else { return (name, .max) }
        let seconds = date.timeIntervalSince1970 - 1_790_957_535
        return (name, Int((seconds * 1_000).rounded()))
    }

    /// Bets `last` to 1, the newest first, as a server would list them.
    private static func answer(
        _ request: HTTPTransportRequest, last: Int
    ) -> HTTPTransportResponse {
        let before = asked(request).before
        let first = min(last, before - 1)
        return list((max(1, first - 19)..<max(1, first + 1)).reversed().map { bet($0) })
    }

    private func open(_ bets: any BettingProvider, _ index: Int) async throws -> [String] {
        try await bets.getOpenBetsHistory(pageIndex: index, startDate: nil, endDate: nil)
            .bets.map(\.id)
    }

    @Test func pageIsReachedThroughThoseBeforeIt() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            Self.answer(request, last: 50)
        }) { bets, transport in
            var sent: Int { transport.requests.count { $0.url.contains("/open-bets") } }
            #expect(try await open(bets, 2) == (1...10).reversed().map { "b-\($0)" })
            #expect(sent == 3)
            // The way is known now.
            #expect(try await open(bets, 1).first == "b-30")
            #expect(sent == 4)
            // Behind the end, nothing is asked.
            #expect(try await open(bets, 2).count == 10)
            for index in [3, 4, .max] { #expect(try await open(bets, index).isEmpty) }
            #expect(sent == 5)
            // Another filter has its own way.
            let other = try await bets.getOpenBetsHistory(
                pageIndex: 1, startDate: .distantPast, endDate: nil)
            #expect(other.bets.first?.id == "b-30" && sent == 7)
        }
    }

    @Test func pageZeroBeginsAnew() async throws {
        let last = Gate<Int>()
        try await withScriptedBets({ request throws(HTTPTransportError) in
            Self.answer(request, last: last.count == 0 ? 45 : 50)
        }) { bets, _ in
            let first = try await open(bets, 0)
            #expect(first.first == "b-45")
            let passing = Task { await last.pass() }
            await last.arrivals(1)
            // Five bets have been placed: the way stays as it was.
            let second = try await open(bets, 1)
            #expect(second.first == "b-25")
            let again = try await open(bets, 0)
            #expect(again.first == "b-50")
            let next = try await open(bets, 1)
            #expect(next.first == "b-30")
            last.open(0)
            _ = await passing.value
        }
    }

    /// Two calls that are under way at once: the later page's answer comes after the earlier one
    /// has taken back what was known of it.
    @Test func pagesAtOnceLeaveEachOtherAWay() throws {
        let pages = EveryMatrixBetPages()
        let filter = EveryMatrixBetPages.Filter(
            user: "7", list: .open, startDate: nil, endDate: nil)
        var place = pages.first(of: filter)
        for before in ["c", "b", "a"] {
            pages.note(before, after: place, of: filter)
            place = pages.next(place, before: before)
        }
        let second = try #require(pages.nearest(to: 1, of: filter))
        let fourth = try #require(pages.nearest(to: 3, of: filter))
        #expect(second.before == "c" && fourth.page == 3)
        pages.note("B", after: second, of: filter)
        pages.note(nil, after: fourth, of: filter)
        let nearest = try #require(pages.nearest(to: 3, of: filter))
        #expect(nearest.page == 2 && nearest.before == "B")
    }

    @Test func serverWhosePagesDoNotAdvanceIsLeft() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            Self.list((1...20).reversed().map { Self.bet($0) })
        }) { bets, _ in
            let first = try await bets.getOpenBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(first.hasNextPage)
            let second = try await bets.getOpenBetsHistory(
                pageIndex: 1, startDate: nil, endDate: nil)
            #expect(!second.hasNextPage)
            #expect(try await open(bets, 5).isEmpty)
        }
    }

    @Test func unreadableBetsAreCountedAndPagesGoOn() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            guard Self.asked(request).before == .max else {
                return Self.answer(request, last: 50)
            }
            return Self.list(
                (31...50).reversed().map {
                    [45: Self.bet(45, placed: "now"), 44: "{}", 43: #"{"id":"b-43"}"#][$0]
                        ?? Self.bet($0)
                })
        }) { bets, _ in
            let first = try await bets.getOpenBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(first.bets.count == 17 && first.droppedCount == 3 && first.hasNextPage)
            #expect(try await open(bets, 1).first == "b-30")
        }
    }

    /// A bet that cannot be read but for its date.
    private static func unreadable(_ number: Int) -> String {
        #"{"id":"b-\#(number)","placedDate":"\#(date(number))","selections":[]}"#
    }

    @Test func pageWithoutAReadableBetIsNotTheLast() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            guard Self.asked(request).before == .max else {
                return Self.answer(request, last: 50)
            }
            return Self.list((31...50).reversed().map(Self.unreadable))
        }) { bets, _ in
            let first = try await bets.getOpenBetsHistory(
                pageIndex: 0, startDate: nil, endDate: nil)
            #expect(first.bets.isEmpty && first.droppedCount == 20 && first.hasNextPage)
            #expect(try await open(bets, 1) == (11...30).reversed().map { "b-\($0)" })
        }
    }

    @Test func unreadableBetsHideNoneOfTheOtherList() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            let (name, before) = Self.asked(request)
            if name == "settled-bets" {
                return Self.list([40, 30, 2].filter { $0 < before }.map { Self.bet($0) })
            }
            guard before == .max else {
                return Self.list([28, 3].filter { $0 < before }.map { Self.bet($0) })
            }
            return Self.list((31...50).reversed().map(Self.unreadable))
        }) { bets, _ in
            let first = try await bets.getBetHistory(pageIndex: 0)
            #expect(first.bets.map(\.id) == ["b-40"])
            #expect(first.droppedCount == 20 && first.hasNextPage)
            let second = try await bets.getBetHistory(pageIndex: 1)
            #expect(second.bets.map(\.id) == ["b-30", "b-28", "b-3", "b-2"])
            #expect(!second.hasNextPage)
        }
    }

    /// Nothing says where the next page begins.
    @Test func pageWithoutAReadableDateIsTheLast() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            Self.list((1...20).map { _ in "{}" })
        }) { bets, _ in
            let page = try await bets.getBetHistory(pageIndex: 0)
            #expect(page.bets.isEmpty && page.droppedCount == 40 && !page.hasNextPage)
        }
    }

    /// The dates of bets that cannot be read bound the pages, too.
    @Test func startDateEndsPagesOfUnreadableBets() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            Self.list((31...50).reversed().map(Self.unreadable))
        }) { bets, _ in
            let page = try await bets.getOpenBetsHistory(
                pageIndex: 0, startDate: WireTime.date(Self.date(35)), endDate: nil)
            #expect(page.bets.isEmpty && !page.hasNextPage)
        }
    }

    /// The open list is full and ends at bet 31, the settled one has only older bets.
    @Test func mergeStopsWhereAFullListEnds() async throws {
        try await withScriptedBets({ request throws(HTTPTransportError) in
            let (name, before) = Self.asked(request)
            if name == "settled-bets" {
                return Self.list([30, 29, 2].filter { $0 < before }.map { Self.bet($0) })
            }
            guard before == .max else {
                return Self.list([28, 3].filter { $0 < before }.map { Self.bet($0) })
            }
            // Some of the full list cannot be read: the merged page is shorter, not wrong.
            return Self.list((31...50).reversed().map { $0 < 34 ? "{}" : Self.bet($0) })
        }) { bets, _ in
            let first = try await bets.getBetHistory(pageIndex: 0)
            #expect(first.bets.map(\.id) == (34...50).reversed().map { "b-\($0)" })
            #expect(first.droppedCount == 3 && first.hasNextPage)
            let second = try await bets.getBetHistory(pageIndex: 1)
            #expect(second.bets.map(\.id) == ["b-30", "b-29", "b-28", "b-3", "b-2"])
            #expect(!second.hasNextPage)
        }
    }

    @Test(arguments: ["[", "{}", "null", #"{"bets":[]}"#, "<html>", #"[{"id":"b-1"}"#])
    func answerThatIsNoListIsADecodingError(_ body: String) async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            .json(200, body)
        }) { bets, _ in
            let error = try await failure { _ = try await open(bets, 0) }
            guard case .decodingError(let message) = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(!message.contains("b-1") && !message.contains("html"))
        }
    }

    @Test func unreadableDetailsNameTheMember() async throws {
        try await withScriptedBets({ _ throws(HTTPTransportError) in
            .json(200, Self.bet(1, placed: "soon"))
        }) { bets, _ in
            let error = try await failure { _ = try await bets.getBetDetails(identifier: "b-1") }
            #expect(
                error
                    == .decodingError(
                        message: "BetResponse: .placedDate or .settledDate cannot be read"))
        }
    }
}
