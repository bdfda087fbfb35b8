import Base
import Glibc

/// Where a collection is on disk.
package struct CollectionPlace: Sendable, Hashable {
    /// The collection root: environment files are searched up to this folder, and requests may read files below it.
    package var root: String
    /// The folder that was opened, or the folder of the opened file: the root or a folder below it.
    package var opened: String
    /// Where the description was fetched from whose requests they are; nil if they are from the disk. Trust belongs to it then, and not
    /// to the folder, in which anything may be fetched.
    package var address: WebAddress?

    /// - Parameter opened: nil for the root.
    package init(root: String, opened: String? = nil, address: WebAddress? = nil) {
        self.root = root
        self.opened = opened ?? root
        self.address = address
    }
}

/// Finds the root of the collection that a folder or request file belongs to (HTTP-FORMAT §9).
///
/// The root is the topmost ancestor with an environment file: `http-client.env.json` and similar files, or editor
/// settings that define environments. A `.env` file counts beside a request file, and in the current folder, where the user stands:
/// elsewhere it may hold the secrets of a whole project. The search stops at a repository root (`.git`), below the home folder, whose files are not those of
/// a collection, at `/`, at a symbolic link, whose parent may belong to anyone, and below folders that other users can write to, such as `/tmp`: files that they put there must not take
/// effect. Without any environment file, the folder itself is the root.
package enum CollectionRoot {
    /// The key in VS Code's settings under which its REST Client keeps environments.
    static let settingsKey = "rest-client.environmentVariables"
    /// Larger files of environments are not read.
    static let mostEnvironmentBytes = 16 << 20

    /// - Parameter path: absolute path of a request file.
    package static func find(
        forFile path: String, home: String?, current: String = DiskFile.workingDirectory
    ) -> String {
        find(forFolder: PathText.folder(of: path), home: home, current: current)
    }

    /// - Parameters:
    ///   - path: absolute path of a folder.
    ///   - current: the folder whose `.env` counts for all below it, unless it is the home folder.
    package static func find(
        forFolder path: String, home: String?, current: String = DiskFile.workingDirectory
    ) -> String {
        let owner = DiskFile.info(path)?.st_uid
        // The working directory has its links resolved, and HOME need not.
        let homes = home.map { [PathText.normalised($0, workingDirectory: "/"), DiskFile.realPath($0)] } ?? []
        var root = path
        var folder = path
        while true {
            let isHome = homes.contains(folder)
            if !isHome, holdsEnvironments(folder) || folder == current && holdsDotEnv(folder) { root = folder }
            if folder == "/" || isHome || access("\(folder)/.git", F_OK) == 0 || DiskFile.isLink(folder) {
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
        if holdsDotEnv(folder), holdsRequests(folder) { return true }
        let settings: [UInt8]
        switch DiskFile.read(PathText.join(folder, ".vscode/settings.json"), limit: mostEnvironmentBytes) {
        case .success(let bytes): settings = bytes
        // It may define environments; whoever reads them will report that it cannot be read.
        case .failure(.system(let code)) where code != EACCES: return true
        case .failure: return false
        }
        return settings.contains(Array("\"\(settingsKey)\"".utf8))
    }

    private static func holdsDotEnv(_ folder: String) -> Bool { access(PathText.join(folder, ".env"), F_OK) == 0 }

    private static func holdsRequests(_ folder: String) -> Bool {
        guard case .success(let names) = DiskFile.names(in: folder) else { return false }
        return names.contains(where: CollectionStore.isRequestFile)
    }

    /// Whether only the user, the system and the owner of the opened folder can create files in a folder.
    private static func isOurs(_ folder: String, _ owner: uid_t?) -> Bool {
        guard let info = DiskFile.info(folder), info.st_mode & S_IWOTH == 0 else { return false }
        return info.st_uid == 0 || info.st_uid == geteuid() || info.st_uid == owner
    }
}
