import Base
import HTTPFormat

/// A folder (or one file) of saved requests as read from disk.
package struct CollectionFolder: Sendable {
    /// Absolute path of the folder that the files' names begin at: the one that was opened, or of a single file the
    /// collection's root.
    package var root: String
    /// Up to where environments hold, and what is trusted.
    package var place: CollectionPlace
    /// The root's display name.
    package var name: String
    /// Sorted: folders first, then files, by name. Folders without any request file are left out.
    package var nodes: [CollectionNode]
    /// Absolute paths of every folder whose content matters: those that were looked into, without request files too.
    package var folders: [String] = []

    /// - Parameter place: default: the root alone.
    package init(
        root: String, name: String, nodes: [CollectionNode], folders: [String] = [], place: CollectionPlace? = nil
    ) {
        self.root = root
        self.place = place ?? CollectionPlace(root: root, opened: root)
        self.name = name
        self.nodes = nodes
        self.folders = folders
    }

    /// Every file, in the order of the tree.
    package var files: [CollectionFile] { Self.files(of: nodes) }

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
    /// Also a folder that could not be read: its path ends in a slash and it has a `problem`.
    case file(CollectionFile)
}

/// A `.http` or `.rest` file on disk.
package struct CollectionFile: Sendable, Hashable {
    /// Absolute.
    package var path: String
    /// From the root, with slashes.
    package var relativePath: String
    /// As read, or as edited since.
    package var document: HTTPDocument
    /// What stood on disk when it was read or last saved.
    package var stamp: FileStamp
    /// Why it could not be read; the document is empty then and saving is refused.
    package var problem: String?

    package init(path: String, relativePath: String, document: HTTPDocument, stamp: FileStamp, problem: String? = nil) {
        self.path = path
        self.relativePath = relativePath
        self.document = document
        self.stamp = stamp
        self.problem = problem
    }

    /// `problem` for a line that names the file already.
    package var problemWithoutPath: String? {
        guard let problem else { return nil }
        let name = path.hasSuffix("/") ? String(path.dropLast()) : path
        return problem.hasPrefix(name + " ") ? String(problem.dropFirst(name.count + 1)) : problem
    }

    package var hasUnsavedChanges: Bool { document.bytes != stamp.bytes }

    /// Absolute path of the folder that holds it.
    package var folder: String { PathText.folder(of: path) }
}
