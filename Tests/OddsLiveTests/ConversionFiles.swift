import Foundation
import OddsCapture

@testable import OddsLive

/// Files of a conversion, which the test ends with.
final class ConversionFiles {
    let folder = FileManager.default.temporaryDirectory.appending(path: "\(UUID().uuidString)")
    var output: String { folder.appending(path: "out.ndjson").path }

    init() throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func file(_ name: String, _ text: String) throws -> String {
        let url = folder.appending(path: name)
        try Data(text.utf8).write(to: url)
        return url.path
    }

    /// Each frame of the output, as `CHANNEL AT TEXT`.
    func frames() throws -> [String] {
        var reader = try CaptureReader(path: output)
        var frames: [String] = []
        while let frame = try reader.next() {
            frames.append(
                "\(frame.channel) \(frame.at) \(String(decoding: frame.bytes, as: UTF8.self))")
        }
        return frames
    }

    /// Converts lines.
    func convert(
        _ lines: [String], _ choice: ConversionChoice = ConversionChoice()
    ) throws -> ConvertedMessages {
        try CaptureConversion.convert(
            lines: file("log.ndjson", lines.joined(separator: "\n")), choice,
            intervalNanoseconds: 1_000_000, to: output)
    }

    /// Converts the entries of a HAR file.
    func convert(
        entries: [String], _ choice: ConversionChoice = ConversionChoice()
    ) throws -> [ConvertedMessages] {
        let har = #"{"log":{"version":"1.2","entries":[\#(entries.joined(separator: ","))]}}"#
        return try CaptureConversion.convert(har: file("page.har", har), choice, to: output)
    }

    /// Why nothing is written.
    func failure(_ body: () throws -> Void) -> String {
        do {
            try body()
            return "none"
        } catch {
            return FileManager.default.fileExists(atPath: output) ? "something" : "\(error)"
        }
    }
}

/// An entry of a HAR file.
func harEntry(_ url: String, _ messages: [String]) -> String {
    #"{"request":{"url":"\#(url)"},"_webSocketMessages":[\#(messages.joined(separator: ","))]}"#
}

/// A message of one, as Chromium writes it.
func harMessage(
    _ data: String, at time: Double = 1_700_000_000, isSent: Bool = false, opcode: String = "1"
) -> String {
    let text = try! String(decoding: JSONEncoder().encode(data), as: UTF8.self)
    return """
        {"type":"\(isSent ? "send" : "receive")","time":\(time),"opcode":\(opcode),"data":\(text)}
        """
}

/// The messages of a session of EM's, of one topic, up to the call for its dump.
func feedSession(_ topic: String = "/t", registration: Int = 9) -> [String] {
    [
        #"[1,"r",{}]"#, "[2,5,{}]", #"[64,1,{},"\#(topic)"]"#, "[65,1,\(registration)]",
        ##"[48,2,{},"/sports#initialDump",[],{"topic":"\##(topic)"}]"##,
    ]
}

/// A dump with one event.
let smallDump = """
    {"version":"1","messageType":"INITIAL_DUMP","records":[{"_type":"MATCH","id":"m"}]}
    """
