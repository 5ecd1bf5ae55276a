"use strict";
// Creates a Chart.js chart for each plot, from the page's data. No text is
// interpreted as HTML.
(() => {
  const charts = JSON.parse(document.getElementById("charts").textContent);
  const style = getComputedStyle(document.documentElement);
  const css = (name) => style.getPropertyValue(name).trim();

  // Formatting of figures.

  const significant = (value) => {
    if (value === 0) return "0";
    const size = Math.abs(value);
    if (size >= 999.5) return Math.round(value).toLocaleString("en");
    return String(Number(value.toPrecision(3)));
  };
  const scaled = (value, units, step) => {
    let unit = 0;
    while (Math.abs(value) >= step - 0.5 && unit + 1 < units.length) {
      value /= step;
      unit += 1;
    }
    return `${significant(value)} ${units[unit]}`;
  };
  const formats = {
    nanoseconds: (value) => scaled(value, ["ns", "µs", "ms", "s"], 1000),
    seconds: (value) =>
      Math.abs(value) >= 120 ? `${significant(value / 60)} min` : `${significant(value)} s`,
    bytes: (value) => scaled(value, ["B", "KiB", "MiB", "GiB"], 1024),
    rate: (value) => `${significant(value)}/s`,
    count: significant,
    percent: (value) => `${significant(value)}%`,
    ratio: (value) => `×${significant(value)}`,
    percentile: (value) => `${Number((100 - 100 / Math.max(value, 1)).toPrecision(10))}%`,
  };
  const short = {
    ...formats,
    rate: (value) => scaled(value, ["", "k", "M", "G"], 1000).replace(" ", "") + "/s",
    count: (value) => scaled(value, ["", "k", "M", "G"], 1000).replace(" ", ""),
  };
  const text = (axis, value) =>
    axis.scale === "category" ? (axis.labels[value] ?? "") : formats[axis.unit](value);

  // Colours.

  const color = (slot) => css(slot === -1 ? "--muted" : slot === -2 ? "--ink" : `--c${slot % 9}`);
  // What says nothing is faint, and above what it is drawn with.
  const paint = (series) => color(series.color) + (series.isNoise ? "80" : "");
  const rgb = (hex) => [1, 3, 5].map((start) => parseInt(hex.slice(start, start + 2), 16));
  const ramp = (share) => {
    const stops = [0, 1, 2, 3, 4].map((index) => rgb(css(`--heat${index}`)));
    const position = Math.min(Math.max(share, 0), 1) * (stops.length - 1);
    const index = Math.min(Math.floor(position), stops.length - 2);
    const mixed = stops[index].map((part, channel) =>
      Math.round(part + (stops[index + 1][channel] - part) * (position - index)));
    return `rgb(${mixed.join(",")})`;
  };
  const dashes = { solid: [], dashed: [7, 4], dotted: [2, 3], none: [] };

  // Charts.

  // Round tick steps for units that are not powers of ten.
  const roundSteps = {
    bytes: Array.from({ length: 60 }, (_, power) => 2 ** power),
    seconds: [60, 120, 300, 600, 1200, 1800, 3600, 7200, 14400, 43200, 86400],
  };

  const linearTicks = (axis) => (built) => {
    const span = built.max - built.min;
    if (!(axis.unit in roundSteps) || (axis.unit === "seconds" && span < 300)) return;
    const step = roundSteps[axis.unit].find((value) => span / value <= 8);
    if (!step) return;
    const ticks = [];
    for (let value = Math.ceil(built.min / step) * step; value <= built.max; value += step) {
      ticks.push({ value });
    }
    built.ticks = ticks;
  };

  const logarithmicTicks = (axis) => (built) => {
    if (!(built.min > 0) || !Number.isFinite(built.max)) return;
    const isBinary = axis.unit === "bytes";
    const base = isBinary ? 2 : 10;
    const decades = Math.log10(built.max / built.min);
    const steps = isBinary || decades > 2.5 ? [1] : decades > 1 ? [1, 2, 5] : [1, 1.5, 2, 3, 5, 7];
    const log = (value) => Math.log(value) / Math.log(base);
    const stride = Math.max(1, Math.ceil((log(built.max) - log(built.min)) / 10));
    const ticks = [];
    for (let power = Math.floor(log(built.min)); power <= log(built.max); power += stride) {
      for (const step of steps) {
        const value = step * base ** power;
        if (value >= built.min * 0.999 && value <= built.max * 1.001) ticks.push({ value });
      }
    }
    if (ticks.length > 1) built.ticks = ticks;
  };

  const scale = (axis, isHorizontal) => {
    const options = {
      type: axis.scale === "category" ? "category"
        : axis.scale === "linear" ? "linear" : "logarithmic",
      title: { display: !isHorizontal, text: axis.title, color: css("--soft") },
      grid: { color: css("--line"), borderColor: css("--line"), tickLength: 4 },
      ticks: {
        color: css("--soft"), maxRotation: axis.scale === "category" ? 60 : 0,
        autoSkip: axis.scale !== "category" || axis.labels.length > 40, autoSkipPadding: 14, font: { size: 11 },
      },
    };
    if (isHorizontal) options.title.display = true;
    if (axis.min !== undefined) options.min = axis.min;
    if (axis.max !== undefined) options.max = axis.max;
    if (axis.scale === "category") {
      options.labels = axis.labels;
    } else if (axis.scale === "percentile") {
      options.afterBuildTicks = (built) => {
        const powers = [];
        for (let value = 1; value <= built.max * 1.0001; value *= 10) powers.push({ value });
        if (powers.length > 1) powers.splice(1, 0, { value: 2 });
        built.ticks = powers;
      };
      options.ticks.callback = (value) => formats.percentile(value);
    } else if (axis.scale === "logarithmic") {
      options.afterBuildTicks = logarithmicTicks(axis);
      options.ticks.callback = (value) => short[axis.unit](value);
    } else {
      options.afterBuildTicks = linearTicks(axis);
      options.ticks.callback = (value) => short[axis.unit](value);
    }
    return options;
  };

  const dataOf = (series, chart) =>
    series.points.map((point) => ({
      x: chart.x.scale === "category" ? chart.x.labels[point.x] : point.x,
      y: point.y,
      source: point,
    }));

  const lineSet = (series, chart) => ({
    type: "line",
    label: series.name,
    data: dataOf(series, chart),
    borderColor: paint(series),
    backgroundColor: paint(series),
    borderWidth: series.width ?? (chart.heat ? 1.5 : 2),
    borderDash: dashes[series.stroke],
    showLine: series.stroke !== "none",
    isLabelled: series.isLabelled,
    pointRadius: series.stroke === "none" ? 4
      : series.stroke === "solid" && series.points.length <= 24 ? 2.5 : 0,
    pointHoverRadius: 5,
    pointHitRadius: 8,
    tension: 0,
    order: series.width ? series.width / 100 : series.color < 0 ? 2 : 1,
  });

  const barSet = (series, chart) => ({
    type: "bar",
    label: series.name,
    data: dataOf(series, chart),
    backgroundColor: color(series.color) +
      (series.isNoise ? "80" : series.stroke === "dashed" ? "99" : ""),
    borderRadius: 3,
    maxBarThickness: 34,
  });

  // Floating bars from low to high, as wide as points.
  const rangeSet = (series, chart) => ({
    type: "bar",
    label: series.name,
    data: dataOf(series, chart).map((item) => ({
      ...item, y: [item.source.low, item.source.high],
    })),
    backgroundColor: color(series.color) + "66",
    grouped: false,
    barThickness: 12,
    minBarLength: 2,
    borderSkipped: false,
    borderRadius: 3,
    order: 8,
  });

  const heatSet = (heat) => {
    const most = Math.max(...heat.cells.map((cell) => cell.count), 1);
    const shade = (count) => ramp(most > 1 ? Math.log(count) / Math.log(most) : 1);
    const columns = [...Array(heat.columnCount).keys()];
    // An empty cell per column, so that all columns have the same width.
    const cells = heat.cells.concat(
      columns.map((column) => ({ column, low: null, high: null, count: 0 })));
    return {
      type: "bar",
      label: "frames",
      isHeat: true,
      data: cells.map((cell) => ({
        x: (cell.column + 0.5) * heat.columnWidth,
        y: cell.low === null ? null : [cell.low, cell.high],
        source: cell,
      })),
      backgroundColor: cells.map((cell) => (cell.count ? shade(cell.count) : "transparent")),
      barPercentage: 1,
      categoryPercentage: 1,
      borderSkipped: false,
      grouped: false,
      order: 9,
    };
  };

  // Phases are areas in the background, on separate axes whose ticks are the
  // names of the phases.
  const phaseSets = (phases) =>
    phases.map((phase, index) => ({
      type: "line",
      label: phase.name,
      isPhase: true,
      xAxisID: "x",
      yAxisID: "phase",
      data: [{ x: phase.from, y: 1 }, { x: phase.to, y: 1 }],
      backgroundColor: css("--muted") + (index % 2 ? "2e" : "0f"),
      borderWidth: 0,
      pointRadius: 0,
      pointHitRadius: 0,
      fill: "origin",
      order: 10,
    }));

  const addPhaseAxes = (scales, chart) => {
    scales.phase = { type: "linear", axis: "y", display: false, min: 0, max: 1 };
    const span = chart.x.max ?? chart.phases[chart.phases.length - 1].to;
    const named = chart.phases.filter((phase) => phase.to - phase.from > span * 0.06);
    scales.names = {
      type: "linear",
      axis: "x",
      position: "top",
      min: chart.x.min ?? 0,
      max: span,
      grid: { display: false, drawBorder: false },
      afterBuildTicks: (built) => {
        built.ticks = named.map((phase) => ({ value: (phase.from + phase.to) / 2 }));
      },
      ticks: {
        color: css("--soft"), font: { size: 11 }, maxRotation: 0, autoSkip: false,
        callback: (value, index) => named[index].name,
      },
    };
  };

  const reading = (chart, item) => {
    const source = item.raw.source;
    if (item.dataset.isHeat) {
      const axis = chart.y;
      return `${significant(source.count)} frames: ${text(axis, source.low)} to ` +
        `${text(axis, source.high)}`;
    }
    let line = `${item.dataset.label}: ${text(chart.y, source.y)}`;
    if (source.low !== undefined && source.high !== undefined) {
      line += ` [${text(chart.y, source.low)}, ${text(chart.y, source.high)}]`;
    }
    return line;
  };

  const place = (chart, item) => {
    const source = item.raw.source;
    if (item.dataset.isHeat) {
      const start = source.column * chart.heat.columnWidth;
      return `${text(chart.x, start)} to ${text(chart.x, start + chart.heat.columnWidth)}`;
    }
    return `${chart.x.title}: ${text(chart.x, source.x)}`;
  };

  // The names of lines that have a meaning of their own, above their beginnings.
  const labels = {
    id: "labels",
    afterDatasetsDraw: (instance) => {
      instance.data.datasets.forEach((set, index) => {
        if (!set.isLabelled || !instance.isDatasetVisible(index)) return;
        const start = instance.getDatasetMeta(index).data[0];
        const context = instance.ctx;
        context.save();
        context.font = `600 11px ${Chart.defaults.font.family}`;
        context.fillStyle = set.borderColor;
        context.textBaseline = "bottom";
        context.fillText(set.label, start.x + 6, start.y - 3);
        context.restore();
      });
    },
  };

  // How charts are drawn for paper: of this size in CSS pixels, A4 between its margins
  // and those of a block, and fine enough for a printer.
  const paper = { width: 680, height: 240, devicePixelRatio: 3 };

  const make = (chart, canvas, isForPaper) => {
    if (isForPaper) {
      canvas.width = paper.width;
      canvas.height = paper.height;
      canvas.style.width = `${paper.width}px`;
      canvas.style.height = `${paper.height}px`;
    }
    const sets = chart.series.map((series) =>
      series.stroke === "range" ? rangeSet(series, chart)
        : chart.form === "bars" ? barSet(series, chart) : lineSet(series, chart));
    if (chart.heat) sets.push(heatSet(chart.heat));
    const scales = { x: scale(chart.x, true), y: scale(chart.y, false) };
    if (chart.form === "lines" && chart.x.scale === "category") scales.x.offset = true;
    if (chart.heat) scales.x.offset = false;
    const phases = chart.phases;
    if (phases.length) {
      sets.push(...phaseSets(phases));
      addPhaseAxes(scales, chart);
    }
    return new Chart(canvas, {
      data: { datasets: sets },
      plugins: [labels],
      options: {
        animation: false,
        maintainAspectRatio: false,
        responsive: !isForPaper,
        ...(isForPaper ? { devicePixelRatio: paper.devicePixelRatio } : {}),
        interaction: chart.heat || chart.series.some((series) => series.stroke === "none")
          ? { mode: "nearest", intersect: true }
          : { mode: "nearest", axis: chart.form === "bars" ? "x" : "xy", intersect: false },
        scales,
        plugins: {
          legend: { display: false },
          tooltip: {
            filter: (item) => !item.dataset.isPhase,
            callbacks: {
              title: (items) => (items.length ? place(chart, items[0]) : ""),
              label: (item) => reading(chart, item),
            },
          },
        },
      },
    });
  };

  // The legend: one button per series, so that it is accessible by keyboard.
  const addLegend = (figure, chart, instance) => {
    const legend = figure.querySelector(".legend");
    legend.replaceChildren();
    chart.series.forEach((series, index) => {
      const button = document.createElement("button");
      button.type = "button";
      button.setAttribute("aria-pressed", String(instance.isDatasetVisible(index)));
      const mark = document.createElement("i");
      if (chart.form === "bars" || ["none", "range"].includes(series.stroke)) {
        mark.className = series.stroke === "none" ? "dot" : "box";
        mark.style.background =
          color(series.color) + (chart.form === "bars" && series.stroke === "dashed" ? "99" : "");
      } else {
        mark.style.borderTopColor = color(series.color);
        mark.style.borderTopStyle = series.stroke;
      }
      button.append(mark, series.name);
      button.addEventListener("click", () => {
        instance.setDatasetVisibility(index, !instance.isDatasetVisible(index));
        instance.update("none");
        button.setAttribute("aria-pressed", String(instance.isDatasetVisible(index)));
      });
      legend.append(button);
    });
    if (chart.heat) {
      const most = Math.max(...chart.heat.cells.map((cell) => cell.count), 1);
      const note = document.createElement("span");
      note.className = "ramp";
      note.append("1 frame", document.createElement("b"), significant(most));
      legend.append(note);
    }
  };

  // Left and right move along a series, up and down change the series, Escape
  // leaves the chart.
  const addKeys = (figure, chart, canvas, current) => {
    let series = 0;
    let point = -1;
    const live = figure.querySelector(".reading");
    canvas.addEventListener("keydown", (event) => {
      const instance = current();
      const sets = instance.data.datasets
        .map((set, index) => ({ set, index }))
        .filter(({ set, index }) =>
          !set.isPhase && !set.isHeat && set.data.length && instance.isDatasetVisible(index));
      if (!sets.length) return;
      series = Math.min(series, sets.length - 1);
      const steps = { ArrowRight: 1, ArrowLeft: -1 };
      const turns = { ArrowDown: 1, ArrowUp: -1 };
      if (event.key in steps) point += steps[event.key];
      else if (event.key in turns) series = (series + turns[event.key] + sets.length) % sets.length;
      else if (event.key === "Escape") point = -1;
      else return;
      event.preventDefault();
      const { set, index } = sets[series];
      point = event.key === "Escape" ? -1 : Math.min(Math.max(point, 0), set.data.length - 1);
      const active = point < 0 ? [] : [{ datasetIndex: index, index: point }];
      instance.setActiveElements(active);
      const element = active.length ? instance.getDatasetMeta(index).data[point] : { x: 0, y: 0 };
      instance.tooltip.setActiveElements(active, { x: element.x, y: element.y });
      instance.update("none");
      const item = { raw: set.data[Math.max(point, 0)], dataset: set };
      live.textContent = active.length ? `${place(chart, item)}; ${reading(chart, item)}` : "";
    });
  };

  // The figures of a plot as a table, created when it is first opened.
  const addFigures = (figure, chart) => {
    const details = figure.querySelector(".figures");
    details.addEventListener("toggle", () => {
      const frame = details.querySelector(".scroll");
      if (!details.open || frame.firstChild) return;
      const table = document.createElement("table");
      const addRow = (cells, isHead) => {
        const row = table.insertRow();
        cells.forEach((cell) => {
          const element = document.createElement(isHead ? "th" : "td");
          element.textContent = cell;
          row.append(element);
        });
      };
      addRow(["series", chart.x.title, chart.y.title], true);
      for (const series of chart.series) {
        for (const point of series.points) {
          addRow([series.name, text(chart.x, point.x), text(chart.y, point.y)], false);
        }
      }
      for (const cell of chart.heat ? chart.heat.cells : []) {
        const start = cell.column * chart.heat.columnWidth;
        addRow([
          `${significant(cell.count)} frames`, text(chart.x, start),
          `${text(chart.y, cell.low)} to ${text(chart.y, cell.high)}`,
        ], false);
      }
      frame.append(table);
    });
  };

  const hasLibrary = typeof Chart !== "undefined";
  const instances = new Map();
  const draw = (figure, chart, isForPaper = false) => {
    const canvas = figure.querySelector("canvas");
    canvas.setAttribute("aria-label", chart.title);
    const before = instances.get(canvas);
    const hidden = before
      ? before.data.datasets.map((_, index) => !before.isDatasetVisible(index)) : [];
    before?.destroy();
    const instance = make(chart, canvas, isForPaper);
    if (hidden.includes(true)) {
      hidden.forEach((isHidden, index) => instance.setDatasetVisibility(index, !isHidden));
      instance.update("none");
    }
    instances.set(canvas, instance);
    addLegend(figure, chart, instance);
  };
  const figures = [...document.querySelectorAll("figure[data-chart]")]
    .map((figure) => [figure, charts[Number(figure.dataset.chart)]]);
  if (hasLibrary) {
    Chart.defaults.font.family = getComputedStyle(document.body).fontFamily;
  }
  for (const [figure, chart] of figures) {
    addFigures(figure, chart);
    if (!hasLibrary) continue;
    draw(figure, chart);
    const canvas = figure.querySelector("canvas");
    addKeys(figure, chart, canvas, () => instances.get(canvas));
  }
  if (hasLibrary) {
    matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => {
      for (const [figure, chart] of figures) draw(figure, chart);
    });
  }

  // On paper, everything is light and nothing can be opened or scrolled. A table that is
  // too wide gets smaller letters, or, where those would be too small, wraps.
  const letters = { screen: 13, paper: 11, least: 7.5 };
  const fit = (table) => {
    table.style.cssText = "width: max-content; min-width: 0";
    const size = letters.screen * 0.97 * paper.width / table.offsetWidth;
    table.style.cssText = `--paper-size: ${Math.min(size, letters.paper)}px`;
    table.classList.toggle("fits", size >= letters.least);
  };
  let opened = [];
  addEventListener("beforeprint", () => {
    document.documentElement.classList.add("paper");
    opened = [...document.querySelectorAll(".block > details:not(.figures):not([open])")];
    for (const details of opened) details.open = true;
    for (const table of document.querySelectorAll(".block .scroll > table")) fit(table);
    if (hasLibrary) for (const [figure, chart] of figures) draw(figure, chart, true);
  });
  addEventListener("afterprint", () => {
    document.documentElement.classList.remove("paper");
    for (const details of opened) details.open = false;
    if (hasLibrary) for (const [figure, chart] of figures) draw(figure, chart);
  });
})();
