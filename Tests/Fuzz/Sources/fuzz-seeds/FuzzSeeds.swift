import Foundation
import FuzzFrames
import FuzzTargets

/// Writes the initial inputs of fuzzing into a folder, with a subfolder for
/// each target.
@main
struct FuzzSeeds {
    static func main() throws {
        guard CommandLine.arguments.count == 2 else {
            print("usage: fuzz-seeds FOLDER")
            exit(64)
        }
        let folder = URL(fileURLWithPath: CommandLine.arguments[1], isDirectory: true)
        let frames = (try TrafficSeeds.all() + OddValueSeeds.all).map { name, frames in
            (name, FuzzInput.bytes(of: frames))
        }
        let sockets = try SocketSeeds.all().map { name, frames in
            (name, FuzzInput.bytes(of: frames))
        }
        let feed = SessionSeeds.fleet.map { name, messages in
            (name: name, messages: messages.map { Array($0.utf8) })
        }
        let fleet = (feed + (try FleetRunSeeds.all())).map { name, messages in
            (name, FuzzInput.bytes(of: messages))
        }
        let sessions = SessionSeeds.wamp.map { name, messages in
            (name, FuzzInput.bytes(of: messages.map { Array($0.utf8) }))
        }
        try write(frames, to: folder.appendingPathComponent("parser"))
        try write(frames, to: folder.appendingPathComponent("channels"))
        try write(sockets, to: folder.appendingPathComponent("socket"))
        try write(sessions, to: folder.appendingPathComponent("wamp"))
        try write(fleet, to: folder.appendingPathComponent("fleet"))
        try write(SessionSeeds.webSocket, to: folder.appendingPathComponent("websocket"))
    }

    private static func write(_ inputs: [(name: String, bytes: [UInt8])], to folder: URL) throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for (name, bytes) in inputs {
            try Data(bytes).write(to: folder.appendingPathComponent(name), options: .atomic)
        }
    }
}
