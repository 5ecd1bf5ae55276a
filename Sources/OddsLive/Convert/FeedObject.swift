import OddsJSON

/// An object outside of WAMP's messages, by the names of its members.
enum FeedObject {
    /// A frame of EM's feed.
    case frame
    /// What SportRadar's server sends on its socket.
    case socketFrame
    /// What a client sends there.
    case socketRequest
    /// A line of a capture.
    case captureLine
    /// Another object, or none that can be read.
    case unknown

    /// - Complexity: O(bytes).
    init(_ text: UnsafeRawBufferPointer) {
        guard let members = Self.members(of: text) else {
            self = .unknown
            return
        }
        let has = { (names: String...) in names.allSatisfy { members[Array($0.utf8)] != nil } }
        if has("messageType") {
            self = .frame
        } else if has("notificationType") || has("errorType") {
            self = .socketFrame
        } else if has("subscriberId", "versionList") || has("subscriberId", "contentId") {
            self = .socketRequest
        } else if has("channel", "at") {
            self = .captureLine
        } else {
            self = .unknown
        }
    }

    /// Whether it is a frame that can be read and says that it is a dump.
    ///
    /// - Complexity: O(bytes).
    static func isDump(_ text: UnsafeRawBufferPointer) -> Bool {
        guard let type = members(of: text)?[Array("messageType".utf8)],
            text[type.lowerBound] == UInt8(ascii: "\"")
        else { return false }
        let literal = UnsafeRawBufferPointer(rebasing: text[type])
        return JSONText.unescaped(literal).elementsEqual("INITIAL_DUMP".utf8)
    }

    /// The values by name; `nil` if there is more than one object, or none.
    private static func members(of text: UnsafeRawBufferPointer) -> [[UInt8]: Range<Int>]? {
        var scanner = JSONScanner(text)
        var members: [[UInt8]: Range<Int>] = [:]
        do throws(JSONSyntaxError) {
            scanner.skipWhiteSpace()
            try scanner.forEachMember { key, value in
                let literal = UnsafeRawBufferPointer(rebasing: text[key])
                members[JSONText.unescaped(literal)] = value
            }
        } catch {
            return nil
        }
        scanner.skipWhiteSpace()
        return scanner.isAtEnd ? members : nil
    }
}
