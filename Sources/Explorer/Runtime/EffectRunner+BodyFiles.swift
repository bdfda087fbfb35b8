import Base
import Glibc
import Workspace

extension EffectRunner {
    /// Lists a folder for a body's `< path`. Of a collection that is not trusted nothing outside of it is read.
    func list(_ job: BodyFilesJob) {
        let (trust, post) = (trust, post)
        Task.detached { post(.bodyFilesListed(job, job.names(isTrusted: trust?.trusts(job.place) ?? false))) }
    }
}

extension BodyFilesJob {
    private static let most = 1000

    /// The names in the folder in order, those of folders with a slash at the end; empty if it may not be read.
    func names(isTrusted: Bool) -> [String] {
        let written = folder.isEmpty ? "." : folder
        let candidates = [PathText.folder(of: file), place.root].map {
            PathText.normalised(written, workingDirectory: $0)
        }
        guard let path = candidates.first(where: { DiskFile.info($0).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false }),
            let real = DiskFile.realPath(path), isTrusted || isInside(real),
            case .success(let entries) = DiskFile.entries(in: real)
        else { return [] }
        let names = entries.compactMap { entry -> String? in
            guard entry.name.first != UInt8(ascii: "."), let name = String(validating: entry.name, as: UTF8.self),
                !name.contains(where: \.isNewline), let info = DiskFile.info(PathText.join(real, name))
            else { return nil }
            // A link that leads out of the collection could not be sent.
            guard isTrusted || DiskFile.realPath(PathText.join(real, name)).map(isInside) ?? false else { return nil }
            switch info.st_mode & S_IFMT {
            case S_IFDIR: return name + "/"
            case S_IFREG: return name
            default: return nil
            }
        }
        return Array(names.sorted { PathText.precedes($0, $1) }.prefix(Self.most))
    }

    private func isInside(_ real: String) -> Bool {
        PathText.isInside(real, folder: DiskFile.realPath(place.root) ?? place.root)
    }
}
