import OddsResults

extension HelpTopic {
    static var metrics: HelpTopic {
        HelpTopic(
            "metrics", "The figures of a run, for --fail-if, --slo and limits.",
            [
                .text(
                    """
                    A name is the path of the figure in the JSON of a run. A condition is a name, \
                    one of > >= < <=, and a value with its unit; --fail-if says what must not be, \
                    --slo what must be:
                    """),
                .code([
                    "bench run --fail-if 'responseTime.p99>2ms'",
                    "bench saturate --slo 'serviceTime.p999<500us'",
                    "bench gate --against main --max-regression 'serviceTime.p50=5%'",
                ]),
                .list(
                    MetricRegistry.all.map { ($0.path, "\($0.meaning) [\($0.unit.rawValue)]") }),
                .text(
                    """
                    Gates also judge \(CountResult.metric), the instructions that 'bench count' \
                    counts.
                    """),
            ])
    }

    static var quantities: HelpTopic {
        HelpTopic(
            "quantities", "Times, rates, sizes and shares, as options take them.",
            [
                .list(
                    quantityForms.map { form in
                        (form.name, "\(form.meaning): \(form.examples.joined(separator: ", "))")
                    }),
                .text("Results write them back in a form that options take again."),
            ])
    }

    /// The kinds of quantities with examples, all of which are legal.
    static let quantityForms: [(name: String, meaning: String, examples: [String])] = [
        (
            "time", "with units, ns us ms s m h, or a bare number of seconds",
            ["500us", "250ms", "30", "1m30s", "2h"]
        ),
        (
            "rate, count", "a whole number; rates are updates per second",
            ["20000", "20_000", "10k", "1.5M", "1e6"]
        ),
        ("rising rate", "of run and generate", ["1k..50k"]),
        ("size", "with a unit", ["64MiB", "512kB", "1GB"]),
        ("percent", "with or without the sign", ["5%", "2.5%", "15"]),
        ("speed", "a factor of the recorded speed, with or without x", ["2x", "0.5"]),
        ("popularity", "uniform, or zipf with its exponent", ["uniform", "zipf:1.2"]),
    ]

    static var statuses: HelpTopic {
        HelpTopic(
            "statuses", aliases: ["status", "exit-status"],
            "What runs and gates are called, and how commands end.",
            [
                .text("A run is"),
                .list([
                    ("OK", "it kept the rate."),
                    (
                        "SATURATED",
                        """
                        the strategy could not keep the rate: a result, not an error. What was not \
                        served counts with its age, so that figures are lower bounds.
                        """
                    ),
                    (
                        "INVALID",
                        """
                        the machine was too busy to measure on: too much of a figure is the \
                        harness's own delay. End other programs, or lower --rate.
                        """
                    ),
                    (
                        "INCOMPLETE",
                        """
                        agents of a fleet were lost, and with them a part of the figures.
                        """
                    ),
                ]),
                .text("A gate is"),
                .list([
                    ("PASS", "every figure is within its limit."),
                    ("REGRESSION", "the whole interval of a figure is beyond its limit."),
                    (
                        "INCONCLUSIVE",
                        "the interval of a figure contains its limit: more --time decides it."
                    ),
                    ("INVALID", "the sides cannot be compared, or the machine was too busy."),
                ]),
                .text("Exit statuses of all commands:"),
                .list([
                    ("0", "done; SATURATED included"),
                    (
                        "1",
                        """
                        a check failed: --fail-if, unequal results, a trend in a soak, the \
                        self-test, a regression
                        """
                    ),
                    (
                        "3",
                        """
                        inconclusive: a gate; or a figure of --fail-if or --slo that is missing, \
                        or a bound that leaves the condition open
                        """
                    ),
                    ("4", "invalid: the machine was too busy, or two results are incomparable"),
                    ("64 65 66", "wrong usage; bad data; no such file"),
                    (
                        "69",
                        "a server cannot be reached or refuses; 'record' has not all of a topic"
                    ),
                    ("70 74", "a child process failed; cannot write"),
                ]),
            ])
    }
}
