import OddsWAMP
import Testing

extension ServerTests {
    /// The calls about tickets that are not placed yet, over a socket.
    @Suite struct BettingCallTests {
        private struct Offer: Equatable {
            let id: String
            let odds: String
        }

        private func answer(
            _ socket: TestSocket, _ procedure: String, _ arguments: String
        ) async throws -> WAMPMessage {
            try await socket.send("[48,1,{},\"/sports#\(procedure)\",[],\(arguments)]")
            return try await socket.readAnswer()
        }

        private func keywords(
            _ socket: TestSocket, _ procedure: String, _ arguments: String = "{}"
        ) async throws -> JSONObjectText {
            let message = try await answer(socket, procedure, arguments)
            guard case .result(1, _, let payload) = message else {
                Issue.record("\(message)")
                throw TestSocket.Closed()
            }
            return try #require(payload.keywords)
        }

        private func text(_ keywords: JSONObjectText, _ name: String) throws -> String {
            String(decoding: try #require(keywords.value(name)), as: UTF8.self)
        }

        /// The first offer of each match, at the odds of now.
        private func offers(_ socket: TestSocket, count: Int) async throws -> [Offer] {
            let info = try await keywords(socket, "operatorInfo")
            let matches = try text(info, "matches").split { !$0.isNumber }.prefix(count)
            var offers: [Offer] = []
            for match in matches {
                let answer = try await keywords(socket, "matches", #"{"matchId":"\#(match)"}"#)
                let offer = try #require(
                    try text(answer, "records").firstMatch(
                        of: /\{"_type":"BETTING_OFFER","id":"(\d+)".*?"odds":([0-9.]+)/))
                offers.append(Offer(id: String(offer.1), odds: String(offer.2)))
            }
            return offers
        }

        private func arguments(_ type: String, _ offers: [Offer]) -> String {
            let selections = offers.map { #"{"bettingOfferId":"\#($0.id)","priceValue":1.01}"# }
            return """
                {"type":"\(type)","systemBetType":null,"eachWay":false,"selections":[\
                \(selections.joined(separator: ","))],"stakeAmount":10,"terminalType":"MOBILE",\
                "lang":"en"}
                """
        }

        @Test("The odds of a ticket are those that the sockets send at that moment")
        func options() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                // What is sent does not change meanwhile.
                _ = try await server.pause()
                for offer in try await offers(socket, count: 5) {
                    let options = try await keywords(
                        socket, "bettingOptionsV2", arguments("SINGLE", [offer]))
                    #expect(try text(options, "priceValueFactor") == offer.odds)
                    #expect(try text(options, "success") == "true")
                    #expect(try text(options, "minStake") == "0.35")
                }
            }
        }

        @Test("A ticket of several matches is answered, and so is which systems it allows")
        func several() async throws {
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                // No match ends meanwhile.
                _ = try await server.pause()
                let offers = try await offers(socket, count: 3)
                let multiple = try await keywords(
                    socket, "bettingOptionsV2", arguments("MULTIPLE", offers))
                #expect(try text(multiple, "forbiddenCombinations") == "[]")
                let trixie = try await keywords(
                    socket, "bettingOptionsV2", arguments("TRIXIE", offers))
                #expect(
                    try text(trixie, "maxWinningAndTaxes").contains(#""taxEnabled":false"#))
                let systems = try await keywords(
                    socket, "systemBetCalculationV2", arguments("MULTIPLE", offers))
                #expect(
                    try text(systems, "systemBets").contains(
                        #"{"id":"2/3","name":"Doubles","numberOfBets":3}"#))
            }
        }

        private static let many = (0..<21).map { #"{"bettingOfferId":"\#($0)"}"# }
            .joined(separator: ",")
        private static let digits = String(repeating: "9", count: 10_000)

        private static func single(_ selection: String, _ more: String = "") -> String {
            #"{"type":"SINGLE"\#(more),"selections":[\#(selection)]}"#
        }

        @Test("Hostile arguments are refused by their names, and the server goes on")
        func hostile() async throws {
            let cases: [(arguments: String, what: String)] = [
                ("{}", #""selections""#), (#"{"selections":7}"#, #""selections""#),
                (#"{"type":"SINGLE","selections":[]}"#, #""selections""#),
                (#"{"type":"MULTIPLE","selections":[\#(Self.many)]}"#, #""selections""#),
                (Self.single("7"), #""bettingOfferId""#), (Self.single("[]"), #""bettingOfferId""#),
                (Self.single(#"{"bettingOfferId":7}"#), #""bettingOfferId""#),
                (Self.single(#"{"bettingOfferId":"\#(Self.digits)"}"#), #""bettingOfferId""#),
                (Self.single(#"{"bettingOfferId":"1","banker":0}"#), #""banker""#),
                (Self.single(#"{"bettingOfferId":"1","priceValue":"1.85"}"#), #""priceValue""#),
                (Self.single(#"{"bettingOfferId":"1","priceValue":\#(Self.digits)}"#),
                    #""priceValue""#),
                (Self.single(#"{"bettingOfferId":"1"}"#, #","stakeAmount":"10""#),
                    #""stakeAmount""#),
                (Self.single(#"{"bettingOfferId":"1"}"#, #","stakeAmount":1e\#(Self.digits)"#),
                    #""stakeAmount""#),
                (Self.single(#"{"bettingOfferId":"1"}"#, #","systemBetType":{}"#),
                    #""systemBetType""#),
                (#"{"type":null,"selections":[{"bettingOfferId":"1"}]}"#, #""type""#),
                (Self.single(#"{"bettingOfferId":"1"}"#), "there is no offer 1"),
                (Self.single(#"{"bettingOfferId":"18446744073709551615"}"#),
                    "there is no offer 18446744073709551615"),
                (Self.single(#"{"bettingOfferId":"1","bettingOfferId":"2"}"#), "a second member"),
            ]
            try await withServer { server in
                let socket = try await TestSocket.session(port: server.port)
                for (arguments, what) in cases {
                    let message = try await answer(socket, "bettingOptionsV2", arguments)
                    guard case .error(48, 1, _, let error, let payload) = message else {
                        Issue.record("\(arguments.prefix(200)): \(message)")
                        continue
                    }
                    #expect(error == WAMPReason.invalidArgument)
                    let text = payload.keywords?.text("desc") ?? ""
                    #expect(text.contains(what), "\(text)")
                    #expect(text.utf8.count < 300)
                }
                // No match ends meanwhile.
                _ = try await server.pause()
                // A banker without others makes no system.
                let offer = try await offers(socket, count: 1)[0]
                let message = try await answer(socket, "bettingOptionsV2", """
                    {"type":"SYSTEM","systemBetType":"1/0","selections":[\
                    {"bettingOfferId":"\(offer.id)","banker":true}]}
                    """)
                #expect(message.type == .error)
                let options = try await keywords(
                    socket, "bettingOptionsV2", arguments("SINGLE", [offer]))
                #expect(try text(options, "success") == "true")
            }
        }
    }
}
