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
        self.version = "Chart.js v\(version)"
    }
}
