/// How this program was built.
public enum Optimization {
    /// Whether with optimization; what is timed has its code from here.
    static var isOn: Bool { !_isDebugAssertConfiguration() }

    /// Refuses to measure in a debug build.
    ///
    /// - Throws: `PeerError.unoptimized`.
    public static func require() throws(PeerError) {
        guard isOn else { throw .unoptimized }
    }
}
