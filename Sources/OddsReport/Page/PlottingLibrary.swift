import Foundation

/// Chart.js in the form for browsers: one script that defines `Chart`.
package struct PlottingLibrary: Sendable {
    /// The Debian package that contains it.
    package static let package = "node-chart.js"
    /// The paths of the script in that package and in its dependency.
    package static let paths = [
        "/usr/share/javascript/chart.js/chart.min.js",
        "/usr/share/nodejs/chart.js/dist/chart.min.js",
    ]

    package let script: String
    /// The notices in the script of who holds the copyright, which its licence asks
    /// to keep.
    let notices: String
    /// The version in the script's first comment, such as `Chart.js v3.9.1`.
    package let version: String

    /// `nil` if the text is not Chart.js 3 or 4, or if it could end the element
    /// that it is embedded in.
    package init?(script: String) {
        guard let name = script.firstRange(of: "Chart.js v"),
            !script.lowercased().contains("</script")
        else { return nil }
        let version = script[name.upperBound...].prefix { $0.isNumber || $0 == "." }
        guard ["3", "4"].contains(version.prefix { $0 != "." }) else { return nil }
        self.script = script
        notices = Self.notices(in: script)
        self.version = "Chart.js v\(version)"
    }

    /// The texts of the comments `/*! … */`, without the asterisks of their lines.
    private static func notices(in script: String) -> String {
        var notices: [String] = []
        var rest = script[...]
        while let start = rest.firstRange(of: "/*!") {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: "*/") else { break }
            let lines = rest[..<end.lowerBound].split(whereSeparator: \.isNewline).map { line in
                line.trimmingCharacters(in: CharacterSet(charactersIn: " *"))
            }
            notices.append(lines.filter { !$0.isEmpty }.joined(separator: "\n"))
            rest = rest[end.upperBound...]
        }
        return notices.joined(separator: "\n\n")
    }

    /// The MIT licence, of Chart.js and of what its script contains of others.
    static let licence = """
        Permission is hereby granted, free of charge, to any person obtaining a copy of this \
        software and associated documentation files (the "Software"), to deal in the Software \
        without restriction, including without limitation the rights to use, copy, modify, \
        merge, publish, distribute, sublicense, and/or sell copies of the Software, and to \
        permit persons to whom the Software is furnished to do so, subject to the following \
        conditions:

        The above copyright notice and this permission notice shall be included in all copies \
        or substantial portions of the Software.

        THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, \
        INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR \
        PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR COPYRIGHT HOLDERS BE \
        LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT \
        OR OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR \
        OTHER DEALINGS IN THE SOFTWARE.
        """
}
