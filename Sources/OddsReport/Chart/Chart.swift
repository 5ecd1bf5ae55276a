import Foundation

/// A plot as data, from which the page's script creates a Chart.js chart.
struct Chart: Encodable, Equatable {
    enum Form: String, Encodable {
        case lines, bars
    }

    var title: String
    /// One or two sentences on how to read it.
    var explanation = ""
    var form = Form.lines
    var x: Axis
    var y: Axis
    var series: [Series] = []
    var heat: Heat?
    /// Named ranges of x, in order and without gaps.
    var phases: [Phase] = []

    struct Phase: Encodable, Equatable {
        var name: String
        var from: Double
        var to: Double
    }

    /// The chart without points that a logarithmic axis cannot show: those at
    /// 0, and those too small or too large to be figures.
    var drawable: Chart {
        func hasPlace(_ value: Double, _ axis: Axis) -> Bool {
            axis.scale == .linear || axis.scale == .category || (1e-9...1e21).contains(value)
        }
        var chart = self
        for index in series.indices {
            chart.series[index].points.removeAll { !hasPlace($0.x, x) || !hasPlace($0.y, y) }
        }
        chart.series.removeAll(where: \.points.isEmpty)
        // Bars on a logarithmic axis begin at its lower end, well below the
        // shortest bar.
        let least = chart.series.flatMap(\.points).map(\.y).min()
        if form == .bars, y.scale == .logarithmic, let least {
            chart.y.min = pow(10, floor(log10(least / 3)))
        }
        return chart
    }

    /// True if all of it is noise, but what is for comparison.
    var isNoise: Bool {
        let own = series.filter { $0.color != Palette.muted }
        return !own.isEmpty && own.allSatisfy(\.isNoise)
    }

    /// Whether there is nothing to draw.
    var isEmpty: Bool { heat == nil && series.allSatisfy(\.points.isEmpty) }
}

extension Chart {
    struct Axis: Encodable, Equatable {
        enum Scale: String, Encodable {
            case linear, logarithmic
            /// Values are 1/(1-p) for the percentile p, as in HDR spectra.
            case percentile
            /// Values are positions in `labels`.
            case category
        }

        enum Unit: String, Encodable {
            case nanoseconds, seconds, bytes, rate, count, percent, ratio, percentile
        }

        var title: String
        var scale = Scale.linear
        var unit: Unit
        var labels: [String] = []
        var min: Double?
        var max: Double?
    }

    struct Series: Encodable, Equatable {
        enum Stroke: String, Encodable {
            case solid, dashed, dotted
            /// Points without a line.
            case none
            /// A bar from `low` to `high` at each x.
            case range
        }

        struct Point: Encodable, Equatable {
            var x: Double
            var y: Double
            /// The ends of the interval of `y`, if there is one.
            var low: Double?
            var high: Double?
        }

        var name: String
        /// The number of a colour, shared by series that belong together.
        var color: Int
        var stroke = Stroke.solid
        var points: [Point]
        /// Whether its name stands at its first point: that of a line with a meaning
        /// of its own, such as a limit.
        var isLabelled = false
        /// True if it says nothing, as it is of INVALID runs, and is drawn faintly.
        var isNoise = false
        /// The width of the line; `nil` for the usual one.
        var width: Double?
    }

    /// A heat map: counts in cells of equal width and different heights.
    struct Heat: Encodable, Equatable {
        var columnWidth: Double
        var columnCount: Int
        var cells: [Cell]

        struct Cell: Encodable, Equatable {
            var column: Int
            var low: Double
            var high: Double
            var count: Double
        }
    }
}

extension Chart.Series.Point {
    init(_ x: Double, _ y: Double) { self.init(x: x, y: y, low: nil, high: nil) }
}

extension [Chart.Series] {
    /// The same lines, each less wide than those before and drawn over them, so that none
    /// hides another that has the same points.
    var nested: [Chart.Series] {
        enumerated().map { position, series in
            var series = series
            series.width = 1.5 + 2.5 * Double(count - 1 - position)
            return series
        }
    }
}
