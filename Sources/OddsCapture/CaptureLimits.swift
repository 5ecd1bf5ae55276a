/// The limits of a capture file.
public enum CaptureLimits {
    /// The text of one line. A frame of the largest size that the contract
    /// allows (64 MiB) fits in every form, even one whose every byte is a
    /// six-byte escape; frames that are too large by less than that are handed
    /// on, to be rejected and counted like any other illegal frame.
    public static let lineBytesMax = 512 << 20

    /// The channels of one capture, as many as a fleet's source has topics at
    /// most. A replay keeps some 77 KB for each before its first record, and
    /// sixty thousand fit into 207 KB of gzip.
    public static let channelsMax = 4_096

    /// The name of a channel as UTF-8: hundreds of times the length of a
    /// feed's topics, and so short that `channelsMax` of them are no burden.
    public static let channelBytesMax = 64 << 10

    /// What is read, inflated or written at once: large enough to make system
    /// calls rare, small enough to stay in a second-level cache.
    static let chunkBytes = 256 << 10
}
