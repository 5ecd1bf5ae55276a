import Foundation

/// Paths as the system follows them.
enum RealPath {
    /// The path of a file that exists, without symbolic links and dots.
    static func of(_ path: String) -> String? {
        guard let real = realpath(path, nil) else { return nil }
        defer { free(real) }
        return String(cString: real)
    }

    /// The same of a file that need not exist.
    ///
    /// - Parameters:
    ///   - path: The file.
    ///   - folder: The folder that a relative path is from, without symbolic links.
    /// - Returns: `nil` if the path leads through a symbolic link to nothing.
    static func of(_ path: String, from folder: String) -> String? {
        var place = path.hasPrefix("/") ? "/" : folder
        for part in path.split(separator: "/") where part != "." {
            if part == ".." {
                place = (place as NSString).deletingLastPathComponent
                continue
            }
            let next = (place as NSString).appendingPathComponent(String(part))
            var status = stat()
            if lstat(next, &status) != 0 {
                place = next
            } else if let real = of(next) {
                place = real
            } else {
                return nil
            }
        }
        return place
    }
}
