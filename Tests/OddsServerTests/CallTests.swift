import OddsWAMP
import Testing

extension ServerTests {
    /// The calls that answer with records.
    @Suite struct CallTests {
        private func answer(
            _ socket: TestSocket, _ procedure: String, _ arguments: String
        ) async throws -> WAMPMessage {
            try await socket.send("[48,1,{},\"/sports#\(procedure)\",[],\(arguments)]")
            return try await socket.readAnswer()
        }

        @Test("Each call answers with records", arguments: [
            ("disciplines", #"{"lang":"en"}"#, #"[{"_type":"SPORT","#),
            ("tournaments",
                #"{"lang":"en","sportId":"701","liveStatus":"BOTH","sortByPopularity":true}"#,
                #"[{"_type":"TOURNAMENT","#),
            ("tournaments", #"{"lang":"en","sportId":701}"#, #"[{"_type":"TOURNAMENT","#),
            ("popularTournaments", #"{"lang":"en","maxResults":2}"#, #"[{"_type":"TOURNAMENT","#),
            ("oddsByOutcomes", #"{"lang":"en","outcomeIds":["1","2"]}"#, "[]"),
            ("searchV2", #"{"lang":"en","limit":5,"query":"nothing of that name"}"#, "[]"),
            ("searchV2",
                #"{"lang":"en","limit":5,"query":"e","eventStatuses":["1",2],"#
                    + #""eventTypes":["MATCH"],"include":["BETTING_OFFER"],"#
                    + #""bettingTypeIds":["69"],"dataWithoutOdds":false,"other":{}}"#,
                #"[{"_type":"MATCH","#),
        ])
        func records(procedure: String, arguments: String, start: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                let message = try await answer(socket, procedure, arguments)
                guard case .result(1, _, let payload) = message else {
                    Issue.record("\(message)")
                    return
                }
                let records = String(
                    decoding: payload.keywords?.value("records") ?? [], as: UTF8.self)
                #expect(records.hasPrefix(start), "\(records.prefix(80))")
            }
        }

        @Test("A match that a list shows can be asked for by its id")
        func match() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                try await socket.send(#"[48,9,{},"/sports#operatorInfo"]"#)
                guard case .result(9, _, let info) = try await socket.readAnswer(),
                    let list = info.keywords?.value("matches")
                else {
                    Issue.record("no matches")
                    return
                }
                let id = String(decoding: list, as: UTF8.self).split(separator: "\"")[1]
                let message = try await answer(
                    socket, "matches", #"{"lang":"en","matchId":"\#(id)"}"#)
                guard case .result(1, _, let payload) = message else {
                    Issue.record("\(message)")
                    return
                }
                let text = String(
                    decoding: payload.keywords?.value("records") ?? [], as: UTF8.self)
                #expect(text.hasPrefix(#"[{"_type":"MATCH","id":"\#(id)""#))
                for type in ["MARKET", "OUTCOME", "BETTING_OFFER"] {
                    #expect(text.contains(#"{"_type":"\#(type)""#))
                }
            }
        }

        private static let manyIDs = (0...200).map(String.init).joined(separator: ",")
        private static let longText = String(repeating: "a", count: 101)

        @Test("What cannot be used is refused by its name", arguments: [
            ("disciplines", #"{"lang":"english"}"#, #""lang" is not of two letters"#),
            ("disciplines", #"{"lang":7}"#, ".lang: expected a string"),
            ("tournaments", #"{"sportId":"football"}"#, ".sportId: expected a number"),
            ("tournaments", #"{"sportId":99}"#, "there is no sport 99"),
            ("tournaments", #"{"liveStatus":"DEAD"}"#,
                #""liveStatus": choose of LIVE, NOT_LIVE, BOTH"#),
            ("popularTournaments", #"{"maxResults":201}"#, #""maxResults" must be 1 to 200"#),
            ("popularTournaments", #"{"maxResults":0}"#, #""maxResults" must be 1 to 200"#),
            ("matches", "{}", #"the keyword argument "matchId" is missing"#),
            ("matches", #"{"matchId":"7"}"#, "there is no match 7"),
            ("matches", #"{"matchId":-7}"#, ".matchId: expected a number"),
            ("oddsByOutcomes", "{}", #""outcomeIds" is missing"#),
            ("oddsByOutcomes", #"{"outcomeIds":["x"]}"#, "outcomeIds"),
            ("oddsByOutcomes", #"{"outcomeIds":[\#(manyIDs)]}"#, "more than 200 elements"),
            ("searchV2", "{}", #""query" is missing"#),
            ("searchV2", #"{"query":""}"#, #""query" must have 1 to 100 bytes"#),
            ("searchV2", #"{"query":"\#(longText)"}"#, #""query" must have 1 to 100 bytes"#),
            ("searchV2", #"{"query":"a","limit":1e9}"#, #""limit" must be 1 to 200"#),
            ("searchV2", #"{"query":"a","eventTypes":["HORSE"]}"#, #""eventTypes": choose of"#),
            ("searchV2", #"{"query":"a","include":["HORSE"]}"#, #""include": choose of"#),
        ])
        func refusals(procedure: String, arguments: String, what: String) async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                let message = try await answer(socket, procedure, arguments)
                guard case .error(48, 1, _, let error, let payload) = message else {
                    Issue.record("\(message)")
                    return
                }
                #expect(error == WAMPReason.invalidArgument)
                let text = payload.keywords?.text("desc") ?? ""
                #expect(text.contains(what), "\(text)")
            }
        }
    }
}
