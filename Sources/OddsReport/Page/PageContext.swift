import Foundation
import OddsResults

/// The context of the template. Everything that comes from a file is text that
/// the template escapes, and appears between tags, never within one.
struct PageContext {
    let title: String
    let sections: [Section]
    let library: PlottingLibrary?
    let charts: [Chart]

    struct Section {
        let object: [String: Any]

        /// - Parameters:
        ///   - section: The section of the page.
        ///   - title: What links call it.
        ///   - file: The name of its file; empty for what is made of several.
        ///   - number: Its number, from 1; 0 for what is made of several.
        ///   - invalid: Which of its runs are INVALID or INCOMPLETE, and why.
        ///   - invalidStatus: The worse of the two that it has.
        ///   - charts: Collects the plots, whose positions are their ids.
        init(
            _ section: ReportSection, title: String, file: String, number: Int,
            invalid: [String] = [], invalidStatus: RunResult.Status = .invalid,
            charts: inout [Chart]
        ) {
            var object: [String: Any] = [
                "number": number,
                "kind": section.kind,
                "title": PageText.safe(title),
                "file": PageText.safe(file),
                "isInvalid": !invalid.isEmpty,
                "invalidStatus": invalidStatus.rawValue,
                "invalid": invalid.map(PageText.safe),
                "summary": PageText.safe(section.summary),
                "findings": section.findings.map { finding in
                    [
                        "label": PageText.safe(finding.label),
                        "value": PageText.safe(finding.value),
                        "detail": PageText.safe(finding.detail),
                        "tone": finding.tone.rawValue,
                    ]
                },
                "hasFindings": !section.findings.isEmpty,
                "sentences": section.sentences.map(PageText.safe),
                "hasSentences": !section.sentences.isEmpty,
                "blocks": section.blocks.map { Self.block($0, &charts) },
            ]
            object["provenance"] = section.provenance.map(Self.provenance)
            self.object = object
        }

        private static func provenance(_ provenance: Provenance) -> [String: Any] {
            [
                "command": PageText.safe(provenance.command),
                "facts": provenance.facts.map {
                    ["label": PageText.safe($0.label), "value": PageText.safe($0.value)]
                },
                "notes": provenance.notes.map(PageText.safe),
            ]
        }

        private static func block(
            _ block: ReportSection.Block, _ charts: inout [Chart]
        ) -> [String: Any] {
            switch block {
            case .chart(let chart):
                charts.append(chart)
                return [
                    "chart": [
                        "id": charts.count - 1,
                        "title": PageText.safe(chart.title),
                        "explanation": PageText.safe(chart.explanation),
                        "isHeat": chart.heat != nil,
                        "isNoise": chart.isNoise,
                    ]
                ]
            case .table(let table): return ["table": Self.table(table)]
            }
        }

        private static func table(_ table: ReportTable) -> [String: Any] {
            var startsGroup = false
            var rows: [[String: Any]] = []
            for row in table.rows {
                guard let row else {
                    startsGroup = true
                    continue
                }
                rows.append([
                    "name": PageText.safe(row.first ?? ""),
                    "cells": row.dropFirst().map(PageText.safe),
                    "startsGroup": startsGroup,
                ])
                startsGroup = false
            }
            return [
                "title": PageText.safe(table.title),
                "corner": PageText.safe(table.header.first ?? ""),
                "header": table.header.dropFirst().map(PageText.safe),
                "rows": rows,
                "notes": table.notes.map(PageText.safe),
                "isFolded": table.isFolded,
            ]
        }
    }

    private var hasSeveral: Bool { sections.count > 1 }

    /// The template's context.
    func object(style: String, script: String) throws -> [String: Any] {
        let scripts = [library?.script, script].compactMap { $0 }
        return [
            "title": PageText.safe(title),
            "sections": sections.map(\.object),
            "hasSeveral": hasSeveral,
            "policy": scripts.map(PageTemplate.policySource).joined(separator: " "),
            "style": style,
            "library": library?.script ?? "",
            "hasLibrary": library != nil,
            "libraryVersion": library?.version ?? "",
            "libraryNotices": PageText.safe(library?.notices ?? ""),
            "libraryLicence": PlottingLibrary.licence,
            "libraryPackage": PlottingLibrary.package,
            "script": script,
            "charts": try PageTemplate.scriptJSON(charts),
        ]
    }

}

/// Makes text from files safe for the template.
enum PageText {
    /// Separates characters with a meaning in HTML from non-ASCII neighbours by
    /// a word joiner. The template escapes whole characters (grapheme
    /// clusters), and would miss a `<` that combines with its neighbour.
    /// Control characters, which HTML does not allow, become U+FFFD.
    static func safe(_ text: String) -> String {
        var safe = String.UnicodeScalarView()
        var previous: Unicode.Scalar?
        for scalar in text.unicodeScalars {
            if let previous, couldCombine(previous, scalar) { safe.append("\u{2060}") }
            let isControl = scalar.value < 0x20 && scalar != "\n" && scalar != "\t"
            safe.append(isControl ? "\u{FFFD}" : scalar)
            previous = scalar
        }
        return String(safe)
    }

    private static func couldCombine(_ first: Unicode.Scalar, _ second: Unicode.Scalar) -> Bool {
        special.contains(first) && !second.isASCII || !first.isASCII && special.contains(second)
    }

    private static let special: Set<Unicode.Scalar> = ["<", ">", "&", "\"", "'"]
}
