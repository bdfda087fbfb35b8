import Base
import Glibc
import NetEngine

/// Writes a response to the file that its request names (`>> path`, HTTP-FORMAT §12).
///
/// Never writes outside the collection's folder, links followed; `>>` never overwrites an existing file; hidden files
/// and those that requests and variables are read from are never written. A response may contain secrets: created files
/// and folders are accessible to this user only, whatever the umask; an overwritten file keeps its mode.
package struct ResponseFile: Sendable {
    /// Relative to the request file's folder, with variables replaced.
    package var path: String
    var overwrites: Bool
    /// Absolute.
    package var folder: String
    package var root: String
    /// The variables in the path; some may be private.
    package var uses: [VariableUse] = []

    /// The path that was written, or one sentence why nothing was written.
    package typealias Outcome = Result<String, CollectionError>

    /// The highest number tried after a name that exists already.
    private static let maxNumber = 10_000

    /// An incomplete response is not written: it would replace a complete one.
    package func write(_ response: Response) -> Outcome {
        guard response.isComplete else {
            return .failure(
                CollectionError(sentence: "The response was not written to \(path): it is incomplete."))
        }
        return write(response.content)
    }

    package func write(_ content: BodyBytes) -> Outcome {
        func failure(_ clause: String) -> Outcome {
            .failure(CollectionError(sentence: "The response was not written to \(path): \(clause)."))
        }
        if let pathRefusal { return failure(pathRefusal) }
        let target = PathText.normalised(path, workingDirectory: folder)
        guard let realRoot = DiskFile.realPath(root) else { return failure(Self.outside) }
        if let clause = makeFolders(of: target, realRoot) { return failure(clause) }
        guard let realFolder = DiskFile.realPath(PathText.folder(of: target)) else {
            return failure(DiskFile.systemMessage(errno))
        }
        // A link within the collection may lead to a place that must not be written.
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
            let problem = AtomicSave(newFileMode: 0o600).replace(
                path: place, content: [content], expecting: nil, makesFolder: true)
            if case .failed(let sentence) = problem { return .failure(CollectionError(sentence: sentence)) }
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
            let code = content.write(to: descriptor)
            if code != 0 {
                unlink(numbered)
                return failure(DiskFile.systemMessage(code))
            }
            return .success(numbered)
        }
        return failure("there are \(Self.maxNumber) files of that name already")
    }

    private static let outside = "it is outside the collection folder"

    /// Why no response is ever written there, as a clause; nil if the path alone does not say so.
    var pathRefusal: String? {
        guard !path.isEmpty, !path.hasSuffix("/"), !path.utf8.contains(0) else { return "it names no file" }
        let target = PathText.normalised(path, workingDirectory: folder)
        guard target != root, PathText.isInside(target, folder: root) else { return Self.outside }
        return Self.refusal(target.dropFirst(root.count))
    }

    /// A server must not provide files that other programs run or obey, or that the next send would read.
    /// - Parameter path: relative to the root.
    private static func refusal(_ path: Substring) -> String? {
        let parts = PathText.steps(of: path)
        if parts.contains(where: { $0.utf8.first == Byte.dot }) { return "hidden files and folders are not written" }
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

    /// Creates missing folders of the path; returns a clause if one leads out of the collection or cannot be created.
    private func makeFolders(of target: String, _ realRoot: String) -> String? {
        var made = root
        for part in PathText.steps(of: PathText.folder(of: target).dropFirst(root.count)) {
            made = PathText.join(made, String(part))
            if mkdir(made, 0o700) != 0, errno != EEXIST {
                let code = errno
                return DiskFile.folderProblem(ofFile: made) ?? DiskFile.systemMessage(code)
            }
            guard let real = DiskFile.realPath(made), PathText.isInside(real, folder: realRoot) else {
                return Self.outside
            }
        }
        return DiskFile.folderProblem(ofFile: target)
    }

    private func isDangling(_ path: String) -> Bool {
        DiskFile.isLink(path) && DiskFile.info(path) == nil
    }
}
