import Glibc

/// Which folder a single request file belongs to.
enum CollectionRoot {
    /// The root for a file that was opened by itself: the topmost folder above it that holds an environment file.
    ///
    /// The search ends at a repository's root (`.git`), at the home folder and at `/`; without any environment file the
    /// file's own folder is the root. Takes and returns absolute paths.
    static func find(forFile path: String, home: String?) -> String {
        let own = folder(of: path)
        var root = own
        var folder = own
        while true {
            if environmentFiles.contains(where: { access("\(folder)/\($0)", F_OK) == 0 }) { root = folder }
            if folder == "/" || folder == home || access("\(folder)/.git", F_OK) == 0 { return root }
            folder = self.folder(of: folder)
        }
    }

    private static let environmentFiles = [
        "http-client.env.json", "http-client.private.env.json", "http-client.env.json.user", "rest-client.env.json",
    ]

    private static func folder(of path: String) -> String {
        guard let slash = path.lastIndex(of: "/"), slash != path.startIndex else { return "/" }
        return String(path[..<slash])
    }
}
