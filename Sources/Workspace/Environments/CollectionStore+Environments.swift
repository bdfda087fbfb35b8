extension CollectionStore {
    /// The environment files that hold for a request file, nearest folder first wins, from its folder up to `root`.
    ///
    /// - Parameter isTrusted: whether a link may lead out of the root; one that does is a problem otherwise.
    package func environments(forFolder folder: String, root: String, isTrusted: Bool = false) -> EnvironmentSet {
        EnvironmentReader(isTrusted: isTrusted).read(folder: folder, root: root)
    }
}
