import Foundation
import Mustache
import OddsMeasurement

/// The page's template, style and script, which the build embeds in the
/// program.
enum PageTemplate {
    static func render(_ context: PageContext) throws -> String {
        let template = try MustacheTemplate(string: text(PackageResources.page_mustache))
        return try template.render(context.object(style: style, script: script))
    }

    static var style: String { text(PackageResources.page_css) }

    static var script: String { text(PackageResources.page_js) }

    private static func text(_ bytes: [UInt8]) -> String { String(decoding: bytes, as: UTF8.self) }

    /// A source of a content security policy that allows exactly this text.
    static func policySource(_ text: String) -> String {
        let digest = SHA256Digest(of: text.utf8)
        return "'sha256-\(Data(digest.bytes).base64EncodedString())'"
    }

    /// Encodes JSON for a `script` element: without a `<` that could end it.
    static func scriptJSON(_ value: some Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        let json = String(decoding: try encoder.encode(value), as: UTF8.self)
        // By scalars, because `<` with a combining mark is another character.
        var text = ""
        for scalar in json.unicodeScalars {
            switch scalar {
            case "<": text += "\\u003c"
            case ">": text += "\\u003e"
            case "&": text += "\\u0026"
            default: text.unicodeScalars.append(scalar)
            }
        }
        return text
    }
}
