import Base
import Glibc
import NetEngine

/// Writes what a request was answered to the file that the request names (`>> path`, HTTP-FORMAT §12).
///
/// Never outside of the collection's folder, links followed; `>>` never over a file that is there; neither hidden files nor
/// those that requests and variables are read from. A response may hold secrets: what is made is for this user alone, file and
/// folder, whatever the umask; a file that is overwritten keeps its mode.
package struct ResponseFile: Sendable {
    /// From the request file's folder, variables replaced.
    package var path: String
    var overwrites: Bool
    /// Absolute.
    package var folder: String
    package var root: String
    /// The variables of the path: some may be private.
    package var uses: [VariableUse] = []

    /// The path that was written, or one sentence why nothing was.
    package typealias Outcome = Result<String, CollectionError>

    /// Numbers that are tried behind a name that is taken.
    private static let maxNumber = 10_000

    /// An answer that broke off is not written: it would take the place of a whole one.
    package func write(_ response: Response) -> Outcome {
        guard response.isComplete else {
            return .failure(
                CollectionError(sentence: "The answer was not written to \(path): it broke off before its end."))
        }
        return write(response.body)
    }

    package func write(_ bytes: [UInt8]) -> Outcome {
        func failure(_ clause: String) -> Outcome {
            .failure(CollectionError(sentence: "The answer was not written to \(path): \(clause)."))
        }
        guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { return failure("it names no file") }
        let target = PathText.normalised(path, workingDirectory: folder)
        guard target != root, PathText.isInside(target, folder: root), let realRoot = DiskFile.realPath(root) else {
            return failure("it lies outside of the collection folder")
        }
        if let clause = Self.refusal(target.dropFirst(root.count)) { return failure(clause) }
        if let clause = makeFolders(of: target, realRoot) { return failure(clause) }
        guard let realFolder = DiskFile.realPath(PathText.folder(of: target)) else {
            return failure(DiskFile.systemMessage(errno))
        }
        // A link within the collection may lead to where nothing may be written.
        if let clause = Self.refusal(PathText.join(realFolder, PathText.name(of: target)).dropFirst(realRoot.count)) {
            return failure(clause)
        }
        let place = PathText.join(realFolder, PathText.name(of: target))
        if overwrites {
            let real = DiskFile.realPath(place) ?? place
            guard PathText.isInside(real, folder: realRoot), !isDangling(place) else {
                return failure("it is a link that leads out of the collection folder")
            }
            if let clause = Self.refusal(real.dropFirst(realRoot.count)) { return failure(clause) }
            let outcome = AtomicSave(newFileMode: 0o600).save(
                path: place, bytes: bytes, expecting: FileStamp(bytes: []), force: true)
            if case .failed(let sentence) = outcome { return .failure(CollectionError(sentence: sentence)) }
            return .success(place)
        }
        for number in 0...Self.maxNumber {
            let numbered = number == 0 ? place : Self.numbered(place, number)
            let descriptor = open(numbered, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o600)
            guard descriptor >= 0 else {
                if errno == EEXIST { continue }
                return failure(DiskFile.systemMessage(errno))
            }
            defer { close(descriptor) }
            var offset = 0
            while offset < bytes.count {
                let count = bytes.withUnsafeBytes { buffer in
                    buffer.baseAddress.map { Glibc.write(descriptor, $0 + offset, bytes.count - offset) } ?? 0
                }
                if count < 0, errno == EINTR { continue }
                guard count > 0 else {
                    let clause = DiskFile.systemMessage(errno)
                    unlink(numbered)
                    return failure(clause)
                }
                offset += count
            }
            return .success(numbered)
        }
        return failure("there are \(Self.maxNumber) files of that name already")
    }

    /// What other programs run or obey must not come from a server, nor what the next send would read.
    /// - Parameter path: from the root.
    private static func refusal(_ path: Substring) -> String? {
        let parts = path.split(separator: "/")
        if parts.contains(where: { $0.hasPrefix(".") }) { return "hidden files and folders are not written" }
        guard let name = parts.last.map(String.init) else { return nil }
        return CollectionStore.isRequestFile(name) || CollectionStore.isEnvironmentFile(name)
            ? "request files and environment files are not written" : nil
    }

    /// `a-1.json`, `a-2.json`.
    static func numbered(_ path: String, _ number: Int) -> String {
        let name = PathText.name(of: path)
        guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return "\(path)-\(number)" }
        return PathText.join(PathText.folder(of: path), "\(name[..<dot])-\(number)\(name[dot...])")
    }

    /// Makes the folders on the way that are missing; a clause when one of them leads out, or cannot be made.
    private func makeFolders(of target: String, _ realRoot: String) -> String? {
        var made = root
        for part in PathText.folder(of: target).dropFirst(root.count).split(separator: "/") {
            made = PathText.join(made, String(part))
            if mkdir(made, 0o700) != 0, errno != EEXIST { return DiskFile.systemMessage(errno) }
            guard let real = DiskFile.realPath(made), PathText.isInside(real, folder: realRoot) else {
                return "it lies outside of the collection folder"
            }
        }
        return nil
    }

    private func isDangling(_ path: String) -> Bool {
        DiskFile.isLink(path) && DiskFile.info(path) == nil
    }
}
