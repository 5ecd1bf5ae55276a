import OddsResults

/// Draws a running experiment for a terminal: percentiles and rate over time, each of
/// its own interval, as `top` has them.
package struct LiveView {
    /// The lines for a state and a number of columns.
    package static let draw: @Sendable (LiveState, Int) -> [String] = {
        LiveView($0, columns: $1).lines
    }

    private let state: LiveState
    private let columns: Int

    /// - Parameters:
    ///   - state: What to draw.
    ///   - columns: The width of the terminal, in characters.
    package init(_ state: LiveState, columns: Int) {
        self.state = state
        self.columns = columns
    }

    package var lines: [String] {
        [String(state.progress.prefix(columns))]
            + chart("response p99", height: 5, isLogarithmic: true, \.responseP99)
            + chart("response p50", height: 3, isLogarithmic: true, \.responseP50)
            + rateChart + state.finished.suffix(3).map { "finished: \($0)" }
    }

    private func chart(
        _ title: String, height: Int, isLogarithmic: Bool,
        _ figure: (LiveInterval) -> UInt64?
    ) -> [String] {
        BarChart(
            title: title, values: state.intervals.map { figure($0).map { Double($0) } },
            height: height, isLogarithmic: isLogarithmic,
            format: { FigureFormat.duration(nanoseconds: $0) }
        ).lines(columns: columns)
    }

    private var rateChart: [String] {
        let offered = state.snapshot.offeredRate.map { " of \(FigureFormat.count($0)) offered" }
        return BarChart(
            title: "updates/s" + (offered ?? ""),
            values: state.intervals.map { Double($0.updates) / $0.seconds },
            height: 3, isLogarithmic: false, format: FigureFormat.count
        ).lines(columns: columns)
    }
}
