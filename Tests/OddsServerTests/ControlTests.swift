import OddsServer
import OddsWAMP
import Testing

extension ServerTests {
    /// The control, over HTTP on a real socket.
    @Suite struct ControlTests {
        @Test("GET /health and GET /metrics")
        func reading() async throws {
            try await withControl { server, port in
                let health = try await ask("GET", "/health", port: port)
                #expect(health.status == 200 && health.body == #"{"status":"ok"}"#)
                let socket = try await TestSocket.session(port: server.port)
                _ = try await socket.register(liveTopic)
                let metrics = try await ask("GET", "/metrics", port: port)
                #expect(metrics.status == 200)
                #expect(metrics.head.contains("application/openmetrics-text; version=1.0.0"))
                #expect(metrics.body.contains("\nemsim_connections 1\n"))
                #expect(metrics.body.contains("\nemsim_registrations_made_total 1\n"))
                #expect(metrics.body.contains(#"emsim_faults_injected_total{fault="delay"} 0"#))
            }
        }

        @Test("POST /ledger notes the schedule of topics, and GET /ledger shows it")
        func ledger() async throws {
            try await withControl { server, port in
                #expect(try await ask("GET", "/ledger", port: port).status == 404)
                let body = #"{"topics":["\#(liveTopic)"]}"#
                let begun = try await ask("POST", "/ledger", body, port: port)
                #expect(begun.status == 200 && begun.body == #"{"changed":true}"#)
                // Whoever follows the topic gets a frame once it is noted.
                let socket = try await TestSocket.session(port: server.port)
                _ = try await socket.register(liveTopic)
                _ = try await socket.readMessage()
                let progress = try await ask("GET", "/ledger", port: port)
                #expect(progress.status == 200 && progress.body.contains(#""isFull":false"#))
                let frames = try await ask("GET", "/ledger?topic=\(liveTopic)", port: port)
                #expect(frames.status == 200)
                #expect(frames.body.hasPrefix("epoch,version,due,delay,records\n0,"))
                #expect(try await ask("GET", "/ledger?topic=/other", port: port).status == 404)
                for bad in [#"{"topics":["/other"]}"#, #"{"topics":"all"}"#, ""] {
                    #expect(try await ask("POST", "/ledger", bad, port: port).status == 400)
                }
                let other = try await ask("DELETE", "/ledger", port: port)
                #expect(other.status == 405)
                #expect(other.head.lowercased().contains("\r\nallow: get, post"))
                _ = try await ask("POST", "/ledger", #"{"topics":[]}"#, port: port)
                #expect(try await ask("GET", "/ledger", port: port).status == 404)
            }
        }

        @Test("POST /ledger notes the changes of contents by the times at which they were due")
        func contentLedger() async throws {
            let list = "liveDataSummaryAdvancedListBySportType/FBL/0"
            let body = #"{"contents":["\#(list)"]}"#
            try await withControl { _, port in
                let answer = try await ask("POST", "/ledger", body, port: port)
                #expect(answer.status == 400 && answer.body.contains("--sportradar"))
            }
            var configuration = ServerConfiguration()
            configuration.servesContents = true
            try await withControl(configuration) { server, port in
                for bad in [#"{"contents":["odds/1"]}"#, #"{"contents":["event/none"]}"#, "{}"] {
                    #expect(try await ask("POST", "/ledger", bad, port: port).status == 400)
                }
                #expect(try await ask("POST", "/ledger", body, port: port).status == 200)
                // Nobody follows the content.
                while try #require(await server.ledgerProgress()).frames < 20 {
                    await Task.yield()
                }
                let target = "/ledger?provider=sportradar&content=\(list)"
                let frames = try await ask("GET", target, port: port)
                #expect(frames.status == 200)
                let lines = frames.body.split(separator: "\n")
                #expect(lines.count > 20 && lines[0] == "epoch,version,due,delay,records")
                for line in lines.dropFirst() {
                    let columns = line.split(separator: ",")
                    #expect(columns[1] == columns[2] && columns[4] != "0")
                }
                _ = try await ask("POST", "/ledger", #"{"contents":[]}"#, port: port)
                #expect(try await ask("GET", "/ledger", port: port).status == 404)
            }
        }

        @Test("GET /truth is the snapshot of one channel, with its version")
        func truthOfTopic() async throws {
            try await withControl { _, port in
                #expect(try await ask("POST", "/pause", port: port).body == #"{"changed":true}"#)
                let topic = liveTopic.replacing("/", with: "%2F")
                let first = try await ask("GET", "/truth?topic=\(topic)", port: port)
                let second = try await ask("GET", "/truth?topic=\(liveTopic)", port: port)
                #expect(first.status == 200 && first.body == second.body)
                let list = JSONObjectText(Array(first.body.utf8))?.value("channels") ?? []
                let channel = try #require(JSONObjectText(list.dropFirst().dropLast()))
                #expect(channel.text("channel") == liveTopic)
                #expect(UInt64(channel.text("version") ?? "") != nil)
                #expect(channel.value("events")?.isEmpty == false)
                #expect(try await ask("POST", "/resume", port: port).body == #"{"changed":true}"#)
                #expect(try await ask("POST", "/resume", port: port).body == #"{"changed":false}"#)
            }
        }

        @Test("GET /truth has the contents of the other wire, as they are read from it")
        func truthOfContent() async throws {
            var configuration = ServerConfiguration()
            configuration.servesContents = true
            try await withControl(configuration) { _, port in
                _ = try await ask("POST", "/pause", port: port)
                let truth = "/truth?provider=sportradar&content="
                let name = "liveDataSummaryAdvancedListBySportType/FBL/0"
                let answer = try await ask("GET", truth + name, port: port)
                #expect(answer.status == 200)
                let list = JSONObjectText(Array(answer.body.utf8))?.value("channels") ?? []
                let channel = try #require(JSONObjectText(list.dropFirst().dropLast()))
                #expect(channel.text("channel") == name)
                #expect(channel.value("version").map { $0.elementsEqual("null".utf8) } == true)
                #expect(channel.value("events")?.count ?? 0 > 100)
                let sports = try await ask(
                    "GET", truth + "inplaySportListBySportType/", port: port)
                #expect(sports.body.contains(#""name":"Football""#))
                for content in ["weather/1", "event/1.1"] {
                    let answer = try await ask("GET", truth + content, port: port)
                    #expect(answer.status == 404 && answer.body.contains("there is no"))
                }
            }
        }

        @Test("POST /scenario and POST /faults take effect")
        func changing() async throws {
            try await withControl { server, port in
                let change = #"{"scenario":"goal","rate":900}"#
                #expect(try await ask("POST", "/scenario", change, port: port).status == 200)
                let rate = #"{"rate":5}"#
                #expect(try await ask("POST", "/scenario", rate, port: port).status == 200)
                let plan = #"{"seed":3,"rules":[{"fault":"abort"}]}"#
                #expect(try await ask("POST", "/faults", plan, port: port).status == 200)
                let socket = try await TestSocket(port: server.port)
                _ = try await socket.upgrade()
                try await socket.send(#"[1,"r",{}]"#)
                #expect(try await socket.readMessage().type == .abort)
                let none = #"{"preset":"none"}"#
                #expect(try await ask("POST", "/faults", none, port: port).status == 200)
                _ = try await TestSocket.session(port: server.port)
            }
        }

        @Test("Bad input gets a status of 4xx that says what is wrong", arguments: [
            ("GET", "/nothing", "", 404, "no such path /nothing: use one of GET /health"),
            ("POST", "/health", "", 405, "/health requires GET, not POST"),
            ("GET", "/pause", "", 405, "/pause requires POST"),
            ("GET", "/truth", "", 400, #"the query parameter \"topic\" is missing"#),
            ("GET", "/truth?topic=/sports/1/en/9/match-odds", "", 404, "there is no match 9"),
            ("GET", "/truth?topic=x", "", 404, "x is not a topic"),
            ("GET", "/truth?provider=x", "", 400, "one of everymatrix, sportradar"),
            ("GET", "/truth?provider=sportradar", "", 400, #"\"content\" is missing"#),
            ("GET", "/truth?provider=sportradar&content=event/1.1", "", 400, "--sportradar"),
            ("POST", "/scenario", "", 400, "invalid change of scenario"),
            ("POST", "/scenario", "[]", 400, "invalid change of scenario: expected an object"),
            ("POST", "/scenario", "{}", 400, #"needs \"scenario\", \"rate\" or both"#),
            ("POST", "/scenario", #"{"scenaro":"goal"}"#, 400, ".scenaro: unknown"),
            ("POST", "/scenario", #"{"scenario":"war"}"#, 400, "war"),
            ("POST", "/scenario", #"{"rate":0}"#, 400, "rate"),
            ("POST", "/scenario", #"{"rate":1.5}"#, 400, ".rate: expected an integer"),
            ("POST", "/scenario", #"{"rate":"1"}"#, 400, ".rate: expected an integer"),
            ("POST", "/scenario", #"{"rate":1e99}"#, 400, ".rate: expected an integer"),
            ("POST", "/scenario", #"{"scenario":1}"#, 400, ".scenario: expected a string"),
            ("POST", "/ledger", "{}", 400, ".topics: is missing"),
            ("POST", "/ledger", #"{"topics":"all"}"#, 400, ".topics: expected a list"),
            ("POST", "/ledger", #"{"topics":[1]}"#, 400, ".topics[0]: expected a string"),
            ("POST", "/faults", "no JSON", 400, "invalid fault plan"),
            ("POST", "/faults", #"{"preset":"x"}"#, 400, "use one of none, jitter"),
            ("POST", "/faults", #"{"preset":1}"#, 400, ".preset: expected a string"),
            ("POST", "/faults", #"{"seed":-1}"#, 400, ".seed: expected an integer between 0 and"),
            ("POST", "/faults", #"{"seed":1}"#, 400, ".rules: is missing"),
            ("POST", "/faults", #"{"rules":1}"#, 400, ".rules: expected a list"),
            ("POST", "/faults", #"{"rules":[{}]}"#, 400, ".rules[0].fault: is missing"),
            (
                "POST", "/faults", #"{"rules":[{"fault":"fire"}]}"#, 400,
                ".rules[0].fault: no fault fire: expected one of delay, jitter"
            ),
            (
                "POST", "/faults", #"{"rules":[{"fault":"delay","milliseconds":0.5}]}"#, 400,
                ".rules[0].milliseconds: expected an integer between 0 and 3600000"
            ),
            (
                "POST", "/faults", #"{"rules":[{"fault":"delay","probability":"1"}]}"#, 400,
                ".rules[0].probability: expected a number between 0 and 1"
            ),
            ("POST", "/faults", #"{"rules":[{"fault":"delay","ms":1}]}"#, 400, ".ms: unknown"),
            ("POST", "/faults", #"{"rules":[{"fault":"drop"}]}"#, 400, "needs everySeconds"),
        ])
        func badInput(
            method: String, target: String, body: String, status: Int, what: String
        ) async throws {
            try await withControl { _, port in
                let answer = try await ask(method, target, body, port: port)
                #expect(answer.status == status, "\(answer.head)")
                #expect(answer.body.contains(what), "\(answer.body)")
                #expect(try await ask("GET", "/health", port: port).status == 200)
            }
        }

        @Test("A body above the limit is refused")
        func largeBody() async throws {
            try await withControl { _, port in
                let body = String(repeating: " ", count: 1 << 20) + "{}"
                let answer = try await ask("POST", "/faults", body, port: port)
                #expect(answer.status == 413)
            }
        }
    }
}
