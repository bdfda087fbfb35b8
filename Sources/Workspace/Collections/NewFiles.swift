import Base
import Glibc
import NetEngine

/// Writes files that belong together into a folder, and none over one that is there. At any moment either all of them are there or none.
package struct NewFiles: Sendable, Hashable {
    package struct File: Sendable, Hashable {
        /// Relative to the folder, with `/` between names.
        package var path: String
        package var bytes: [UInt8]
        /// Whether only this user may read it.
        package var isPrivate: Bool

        package init(path: String, bytes: [UInt8], isPrivate: Bool) {
            self.path = path
            self.bytes = bytes
            self.isPrivate = isPrivate
        }
    }

    private static let draftMark = ".apitui-draft"
    /// With more files the disk is not waited for, which would take half a minute for ten thousand. What is lost by a power
    /// failure right afterwards can be made again.
    private static let mostWaitedFor = 1_000
    /// How many names are tried: `shop`, `shop-2` and so on.
    private static let mostNames = 1_000

    /// The files; a single one stands in the chosen folder itself.
    package let files: [File]
    /// The name of the new folder; nil for a single file.
    package let folder: String?

    package init(_ files: [File], folder: String?) {
        self.files = files
        self.folder = folder
    }

    /// The path that would be made now: with a number if something has the name.
    package func place(in parent: String) -> String {
        let name = folder ?? files.first?.path ?? ""
        for number in 1...Self.mostNames {
            let path = PathText.join(parent, Self.numbered(name, number, isFolder: folder != nil))
            var info = stat()
            if lstat(path, &info) != 0 { return path }
        }
        return PathText.join(parent, name)
    }

    /// - Parameter parent: absolute path; made if it is missing.
    /// - Returns: the path of the new folder or file.
    package func write(into parent: String) throws(CollectionError) -> String {
        for file in files {
            if let problem = Self.problem(with: file.path) {
                throw CollectionError(sentence: "\(file.path) was not written: \(problem)")
            }
        }
        if let clause = DiskFile.folderProblem(ofFile: place(in: parent), makesFolders: true) {
            throw CollectionError(sentence: "Nothing was written: \(clause).")
        }
        do throws(UserFolder.Failure) { try UserFolder.make(parent, mode: 0o777) } catch {
            throw CollectionError(sentence: "Nothing was written: \(error.folder) cannot be made: \(error.clause).")
        }
        let draft = PathText.join(parent, "\(Self.draftMark)-\(getpid())-\(UInt32.random(in: .min ... .max))")
        guard mkdir(draft, 0o777) == 0 else {
            throw CollectionError(
                sentence: "Nothing was written: no folder can be made in \(parent): \(DiskFile.systemMessage(errno)).")
        }
        defer { _ = PathMove.remove(draft) }
        for file in files { try write(file, in: draft) }
        return try publish(draft, parent)
    }

    private func write(_ file: File, in draft: String) throws(CollectionError) {
        let path = PathText.join(draft, file.path)
        guard DiskFile.folderProblem(ofFile: path, makesFolders: true) == nil else {
            throw CollectionError(sentence: "\(file.path) was not written: its folder has the name of another file.")
        }
        do throws(UserFolder.Failure) { try UserFolder.make(PathText.folder(of: path), mode: 0o777) } catch {
            throw CollectionError(sentence: "\(file.path) was not written: \(error.clause).")
        }
        // Nobody else knows the folder, so that a half-written file is in nobody's way.
        let descriptor = open(
            path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC | O_NOFOLLOW, file.isPrivate ? 0o600 : 0o666)
        guard descriptor >= 0 else {
            let code = errno
            throw CollectionError(
                sentence: code == EEXIST
                    ? "\(file.path) was not written: two files have that name."
                    : "\(file.path) was not written: \(DiskFile.systemMessage(code)).")
        }
        var code = BodyBytes(file.bytes).write(to: descriptor) { Glibc.write($0, $1, $2) }
        if code == 0, files.count <= Self.mostWaitedFor, fsync(descriptor) != 0 { code = errno }
        close(descriptor)
        guard code == 0 else {
            throw CollectionError(sentence: "\(file.path) was not written: \(DiskFile.systemMessage(code)).")
        }
    }

    /// Gives the finished files their place, under the first name that is free.
    private func publish(_ draft: String, _ parent: String) throws(CollectionError) -> String {
        let name = folder ?? files.first?.path ?? ""
        let made = folder == nil ? PathText.join(draft, name) : draft
        for number in 1...Self.mostNames {
            let path = PathText.join(parent, Self.numbered(name, number, isFolder: folder != nil))
            do throws(PathMove.Failure) {
                _ = try PathMove().move(made, to: path)
                return path
            } catch {
                guard error.code == EEXIST || error.code == ENOTEMPTY else {
                    let clause = DiskFile.folderProblem(ofFile: path) ?? error.clause
                    throw CollectionError(sentence: "\(path) was not written: \(clause).")
                }
            }
        }
        throw CollectionError(sentence: "Nothing was written: \(parent) has too many files of that name.")
    }

    /// `shop`, `shop-2`; `shop.http`, `shop-2.http`.
    private static func numbered(_ name: String, _ number: Int, isFolder: Bool) -> String {
        guard number > 1 else { return name }
        guard !isFolder, let dot = name.lastIndex(of: "."), dot > name.startIndex else { return "\(name)-\(number)" }
        return "\(name[..<dot])-\(number)\(name[dot...])"
    }

    /// Why a path could lead out of the folder; nil for any other.
    private static func problem(with path: String) -> String? {
        let steps = PathText.steps(of: path, omitsEmpty: false)
        let isSafe = path.utf8.first != Byte.slash && !steps.contains { $0.isEmpty || $0 == "." || $0 == ".." }
        return isSafe && !path.utf8.contains(where: { $0 < Byte.space || $0 == 0x7F }) && path.utf8.count < 3_500
            ? nil : "the path is not one of a file in the folder."
    }
}
