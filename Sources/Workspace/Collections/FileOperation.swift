import Base
import Glibc
import NetEngine

/// A change of the files and folders of a collection.
package enum FileOperation: Sendable, Hashable {
    /// Make an empty file, and the folders above it that are missing.
    case make(String)
    /// Write files that belong together into a folder, over none that is there.
    case write(NewFiles, into: String)
    /// Give a file or folder another name or place, where nothing is.
    case move(String, to: String)
    /// Put a file or folder into the trash.
    case discard(String)
    /// Put it back.
    case restore(Trash.Entry)
    /// Put nothing back: what was discarded was not on disk, and only its unsaved edits come back.
    case recall(String)

    /// - Parameter trash: nil where there is no place for one.
    /// - Returns: the operation that takes it back; nil if there is nothing to take back.
    package func run(trash: Trash?, at seconds: Int64) throws(CollectionError) -> FileOperation? {
        switch self {
        case .make(let path): return .discard(try Self.make(path))
        case .write(let files, let folder): return .discard(try files.write(into: folder))
        case .move(let path, let new):
            try Self.relocate(path, to: new)
            return .move(new, to: path)
        case .discard(let path):
            guard let trash else {
                throw CollectionError(
                    sentence: UserFolder.state.missing("\(path) was not deleted, since there is no place for a trash"))
            }
            var info = stat()
            if lstat(path, &info) != 0, errno == ENOENT { return nil }
            return .restore(try trash.put(path, at: seconds))
        case .restore(let entry):
            guard let trash else { return nil }
            try trash.restore(entry)
            return .discard(entry.path)
        case .recall(let path): return .discard(path)
        }
    }

    /// - Returns: the topmost of what was made.
    private static func make(_ path: String) throws(CollectionError) -> String {
        var top = path
        while PathText.folder(of: top) != "/", DiskFile.isMissing(PathText.folder(of: top)) {
            top = PathText.folder(of: top)
        }
        try makeFolder(of: path, else: "\(path) was not made")
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else {
            let code = errno
            throw CollectionError(
                sentence: code == EEXIST
                    ? "There is a file \(path) already." : "\(path) was not made: \(DiskFile.systemMessage(code)).")
        }
        close(descriptor)
        return top
    }

    /// - Parameter result: what follows if it cannot be made.
    private static func makeFolder(of path: String, else result: String) throws(CollectionError) {
        if let clause = DiskFile.folderProblem(ofFile: path, makesFolders: true) {
            throw CollectionError(sentence: "\(result): \(clause).")
        }
        do throws(UserFolder.Failure) {
            try UserFolder.make(PathText.folder(of: path), mode: 0o777)
        } catch {
            throw CollectionError(sentence: "\(result): \(error.folder): \(error.clause).")
        }
    }

    private static func relocate(_ path: String, to new: String) throws(CollectionError) {
        guard !DiskFile.isMissing(path) || DiskFile.isLink(path) else {
            throw CollectionError(sentence: "\(path) was not renamed: it is not on disk; save it first.")
        }
        try makeFolder(of: new, else: "\(path) was not renamed")
        let left: String?
        do throws(PathMove.Failure) {
            left = try PathMove().move(path, to: new)
        } catch {
            let clause =
                switch error.code {
                case EEXIST: "there is \(new) already"
                case EINVAL: "a folder cannot move into itself"
                default: error.clause
                }
            throw CollectionError(sentence: "\(path) was not renamed: \(clause).")
        }
        if let left { throw CollectionError(sentence: left) }
    }

    // MARK: Names

    /// Why a path in a collection cannot be that of a file or folder that is made here; nil if it can be.
    /// - Parameters:
    ///   - path: relative to the collection, with slashes.
    ///   - isFile: whether it is that of a request file.
    package static func problem(withPath path: String, isFile: Bool) -> String? {
        guard !path.allSatisfy(\.isWhitespace) else { return "A \(isFile ? "file" : "folder") needs a name." }
        guard path.utf8.first != Byte.slash, path.utf8.first != UInt8(ascii: "~") else {
            return "The path begins in the collection's folder, without a slash."
        }
        let steps = PathText.steps(of: path, omitsEmpty: false)
        guard !steps.contains(".."), !steps.contains(".") else {
            return "A path with . or .. could leave the collection's folder."
        }
        guard !steps.contains("") else { return "The path has an empty name in it." }
        guard !path.unicodeScalars.contains(where: { isControl($0) }) else {
            return "A name cannot have line breaks or control characters."
        }
        guard steps.allSatisfy({ $0.utf8.count <= 255 }), path.utf8.count < 2000 else { return "The name is too long." }
        guard !steps.contains(where: { $0.utf8.first == Byte.dot || $0 == "node_modules" }) else {
            return "Names that begin with a dot, and node_modules, are not shown in collections."
        }
        guard !isFile || CollectionStore.isRequestFile(steps.last.map(String.init) ?? "") else {
            return "A file of requests ends in .http or .rest."
        }
        return nil
    }

    private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
    }
}
