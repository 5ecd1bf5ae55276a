import NIOCore
import OddsServer
import OddsSimulator
import OddsWAMP
import Testing

extension ServerTests {
    /// Faults of frames and of the rhythm, each by itself as a client meets it.
    @Suite struct FrameFaultTests {
        /// An INVOCATION, as it came.
        private struct Arrival {
            let version: String
            /// The keyword arguments.
            let frame: [UInt8]
            /// From when it was due.
            let latenessMilliseconds: Double

            var isLegal: Bool { JSONObjectText(frame) != nil }
        }

        private func withFault(
            _ rule: FaultRule, _ body: (EMServer, TestSocket) async throws -> Void
        ) async throws {
            var configuration = ServerConfiguration()
            configuration.faults = FaultPlan(rules: [rule])
            configuration.stampsFrames = true
            try await withServer(configuration) { server in
                let socket = try await TestSocket.session(port: server.port)
                try await body(server, socket)
            }
        }

        private func readArrival(_ socket: TestSocket) async throws -> Arrival {
            while true {
                let data = try await socket.readFrame().data
                guard let head = data.withUnsafeBytes({ WAMPEnvelopeHead($0) }),
                    head.type == .invocation
                else { continue }
                let now = NIODeadline.now().uptimeNanoseconds
                let due = try #require(head.intendedNanoseconds)
                let frame = Array(data[head.keywords])
                return Arrival(
                    version: JSONObjectText(unchecked: frame).text("version") ?? "", frame: frame,
                    latenessMilliseconds: Double(now - due) / 1e6)
            }
        }

        /// Registers with one fault in force, and reads so many frames.
        private func arrivals(_ count: Int, under rule: FaultRule) async throws -> [Arrival] {
            var arrivals: [Arrival] = []
            try await withFault(rule) { server, socket in
                _ = try await socket.register(liveTopic)
                while arrivals.count < count { arrivals.append(try await readArrival(socket)) }
                let struckCount = server.metrics.value(of: rule.fault)
                #expect(struckCount >= count / 2, "\(rule.fault) struck \(struckCount) times")
            }
            return arrivals
        }

        @Test("delay: every frame is late, in the old order")
        func delay() async throws {
            let arrivals = try await arrivals(20, under: FaultRule(.delay, milliseconds: 40))
            #expect(arrivals.allSatisfy { $0.latenessMilliseconds >= 40 && $0.isLegal })
            #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.version < $1.version })
        }

        @Test("jitter: some frames are late, in the old order")
        func jitter() async throws {
            let arrivals = try await arrivals(40, under: FaultRule(.jitter, milliseconds: 60))
            #expect(arrivals.contains { $0.latenessMilliseconds >= 30 })
            #expect(zip(arrivals, arrivals.dropFirst()).allSatisfy { $0.version < $1.version })
        }

        @Test("truncate and malform: frames that are UTF-8 and no JSON", arguments: [
            FaultKind.truncate, .malform,
        ])
        func damage(kind: FaultKind) async throws {
            let arrivals = try await arrivals(40, under: FaultRule(kind))
            for arrival in arrivals {
                #expect(!arrival.isLegal)
                #expect(String(validating: arrival.frame, as: UTF8.self) != nil)
            }
        }

        @Test("repeat: every frame comes twice")
        func repetition() async throws {
            let frames = try await arrivals(20, under: FaultRule(.repeat)).map(\.frame)
            for index in stride(from: 0, to: 20, by: 2) {
                #expect(frames[index] == frames[index + 1])
                if index > 0 { #expect(frames[index - 1] != frames[index]) }
            }
        }

        @Test("reorder: the later of two frames comes first")
        func reordering() async throws {
            let versions = try await arrivals(20, under: FaultRule(.reorder)).map(\.version)
            for index in stride(from: 0, to: 20, by: 2) {
                #expect(versions[index] > versions[index + 1])
            }
            let inOrder = Array(Set(versions)).sorted()
            #expect(inOrder.count == 20)
        }

        @Test("lateDump: the dump comes after updates that are newer")
        func lateDump() async throws {
            try await withFault(FaultRule(.lateDump, milliseconds: 300)) { server, socket in
                _ = try await socket.register(liveTopic)
                try await socket.askDump(liveTopic, request: 2)
                var newest = ""
                while true {
                    switch try await socket.readMessage() {
                    case .invocation(_, _, _, let payload):
                        newest = payload.keywords?.text("version") ?? ""
                    case .result(2, _, let payload):
                        let version = try #require(payload.keywords?.text("version"))
                        #expect(newest > version)
                        #expect(server.metrics.value(of: FaultKind.lateDump) == 1)
                        return
                    default: break
                    }
                }
            }
        }

        @Test("stall: nothing comes for a while, then all that was due")
        func stall() async throws {
            let rule = FaultRule(.stall, everySeconds: 0.05, milliseconds: 150)
            try await withFault(rule) { server, socket in
                _ = try await socket.register(liveTopic)
                var last = ""
                while true {
                    let arrival = try await readArrival(socket)
                    #expect(arrival.version > last && arrival.isLegal)
                    last = arrival.version
                    // A busy machine makes frames late before any stall does.
                    let struckCount = server.metrics.value(of: FaultKind.stall)
                    if struckCount > 0, arrival.latenessMilliseconds >= 100 { break }
                }
            }
        }

        @Test("maintenance: calls answer wamp.no.backend with a reason")
        func maintenance() async throws {
            try await withFault(FaultRule(.maintenance)) { _, socket in
                try await socket.askDump(liveTopic, request: 7)
                guard case .error(48, 7, _, WAMPReason.noBackend, let payload) =
                    try await socket.readMessage()
                else {
                    Issue.record("not refused")
                    return
                }
                #expect(payload.keywords?.text("desc")?.isEmpty == false)
            }
        }

        @Test("silentMaintenance: calls have no answer, until it is over")
        func silence() async throws {
            try await withFault(FaultRule(.silentMaintenance)) { server, socket in
                try await socket.askDump(liveTopic, request: 7)
                while server.metrics.value(of: FaultKind.silentMaintenance) == 0 {
                    await Task.yield()
                }
                try await server.setFaults(FaultPlan())
                try await socket.askDump(liveTopic, request: 8)
                guard case .result(8, _, _) = try await socket.readMessage() else {
                    Issue.record("answered out of turn")
                    return
                }
            }
        }

        @Test("Frames of no bytes survive every fault")
        func emptyFrames() {
            let plan = FaultPlan(
                rules: FaultKind.allCases.filter { $0.target == .frame }.map { FaultRule($0) })
            var draw = FaultDraw(plan, number: 1, startSeconds: 0, nowSeconds: 0)
            for byteCount in [0, 1, 2] {
                let fate = draw.fate(ofFrame: byteCount, at: 1)
                #expect(fate.faults.count == 6)
                #expect((0...byteCount).contains(fate.truncatedByteCount ?? -1))
                #expect((0...byteCount).contains(fate.malformedOffset ?? -1))
            }
        }
    }
}
