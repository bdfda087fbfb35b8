import Base
import Glibc
import Workspace

/// Files that only this user can read, each in its own private folder (0700).
struct TemporaryFiles: Sendable {
    /// Where the folders are made.
    var parent: String

    struct Problem: Error, Sendable, Hashable {
        var sentence: String
    }

    static func live() -> TemporaryFiles { TemporaryFiles(parent: temporaryFolder) }

    /// A new folder.
    func makeFolder() throws(Problem) -> String {
        var template = Array("\(parent)/apitui-XXXXXX".utf8CString)
        guard mkdtemp(&template) != nil else {
            throw Problem(sentence: "No private folder can be made in \(parent): \(DiskFile.systemMessage(errno)).")
        }
        return String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Writes a file in its own folder, and returns its path.
    func write(_ bytes: [UInt8], name: String) throws(Problem) -> String {
        try write(name: name) { take in _ = take(bytes) }
    }

    /// Writes a file piece by piece. The pieces come from `body`, which stops after a false.
    /// - Parameter begun: gets the path before anything is written.
    func write(
        name: String, pieces body: (([UInt8]) -> Bool) -> Void, begun: (String) -> Void = { _ in }
    ) throws(Problem) -> String {
        let folder = try makeFolder()
        let path = "\(folder)/\(name)"
        begun(path)
        let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        var code = descriptor < 0 ? errno : 0
        if descriptor >= 0 {
            body { piece in
                var rest = piece[...]
                while !rest.isEmpty, code == 0 {
                    let count = rest.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
                    if count > 0 {
                        rest = rest.dropFirst(count)
                    } else if errno != EINTR || count == 0 {
                        code = count == 0 ? ENOSPC : errno
                    }
                }
                return code == 0
            }
            close(descriptor)
        }
        guard code == 0 else {
            Self.remove(fileAt: path)
            throw Problem(sentence: "The text cannot be written to \(path): \(DiskFile.systemMessage(code)).")
        }
        return path
    }

    /// Removes a file's folder with all that is in it: programs leave backups and swap files beside a file.
    static func remove(fileAt path: String) {
        let folder = PathText.folder(of: path)
        for name in (try? DiskFile.names(in: folder).get()) ?? [] where name != "." && name != ".." {
            unlink("\(folder)/\(name)")
        }
        rmdir(folder)
    }
}
