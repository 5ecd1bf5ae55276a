import Foundation

/// A plot, as data: the page's script makes a Chart.js chart of it.
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
    /// Stretches of x with a name, in order and without gaps.
    var phases: [Phase] = []

    struct Phase: Encodable, Equatable {
        var name: String
        var from: Double
        var to: Double
    }

    /// The same without points that have no place on a logarithmic axis: those
    /// at 0, and those so near to it, or so far away, that they are no figures.
    var drawable: Chart {
        func hasPlace(_ value: Double, _ axis: Axis) -> Bool {
            axis.scale == .linear || axis.scale == .category || (1e-9...1e21).contains(value)
        }
        var chart = self
        for index in series.indices {
            chart.series[index].points.removeAll { !hasPlace($0.x, x) || !hasPlace($0.y, y) }
        }
        chart.series.removeAll(where: \.points.isEmpty)
        // Bars of a logarithmic axis stand on its lower end, well below the
        // shortest.
        let least = chart.series.flatMap(\.points).map(\.y).min()
        if form == .bars, y.scale == .logarithmic, let least {
            chart.y.min = pow(10, floor(log10(least / 3)))
        }
        return chart
    }

    /// Whether there is anything to be seen.
    var isEmpty: Bool { heat == nil && series.allSatisfy(\.points.isEmpty) }
}

extension Chart {
    struct Axis: Encodable, Equatable {
        enum Scale: String, Encodable {
            case linear, logarithmic
            /// Values are 1/(1-p) and stand at p, as the spectrum has them.
            case percentile
            /// Values are numbers of `labels`.
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
            /// Of the y, where it has an interval.
            var low: Double?
            var high: Double?
        }

        var name: String
        /// The number of a colour; series that belong together share it.
        var color: Int
        var stroke = Stroke.solid
        var points: [Point]
    }

    /// Counts in cells of equal width, whose heights differ.
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
