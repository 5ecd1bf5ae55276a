import Testing

/// The README's picture of the targets is that of this manifest.
@Suite struct MapTests {
    static let picture = PackageSources.read("Results/targets.svg").lines
    static let targets = PackageManifest.package.targets.filter(\.isForUsers)

    struct Arrow: Hashable, CustomStringConvertible {
        let from: String
        let to: String
        var description: String { "\(from) -> \(to)" }
    }

    /// What the picture shows.
    static let drawn = Set(
        picture.compactMap { $0.firstMatch(of: /data-from="([^"]+)" data-to="([^"]+)"/) }
            .map { Arrow(from: String($0.1), to: String($0.2)) })

    /// What it leaves out and lists in its description.
    static let implied = Set(
        picture.compactMap { $0.wholeMatch(of: /(\S+) -&gt; (\S+)/) }
            .map { Arrow(from: String($0.1), to: String($0.2)) })

    @Test func mapShowsEveryTarget() {
        let shown = Self.picture.compactMap { $0.firstMatch(of: /data-target="([^"]+)"/) }
            .map { String($0.1) }
        let names = Self.targets.map(\.name)
        #expect(shown.sorted() == names.sorted(), "run `make map`")
    }

    @Test func mapShowsEveryArrow() {
        let names = Set(Self.targets.map(\.name))
        let arrows = Set(
            Self.targets.flatMap { target in
                target.targets.intersection(names).map { Arrow(from: target.name, to: $0) }
            })
        let wrong = arrows.symmetricDifference(Self.drawn.union(Self.implied))
        #expect(wrong.isEmpty, "run `make map`")
    }

    /// Nothing is left out that the drawn arrows do not say.
    @Test func arrowsLeftOutAreImplied() {
        let next = Dictionary(grouping: Self.drawn, by: \.from)
        for arrow in Self.implied {
            var found: Set<String> = []
            var open = [arrow.from]
            while let name = open.popLast() {
                guard found.insert(name).inserted else { continue }
                open += (next[name] ?? []).map(\.to)
            }
            #expect(found.contains(arrow.to), "\(arrow): run `make map`")
        }
        #expect(Self.implied.isDisjoint(with: Self.drawn))
    }
}
