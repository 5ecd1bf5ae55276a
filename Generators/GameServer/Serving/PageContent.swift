extension PageFiles {
    /// The files of `Resources`, by the path at which the page asks for them. A new file needs a
    /// line here and its name in the manifest; a test finds what was missed.
    static let content: [(name: String, bytes: [UInt8])] = [
        ("index.html", PackageResources.index_html)
    ]
}
