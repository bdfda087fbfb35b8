import Base
import Glibc
import Workspace

extension EffectRunner {
    /// Lists a folder for a body's `< path`. Of a collection that is not trusted nothing outside of it is read.
    func list(_ job: BodyFilesJob) {
        let (trust, post) = (trust, post)
        Task.detached { post(.bodyFilesListed(job, job.names(isTrusted: trust?.trusts(job.place) ?? false))) }
    }

    /// Lists a folder for a path that is typed in a dialog.
    func list(_ job: TypedFolderJob) {
        let post = post
        Task.detached {
            let typed = job.folder.utf8.first == Byte.slash || job.folder.hasPrefix("~")
            let path = typed ? UserPath.absolute(job.folder) : PathText.join(job.root, job.folder)
            let real = DiskFile.realPath(PathText.normalised(path, workingDirectory: "/"))
            post(.typedFolderListed(job, real.map { FolderNames.list($0) } ?? []))
        }
    }
}

/// The names in a folder, for a path that is being typed.
enum FolderNames {
    private static let most = 1000

    /// - Parameters:
    ///   - folder: absolute path.
    ///   - isAllowed: whether a file or folder may be named, by its path.
    /// - Returns: in order, those of folders with a slash at the end; empty if the folder cannot be read.
    static func list(_ folder: String, where isAllowed: (String) -> Bool = { _ in true }) -> [String] {
        guard case .success(let entries) = DiskFile.entries(in: folder) else { return [] }
        let names = entries.compactMap { entry -> String? in
            guard entry.name.first != UInt8(ascii: "."), let name = String(validating: entry.name, as: UTF8.self),
                !name.contains(where: \.isNewline)
            else { return nil }
            let path = PathText.join(folder, name)
            guard let info = DiskFile.info(path), isAllowed(path) else { return nil }
            switch info.st_mode & S_IFMT {
            case S_IFDIR: return name + "/"
            case S_IFREG: return name
            default: return nil
            }
        }
        return Array(names.sorted { PathText.precedes($0, $1) }.prefix(most))
    }
}

extension BodyFilesJob {
    /// The names in the folder in order, those of folders with a slash at the end; empty if it may not be read.
    func names(isTrusted: Bool) -> [String] {
        let written = folder.isEmpty ? "." : folder
        let candidates = [PathText.folder(of: file), place.root].map {
            PathText.normalised(written, workingDirectory: $0)
        }
        guard let path = candidates.first(where: { DiskFile.info($0).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }),
            let real = DiskFile.realPath(path), isTrusted || isInside(real)
        else { return [] }
        // A link that leads out of the collection could not be sent.
        return FolderNames.list(real) { isTrusted || DiskFile.realPath($0).map(isInside) ?? false }
    }

    private func isInside(_ real: String) -> Bool {
        PathText.isInside(real, folder: DiskFile.realPath(place.root) ?? place.root)
    }
}
