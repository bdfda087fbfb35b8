extension CollectionStore {
    /// Reads the environment files for a request file, from its folder up to `root`; the nearest folder wins.
    ///
    /// - Parameter isTrusted: whether a link may lead out of the root; otherwise such a link is a problem.
    package func environments(
        forFolder folder: String, root: String, isTrusted: Bool = false, described: DescribedFile? = nil
    ) -> EnvironmentSet {
        EnvironmentReader(isTrusted: isTrusted).read(folder: folder, root: root, described: described)
    }
}
