import Testing

@testable import OddsServer

extension ServerTests {
    /// Who may use the control interface, and how much of it.
    @Suite struct ControlAccessTests {
        private let pause = #"{"changed":true}"#

        @Test("Requests for another name than the control interface's own are refused",
            arguments: [
                "evil.example", "evil.example:PORT", "localhost", "localhost:1", "", "[::1]",
            ])
        func foreignHost(host: String) async throws {
            try await withControl { _, port in
                let host = host.replacing("PORT", with: "\(port)")
                let answer = try await ask("POST", "/pause", host: host, port: port)
                #expect(answer.status == 403, "\(host): \(answer.head)")
                #expect(answer.body.contains("use 127.0.0.1:\(port)"))
                // It has not been paused.
                #expect(try await ask("POST", "/pause", port: port).body == pause)
            }
        }

        @Test("Every name of the loopback interface is the control interface's own",
            arguments: ["localhost:PORT", "LOCALHOST:PORT", "127.0.0.1:PORT", "[::1]:PORT"])
        func ownHost(host: String) async throws {
            try await withControl { _, port in
                let host = host.replacing("PORT", with: "\(port)")
                let answer = try await ask("GET", "/health", host: host, port: port)
                #expect(answer.status == 200, "\(answer.head)")
            }
        }

        @Test("Requests of web pages are refused, except of pages of its own",
            arguments: [
                ("https://evil.example", 403), ("null", 403), ("http://localhost", 403),
                ("https://localhost:PORT", 403), ("http://127.0.0.1:PORT", 403),
                ("http://localhost:PORT", 200),
            ])
        func origin(origin: String, status: Int) async throws {
            try await withControl { _, port in
                let origin = origin.replacing("PORT", with: "\(port)")
                let answer = try await ask(
                    "POST", "/pause", headers: ["Origin: \(origin)"], port: port)
                #expect(answer.status == status, "\(answer.head)")
            }
        }

        @Test("A body must be JSON by its content type",
            arguments: [
                ("text/plain", 415), ("application/x-www-form-urlencoded", 415), (nil, 415),
                ("application/json; charset=utf-8", 200), ("Application/JSON", 200),
            ] as [(String?, Int)])
        func contentType(type: String?, status: Int) async throws {
            try await withControl { _, port in
                let body = #"{"preset":"none"}"#
                let answer = try await ask("POST", "/faults", body, type: type, port: port)
                #expect(answer.status == status, "\(answer.head)")
                let says = answer.body.contains("expected Content-Type: application/json")
                #expect(says == (status == 415))
                // Without a body there is nothing to have a type.
                #expect(try await ask("POST", "/pause", type: type, port: port).status == 200)
            }
        }

        @Test("With a token, every request needs it, and the name is not checked")
        func token() async throws {
            var configuration = ServerConfiguration()
            configuration.controlToken = "s3cret"
            try await withControl(configuration) { _, port in
                for wrong in [
                    [], ["Authorization: Bearer s3cres"], ["Authorization: Bearer s3cretX"],
                    ["Authorization: Bearer s3cre"], ["Authorization: s3cret"],
                    ["Authorization: Basic s3cret"], ["Authorization: Bearer "],
                ] {
                    let answer = try await ask("GET", "/health", headers: wrong, port: port)
                    #expect(answer.status == 401, "\(wrong): \(answer.head)")
                    #expect(answer.head.contains("Bearer"))
                    #expect(answer.body.contains("--control-token"))
                }
                let right = ["Authorization: Bearer s3cret"]
                let own = try await ask("GET", "/health", headers: right, port: port)
                #expect(own.status == 200)
                let other = try await ask(
                    "GET", "/health", host: "build7.lan", headers: right, port: port)
                #expect(other.status == 200)
                let page = try await ask(
                    "GET", "/health", headers: right + ["Origin: http://evil.example"], port: port)
                #expect(page.status == 403)
            }
        }

        @Test("Loopback addresses need no token", arguments: [
            ("127.0.0.1", true), ("127.9.9.9", true), ("::1", true), ("localhost", true),
            ("0.0.0.0", false), ("::", false), ("10.0.0.1", false), ("fe80::1", false),
            ("127.evil.example", false), ("build7", false),
        ])
        func loopback(host: String, isLoopback: Bool) {
            var configuration = ServerConfiguration()
            configuration.controlHost = host
            #expect(configuration.isControlOnLoopback == isLoopback)
        }

        @Test("A silent connection is closed, and no more than the limit are accepted meanwhile")
        func silence() async throws {
            try await withControl { _, port in
                var silent: [TestSocket] = []
                for _ in 0..<(ServerConfiguration.controlConnectionsMax + 20) {
                    silent.append(try await TestSocket(port: port))
                }
                // Waits until some of them have been closed for their silence.
                #expect(try await ask("GET", "/health", port: port).status == 200)
                #expect(await silent[0].isClosed())
            }
        }
    }
}
