import Foundation
import OddsExperiments
import Testing

@testable import OddsFleetCalibration

@Suite struct NATSProcessTests {
    @Test("What /varz says is read, whatever else it says")
    func variables() throws {
        let text = """
            {"server_id":"N","version":"2.9.10","in_msgs":12,"out_msgs":34,"in_bytes":5,
            "out_bytes":6,"slow_consumers":1,"cpu":0.5,"jetstream":{"stats":{"memory":0}}}
            """
        let variables = try NATSVariables(json: Data(text.utf8))
        #expect(variables.version == "2.9.10")
        #expect(variables.messagesIn == 12)
        #expect(variables.messagesOut == 34)
        #expect(variables.slowConsumers == 1)
    }

    @Test(
        "Anything else is refused",
        arguments: ["", "[]", #"{"version":"2"}"#, #"{"version":2,"in_msgs":"1"}"#])
    func others(text: String) {
        #expect(throws: ExperimentFailure.self) { try NATSVariables(json: Data(text.utf8)) }
    }

    @Test("Where there is no server, the message says what to install")
    func missing() {
        do {
            _ = try NATSProcess.program(path: "/nowhere:/none", others: ["/no"])
            Issue.record("a program was found")
        } catch {
            let failure = error as? ExperimentFailure
            #expect(failure?.status == .noSuchFile)
            #expect(failure?.message.contains("apt-get install nats-server") == true)
        }
    }

    @Test("It is found in a folder of the PATH, and in others")
    func found() throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "nats-server").path
        FileManager.default.createFile(
            atPath: file, contents: Data(), attributes: [.posixPermissions: 0o755])
        #expect(try NATSProcess.program(path: "/none:\(folder.path)", others: []) == file)
        #expect(try NATSProcess.program(path: "", others: [folder.path]) == file)
    }

    @Test(
        "A server serves, counts, and has left nothing once it is stopped",
        .timeLimit(.minutes(1)))
    func serves() async throws {
        let server = try await NATSProcess.start()
        #expect(server.address.hasPrefix("nats://127.0.0.1:"))
        #expect(kill(server.identifier, 0) == 0)
        let variables = try await server.variables()
        #expect(variables.slowConsumers == 0)
        await server.stop()
        await #expect(throws: ExperimentFailure.self) { try await server.variables() }
    }
}
