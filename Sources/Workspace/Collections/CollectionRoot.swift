import Base
import Glibc

/// Where a collection lies.
package struct CollectionPlace: Sendable, Hashable {
    /// The collection root: environment files hold up to here, and what lies below it may be read by requests.
    package var root: String
    /// The folder that was opened, or that holds the file that was: the root or one below it.
    package var opened: String

    package init(root: String, opened: String) {
        self.root = root
        self.opened = opened
    }
}

/// Which folder is the root of the collection that a folder or a request file belongs to (HTTP-FORMAT §9).
///
/// The topmost folder above it that holds an environment file: `http-client.env.json` and its like, or the settings of an
/// editor that name environments. A `.env` file makes no root: it may hold the secrets of a whole project. The search ends at
/// a repository's root (`.git`), at the home folder, at `/`, at a symbolic link, whose own folder may be anybody's, and below
/// a folder that others may write in, as `/tmp`: what they put there must not hold. Without any environment file the folder
/// itself is the root.
package enum CollectionRoot {
    /// The key under which VS Code\'s REST Client keeps environments in its settings.
    static let settingsKey = "rest-client.environmentVariables"

    /// - Parameter path: absolute, of a request file.
    package static func find(forFile path: String, home: String?) -> String {
        find(forFolder: PathText.folder(of: path), home: home)
    }

    /// - Parameter path: absolute.
    package static func find(forFolder path: String, home: String?) -> String {
        let owner = DiskFile.info(path)?.st_uid
        var root = path
        var folder = path
        while true {
            if holdsEnvironments(folder) { root = folder }
            if folder == "/" || folder == home || access("\(folder)/.git", F_OK) == 0 || DiskFile.isLink(folder) {
                return root
            }
            folder = PathText.folder(of: folder)
            guard isOurs(folder, owner) else { return root }
        }
    }

    private static let environmentFiles = [
        "http-client.env.json", "http-client.private.env.json", "http-client.env.json.user", "rest-client.env.json",
        "rest-client.private.env.json",
    ]

    private static func holdsEnvironments(_ folder: String) -> Bool {
        if environmentFiles.contains(where: { access(PathText.join(folder, $0), F_OK) == 0 }) { return true }
        let settings: [UInt8]
        switch DiskFile.read(PathText.join(folder, ".vscode/settings.json"), limit: 4 << 20) {
        case .success(let bytes): settings = bytes
        // It may name environments: whoever reads them says that it cannot be read.
        case .failure(.system(let code)) where code != EACCES: return true
        case .failure: return false
        }
        return settings.contains(Array("\"\(settingsKey)\"".utf8))
    }

    /// Whether nobody but the person, the system and the owner of what was opened can put a file into a folder.
    private static func isOurs(_ folder: String, _ owner: uid_t?) -> Bool {
        guard let info = DiskFile.info(folder), info.st_mode & S_IWOTH == 0 else { return false }
        return info.st_uid == 0 || info.st_uid == geteuid() || info.st_uid == owner
    }
}
