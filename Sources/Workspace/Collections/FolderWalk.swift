import Base
import Glibc

/// Finds the request files below a folder without reading them.
///
/// Skips hidden folders, `node_modules`, and folders that a symbolic link reaches a second time.
struct FolderWalk {
    struct Entry {
        package var path: String
        package var relativePath: String
        /// Why this was not read: an unreadable folder, or the place where a limit was reached.
        package var problem: FileProblem?
    }

    indirect enum Tree {
        case folder(name: String, nodes: [Tree])
        /// Index in `entries`.
        case file(Int)
    }

    /// How many folders the walk visits before it stops: opening `/` by mistake must not take minutes.
    static let maxFolders = 20_000
    private let maxFolders: Int
    /// How deep folders may nest.
    static let maxDepth = 64

    private(set) var entries: [Entry] = []
    /// Absolute paths of all visited folders.
    private(set) var folderPaths: [String] = []
    private var visited: Set<Identity> = []
    private var folders = 0
    private var finder = DescriptionFinder()
    private let realRoot: String

    private struct Identity: Hashable {
        var device: UInt
        var inode: UInt

        init(_ info: stat) {
            device = UInt(info.st_dev)
            inode = UInt(info.st_ino)
        }
    }

    init(root: String, maxFolders: Int = Self.maxFolders) {
        realRoot = DiskFile.realPath(root) ?? root
        self.maxFolders = maxFolders
    }

    /// The entries of the root folder, or the errno if it cannot be read.
    mutating func walk(_ root: String) -> Result<[Tree], DiskFile.Failure> {
        if let info = DiskFile.info(root) { visited.insert(Identity(info)) }
        return nodes(of: root, relative: "", depth: 0)
    }

    private mutating func nodes(of folder: String, relative: String, depth: Int) -> Result<[Tree], DiskFile.Failure> {
        let found: [DiskFile.Entry]
        switch DiskFile.entries(in: folder) {
        case .success(let entries): found = entries
        case .failure(let failure): return .failure(failure)
        }
        folderPaths.append(folder)
        var names: [(name: String, interest: Interest)] = []
        for entry in found where entry.name.first != UInt8(ascii: ".") {
            guard let name = String(validating: entry.name, as: UTF8.self) else {
                if let interest = OddName.interest(entry, in: folder) {
                    names.append((PathText.visible(entry.name), interest == .file ? .oddFile : .oddFolder))
                }
                continue
            }
            if let interest = interest(name, type: entry.type, in: folder) { names.append((name, interest)) }
        }
        names.sort { PathText.precedes($0.name, $1.name) }
        var folders: [Tree] = []
        var files: [Tree] = []
        for (name, interest) in names {
            let path = PathText.join(folder, name)
            let relativePath = relative.isEmpty ? name : "\(relative)/\(name)"
            if interest == .oddFile || interest == .oddFolder {
                let end = interest == .oddFolder ? "/" : ""
                files.append(
                    add(
                        Entry(
                            path: path + end, relativePath: relativePath + end,
                            problem: FileProblem("cannot be read: \(OddName.clause)."))))
            } else if interest != .file {
                // In name order, so that of two links to one folder the same one is always followed.
                if interest == .linkedFolder, !isFirstVisit(path) { continue }
                if let node = folderNode(name, path, relativePath, depth + 1) { folders.append(node) }
            } else {
                files.append(add(Entry(path: path, relativePath: relativePath)))
            }
        }
        return .success(folders + files)
    }

    private mutating func add(_ entry: Entry) -> Tree {
        entries.append(entry)
        return .file(entries.count - 1)
    }

    private enum Interest { case file, folder, linkedFolder, oddFile, oddFolder }

    private mutating func interest(_ name: String, type: Int32, in folder: String) -> Interest? {
        let isRequestFile = CollectionStore.isRequestFile(name)
        switch type {
        case Int32(DT_DIR): return name == "node_modules" ? nil : .folder
        case Int32(DT_LNK), Int32(DT_UNKNOWN):
            let path = PathText.join(folder, name)
            guard let info = DiskFile.info(path), info.st_mode & S_IFMT == S_IFDIR else {
                return isRequestFile || finder.isDescription(name, in: folder) ? .file : nil
            }
            guard name != "node_modules" else { return nil }
            if type == Int32(DT_UNKNOWN), !DiskFile.isLink(path) { return .folder }
            return leadsElsewhere(path) ? .linkedFolder : nil
        default: return isRequestFile || finder.isDescription(name, in: folder) ? .file : nil
        }
    }

    /// False for links inside the collection, which show nothing new, and links to a folder above it, which would nest
    /// the collection in itself.
    private func leadsElsewhere(_ path: String) -> Bool {
        guard let real = DiskFile.realPath(path) else { return false }
        return !PathText.isInside(real, folder: realRoot) && !PathText.isInside(realRoot, folder: real)
    }

    private mutating func isFirstVisit(_ path: String) -> Bool {
        DiskFile.info(path).map { visited.insert(Identity($0)).inserted } ?? false
    }

    private mutating func folderNode(_ name: String, _ path: String, _ relativePath: String, _ depth: Int) -> Tree? {
        folders += 1
        guard depth <= Self.maxDepth, folders <= maxFolders else {
            guard depth > Self.maxDepth || folders == maxFolders + 1 else { return nil }
            let limit =
                depth > Self.maxDepth
                ? "it is \(depth) folders deep" : "there are more than \(maxFolders) folders here"
            return add(
                Entry(
                    path: path + "/", relativePath: relativePath + "/",
                    problem: FileProblem("was not read: \(limit).")))
        }
        switch nodes(of: path, relative: relativePath, depth: depth) {
        case .success(let nodes): return nodes.isEmpty ? nil : .folder(name: name, nodes: nodes)
        case .failure(let failure):
            return add(
                Entry(
                    path: path + "/", relativePath: relativePath + "/",
                    problem: FileProblem("cannot be read: \(failure.clause).")))
        }
    }
}
