import Base
import HTTPFormat

/// A folder (or one file) of saved requests as read from disk.
package struct CollectionFolder: Sendable {
    /// Absolute path that relative paths of files start from: the opened folder, or for a single file the collection's
    /// root.
    package var root: String
    /// The collection that this folder is part of; it decides which environments and which trust apply.
    package var place: CollectionPlace
    /// The root's display name.
    package var name: String
    /// Folders first, then files, each sorted by name. Folders without any request file are left out.
    package var nodes: [CollectionNode]
    /// Absolute paths of every folder that was searched, including those without request files.
    package var folders: [String] = []
    /// The path that was to be read, as it was given; nil if it was not read from a disk.
    package var asked: String?
    /// A sentence that the user should see with it.
    package var remark: String?

    /// - Parameter place: by default the collection is this folder alone.
    package init(
        root: String, name: String, nodes: [CollectionNode], folders: [String] = [], place: CollectionPlace? = nil
    ) {
        self.root = root
        self.place = place ?? CollectionPlace(root: root)
        self.name = name
        self.nodes = nodes
        self.folders = folders
    }

    /// The file, if it is the only one here.
    package var single: CollectionFile? {
        if nodes.count == 1, case .file(let file)? = nodes.first { file } else { nil }
    }

    /// The same folder with another state of its files.
    package func changing(_ change: (CollectionFile) -> CollectionFile) -> CollectionFolder {
        func changed(_ node: CollectionNode) -> CollectionNode {
            switch node {
            case .folder(let name, let nodes): .folder(name: name, nodes: nodes.map(changed))
            case .file(let file): .file(change(file))
            }
        }
        var folder = self
        folder.nodes = nodes.map(changed)
        return folder
    }

    /// Every file, in the order of the tree.
    package var files: [CollectionFile] { Self.files(of: nodes) }

    /// The same folder with its files named as the user named it: `api/orders.http` for `orders.http` in `api`.
    package func named(under path: String) -> CollectionFolder {
        guard path != "." else { return self }
        let absolute = PathText.normalised(path, workingDirectory: DiskFile.workingDirectory)
        func named(_ node: CollectionNode) -> CollectionNode {
            switch node {
            case .folder(let name, let nodes): return .folder(name: name, nodes: nodes.map(named))
            case .file(var file):
                file.relativePath = file.path == absolute ? path : PathText.join(path, file.relativePath)
                return .file(file)
            }
        }
        var folder = self
        folder.nodes = nodes.map(named)
        return folder
    }

    private static func files(of nodes: [CollectionNode]) -> [CollectionFile] {
        nodes.flatMap { node in
            switch node {
            case .folder(_, let nodes): files(of: nodes)
            case .file(let file): [file]
            }
        }
    }
}

package enum CollectionNode: Sendable {
    case folder(name: String, nodes: [CollectionNode])
    /// A request file, or a folder that could not be read: its path ends in a slash and it has a `problem`.
    case file(CollectionFile)
}

/// A `.http` or `.rest` file on disk, or a description of an API.
package struct CollectionFile: Sendable, Hashable {
    /// Absolute path.
    package var path: String
    /// Path from the root, with slashes. Commands put the folder before it as the user named it.
    package var relativePath: String
    /// The parsed content, including edits made since.
    package var document: HTTPDocument
    /// The content on disk when the file was last read or saved.
    package var stamp: FileStamp
    /// Why the file could not be read. Its document is then empty and saving it is refused.
    package var problem: FileProblem?
    /// The description that the requests are made from; nil for a request file.
    package var described: DescribedFile?
    /// The address of a description that was fetched, without user and password. Edits of its requests are kept under it, because another
    /// description may be at the same path.
    package var address: String?
    /// Of a description: what its file was when it was read, or found; then those that it refers to.
    package var marks: [FileMark] = []
    /// Whether it is a large description that is still to be read: it has no requests yet.
    package var isUnread = false

    package init(
        path: String, relativePath: String, document: HTTPDocument, stamp: FileStamp, problem: FileProblem? = nil,
        described: DescribedFile? = nil
    ) {
        self.path = path
        self.relativePath = relativePath
        self.document = document
        self.stamp = stamp
        self.problem = problem
        self.described = described
    }

    /// `problem` as a sentence with the path.
    package var problemSentence: String? {
        problem?.sentence(of: path.hasSuffix("/") ? String(path.dropLast()) : path)
    }

    /// Whether it is a description, read or not.
    package var isDescription: Bool { described != nil || isUnread }

    /// Whether it holds edits that are not on disk.
    package var isEdited: Bool { document.bytes != stamp.bytes }

    /// Whether `save` would write something. Edits of a description's requests are kept beside it by themselves.
    package var hasUnsavedChanges: Bool { described == nil && isEdited }

    /// Absolute path of the folder that contains the file.
    package var folder: String { PathText.folder(of: path) }

    /// Whether the file is below a folder by its path, but a link leads to it from there: what is in it belongs to somebody else.
    package func isLinked(outOf root: String) -> Bool {
        guard PathText.isInside(path, folder: root) else { return false }
        let steps = [path] + PathText.foldersUp(from: folder, to: root).dropLast()
        // Nearly always there is no link, and then nothing need be resolved.
        guard steps.contains(where: DiskFile.isLink), let real = DiskFile.realPath(path),
            let realRoot = DiskFile.realPath(root)
        else { return false }
        return !PathText.isInside(real, folder: realRoot)
    }
}
