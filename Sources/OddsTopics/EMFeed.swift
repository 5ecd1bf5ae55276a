/// The names that the EM feed uses over WAMP.
public enum EMFeed {
    /// The WebSocket subprotocol.
    public static let subprotocol = "wamp.2.json"
    /// The path of the WebSocket's URL.
    public static let path = "/v2"
    /// The procedure that returns the dump of a topic, which the keyword
    /// argument `topic` names.
    public static let initialDump = "/sports#initialDump"
    /// The procedure that returns facts about the operator, such as the ids of
    /// some matches.
    public static let operatorInfo = "/sports#operatorInfo"
}
