import OddsLauncher

/// What is wrong with presets, defaults or a folder to begin in.
struct PresetError: Error, Equatable, CustomStringConvertible {
    /// `sysexits.h`, as all commands have them.
    enum Status: Int32 {
        case usage = 64
        case badData = 65
        case noSuchFile = 66
        case software = 70
        case cannotWrite = 74
    }

    let status: Status
    let description: String

    init(_ status: Status, _ description: String) {
        self.status = status
        self.description = description
    }

    /// Where a file with presets is needed, and there is none.
    static let noFile = PresetError(
        .noSuchFile,
        """
        there is no \(PresetFile.name) in this folder or above it, up to the package; \
        'bench init' writes one
        """)
}
