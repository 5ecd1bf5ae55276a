import OddsReconstruction
import OddsResults
import OddsTraffic
import Testing

@testable import OddsOptions
@testable import bench_core

/// `bench help TOPIC`.
@Suite struct HelpTopicTests {
    private func text(_ name: String) throws -> String {
        try #require(HelpTopic.asked(for: ["help", name])).lines.joined(separator: "\n")
    }

    @Test func topicsFitInEightyColumns() {
        for topic in HelpTopic.all {
            for line in topic.lines { #expect(line.count <= 80, "\(topic.name): \(line)") }
        }
    }

    @Test func onlyHelpForATopicIsOne() {
        #expect(HelpTopic.asked(for: ["help"]) == nil)
        #expect(HelpTopic.asked(for: ["help", "run"]) == nil)
        #expect(HelpTopic.asked(for: ["metrics"]) == nil)
        #expect(HelpTopic.asked(for: ["help", "exit-status"])?.name == "statuses")
    }

    @Test func misspeltTopicsAndCommandsAreAnswered() {
        func mistake(_ words: String...) -> [String]? {
            HelpTopic.mistake(in: words, commands: ["run", "help"])
        }
        #expect(
            mistake("help", "metrcis")?.first
                == "there is no command or topic 'metrcis'; did you mean 'metrics'?")
        #expect(mistake("help", "ran")?.first?.contains("'run'") == true)
        for words in [["help"], ["help", "run"], ["help", "metrics"], ["help", "--help"], ["x"]] {
            #expect(HelpTopic.mistake(in: words, commands: ["run", "help"]) == nil)
        }
    }

    /// A topic hides the help of a command; that of `presets` says all that its does.
    @Test func oneCommandIsCalledLikeATopic() {
        let commands = Bench.configuration.subcommands.compactMap {
            $0.configuration.commandName
        }
        let topics = Set(HelpTopic.all.flatMap { [$0.name] + $0.aliases })
        #expect(topics.intersection(commands) == ["presets"])
    }

    @Test func helpListsTheTopics() {
        let help = Bench.helpMessage(columns: 80)
        for topic in HelpTopic.all {
            #expect(help.contains("  \(topic.name)"))
            #expect(help.contains(topic.abstract))
        }
    }

    @Test func everythingOfAKindIsNamed() throws {
        let metrics = try text("metrics")
        for metric in MetricRegistry.all { #expect(metrics.contains("  \(metric.path)")) }
        let scenarios = try text("scenarios")
        for (name, _) in TrafficScenarios.descriptions { #expect(scenarios.contains("  \(name)")) }
        let strategies = try text("strategies")
        for name in Strategies.names { #expect(strategies.contains("  \(name) ")) }
    }

    /// What the topic gives as an example is what options take.
    @Test func examplesOfQuantitiesAreLegal() throws {
        for form in HelpTopic.quantityForms {
            for example in form.examples {
                let isLegal =
                    switch form.name {
                    case "time": DurationOption(argument: example) != nil
                    case "rate, count": CountText.number(example) != nil
                    case "rising rate": RateOption(argument: example)?.last != nil
                    case "size": SizeText.bytes(example) != nil
                    case "percent": PercentOption(argument: example) != nil
                    case "speed": SpeedOption(argument: example) != nil
                    case "popularity": EventPopularity(argument: example) != nil
                    default: false
                    }
                #expect(isLegal, "\(form.name): \(example)")
            }
        }
    }
}
