import OddsReconstruction
import OddsTraffic

extension HelpTopic {
    static var scenarios: HelpTopic {
        HelpTopic(
            "scenarios", "The traffic that --scenario chooses.",
            [
                .text("All are generated from --seed: the same options give the same bytes."),
                .list(TrafficScenarios.descriptions.map { ($0.name, $0.purpose) }),
                .text(
                    """
                    --events, --markets and --outcomes set the size of the world, --rate, \
                    --arrival and --records-per-frame how it comes, --popularity which events \
                    change. 'bench generate' writes it to a file; 'bench run --capture' measures \
                    on recorded traffic instead.
                    """),
            ])
    }

    static var strategies: HelpTopic {
        HelpTopic(
            "strategies", "The ways to reconstruct the tree that are measured.",
            [
                .text(
                    """
                    --strategy takes \(StrategyHelp.several). It can be given several times, and \
                    results are in the order of the names.
                    """),
                .list([
                    (
                        FullRebuild.name,
                        "builds the whole tree anew after each frame and shares nothing."
                    ),
                    (
                        DeltaRebuild.name,
                        "builds the touched events anew and shares the others."
                    ),
                    (
                        IncrementalGraph.name,
                        """
                        updates rows in place; a reader patches changed values into the events \
                        that it reads, and rebuilds those whose shape changed.
                        """
                    ),
                ]),
                .text(
                    """
                    After every frame all show the same tree and report the same changes; each \
                    run verifies that on the first frames of its traffic.
                    """),
            ])
    }

    static var results: HelpTopic {
        HelpTopic(
            "results", "Where results are kept, and what reads them.",
            [
                .text(
                    """
                    A command prints its result to --output, by default standard output, as \
                    --format says. Beside that every command that measures keeps it with all raw \
                    data, in a new folder below --results FOLDER; the default is Results/runs if \
                    there is a folder Results here, and otherwise nothing is kept. So do run, \
                    saturate, soak, memory, selftest, count, count-records, gate, calibrate and \
                    live. Two have a place of their own: baseline keeps \
                    Results/baselines/NAME.json, and gate-proof its --output-folder, from which \
                    it goes on.
                    """),
                .list([
                    ("result.json", "the result: environment, command, figures, distributions"),
                    ("*.hgrm", "distributions of run, soak and live, for HDR tools"),
                    ("intervals.ndjson", "a line for each interval, with --intervals"),
                ]),
                .code([
                    "bench report Results/runs/*/result.json --output report.html",
                    "bench compare before.json after.json",
                ]),
            ])
    }

    static var presets: HelpTopic {
        HelpTopic(
            "presets", aliases: ["defaults", "toml"],
            "Defaults and named sets of options, from .bench.toml.",
            [
                .text(
                    """
                    The file is looked for in the current folder and in those above it, up to the \
                    one with Package.swift or .git; outside of such, only in the current one. A \
                    table has the options of the command of that name, by their long names; a \
                    table within it is a preset:
                    """),
                .code([
                    "[run]                       # bench run",
                    "rate = 20_000               # --rate 20000",
                    "stages = true               # --stages",
                    "[run.ci]                    # bench run @ci",
                    "duration = \"5s\"",
                    "strategy = [\"full\", \"graph\"]",
                ]),
                .text(
                    """
                    Values are texts or numbers, lists for options that can be given several \
                    times, and true or false for flags. What is given on the command line beats a \
                    preset, a later preset an earlier one, and a preset the defaults; @none leaves \
                    the file out. Unknown keys and values of the wrong kind end with status 65. \
                    The file's options are shown on standard error, and results list all options \
                    of a command, so that they can be repeated without the file. Runs that are \
                    part of a gate ignore it.
                    """),
                .text(
                    """
                    Of a file that you have not written, exec: strategies, programs and paths \
                    outside of its folder are refused until you have read what it does and \
                    trust it; a file that changed is asked about again.
                    """),
                .code([
                    "bench presets    # shows them", "bench init       # writes a file",
                    "bench trust .    # shows what would run, and lets it",
                ]),
            ])
    }
}
