import OddsLauncher
import Testing

/// The libraries of the system, for which the front door looks before it builds.
@Suite struct SystemLibraryTests {
    @Test(arguments: Program.all) func eachProgramsAreThoseOfTheManifest(_ program: Program) {
        let (targets, products) = PackageManifest.package.closure(of: program.name)
        let needed = SystemLibrary.all.map(\.module).filter {
            targets.contains($0) || products.contains($0)
        }
        #expect(program.libraries.map(\.module).sorted() == needed.sorted())
    }
}
