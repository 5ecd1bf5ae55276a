public import Foundation
import OddsJSON

/// Reads the frames of one channel, and puts their records into a store: rules EM-D1 to EM-V3 of
/// the feed contract, without a tree.
///
/// It is beside the hot path: it makes a value of everything that a frame has. One thread owns
/// a parser and its store.
public struct ResponseParser {
    /// The fate of a frame.
    public enum Disposition: Equatable, Sendable {
        /// Its records are in the store, and so are those of held frames that it released.
        case applied
        /// It is older than the store, and was dropped.
        case stale
        /// It is kept until the first dump.
        case held
    }

    /// The most frames that are held before the first dump, and the most text of them: beyond
    /// it the oldest go.
    static let heldFramesMax = 1_024
    static let heldBytesMax = 64 << 20

    /// The entities.
    public let store: EntityStore
    /// The version of the store, `nil` if it has none.
    public private(set) var version: String?
    private var hasDump = false
    private var held: [(response: FeedResponse, byteCount: Int)] = []

    /// Makes a parser that has seen no frame.
    public init(into store: EntityStore = EntityStore()) { self.store = store }

    /// Reads a frame's text, and applies it.
    ///
    /// - Throws: `FeedResponseError` if it is no frame; then nothing changes.
    @discardableResult
    public mutating func parse(_ text: Data) throws(FeedResponseError) -> Disposition {
        let response = try Self.response(from: text)
        guard hasDump || response.messageType == .initialDump else {
            hold(response, text.count)
            return .held
        }
        return apply(response)
    }

    /// Reads a frame's text.
    ///
    /// - Throws: `FeedResponseError` if it is no frame.
    /// - Complexity: O(bytes), times the levels of nesting.
    public static func response(from text: Data) throws(FeedResponseError) -> FeedResponse {
        let tree = text.withUnsafeBytes { bytes in
            Result { () throws(FeedResponseError) in try JSONValue.tree(of: bytes) }
        }
        return try FeedResponse(tree.get())
    }

    private mutating func hold(_ response: FeedResponse, _ byteCount: Int) {
        held.append((response, byteCount))
        var sum = held.reduce(0) { $0 + $1.byteCount }
        while held.count > Self.heldFramesMax || sum > Self.heldBytesMax {
            sum -= held.removeFirst().byteCount
        }
    }

    private mutating func apply(_ response: FeedResponse) -> Disposition {
        switch response.messageType {
        case .initialDump:
            store.removeAll()
            version = response.version
            hasDump = true
        case .update:
            if let number = response.versionNumber {
                if let version = version.flatMap({ UInt64($0) }), number < version { return .stale }
                version = response.version
            }
        }
        for record in response.records { store.store(record) }
        let released = held
        held = []
        for (response, _) in released { _ = apply(response) }
        return .applied
    }
}
