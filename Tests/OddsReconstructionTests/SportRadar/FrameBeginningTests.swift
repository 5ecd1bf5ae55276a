import OddsWire
import Testing

/// Frames that begin as one before are read by a short way, to the same end.
@Suite struct FrameBeginningTests {
    private static let beginning = #"{"notificationType":"CONTENT_CHANGES","data":"#
    private static let element =
        #"{"contentId":{"type":"event","id":"1.1"},"changeType":"REFRESHED"}"#

    private enum Outcome: Equatable {
        case message(SocketMessage, runs: Int)
        case rejected(FrameError)
    }

    private func outcome(
        _ text: String, _ translator: inout SportRadarTranslator
    ) -> Outcome {
        var text = text
        return text.withUTF8 { utf8 in
            do throws(FrameError) {
                let message = try translator.read(UnsafeRawBufferPointer(utf8))
                var runs = 0
                while translator.nextRun() != nil { runs += 1 }
                return .message(message, runs: runs)
            } catch {
                return .rejected(error)
            }
        }
    }

    /// SR-F1, SR-F2: the last member of a name counts, whatever the first ones said.
    @Test(arguments: [
        "[#]}", "[#,#]}", "[ #]}", "[]}", "[7]}", "7}", "[#] }", "[#]} ", "[#]}}", "[#]", "[#", "[",
        "", "[#],}", "[#],7}", #"[#],"x":1}"#, #"[#],"errorType":"E"}"#, #"[#],"data":7}"#,
        #"[#],"data":[]}"#, #"[#],"data":[#,#,#]}"#, #"[#],"notificationType":"OTHER"}"#, "[#}]",
        #"[#],"notificationType":"LISTENING_STARTED","data":"s-1"}"#, "[#,]}", "[#,7,#]}",
    ])
    func framesThatBeginAlikeAreReadLikeAnyOther(rest: String) {
        let text = Self.beginning + rest.replacing("#", with: Self.element)
        var fresh = SportRadarTranslator(opensContents: true)
        let expected = outcome(text, &fresh)
        var learned = SportRadarTranslator(opensContents: true)
        for _ in 0..<2 {
            let usual = outcome(Self.beginning + "[\(Self.element)]}", &learned)
            #expect(usual == .message(.changes, runs: 1))
        }
        #expect(outcome(text, &learned) == expected)
    }
}
