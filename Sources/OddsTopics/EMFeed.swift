/// The names that make a WAMP connection one of the EM feed.
public enum EMFeed {
    /// The WebSocket subprotocol.
    public static let subprotocol = "wamp.2.json"
    /// The path of the WebSocket.
    public static let path = "/v2"
    /// Gives the dump of the topic named by the keyword argument `topic`.
    public static let initialDump = "/sports#initialDump"
    public static let operatorInfo = "/sports#operatorInfo"
    /// Clients count as connected once their subscription to it is confirmed.
    public static let sessionStateChange = "/sessionStateChange"
}
