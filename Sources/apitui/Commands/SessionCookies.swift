import Base
import Glibc
import NetEngine
import Workspace

/// The cookie jar of one `send` or `run`, and the file it is read from and written back to.
///
/// A file that begins with a brace has the library's own format, which several programs can share; any other is a
/// `cookies.txt` as curl writes it. A new file has the library's format if its name ends in `.jsonl`.
struct SessionCookies: Sendable {
    let jar: CookieJar
    /// The `cookies.txt` to write the jar to; nil if the jar has its own file, or none.
    private let textFile: String?
    private let read: [Cookie]

    /// - Parameter path: nil keeps cookies for this command only.
    init(file path: String?) throws {
        guard let path else {
            (jar, textFile, read) = (CookieJar(), nil, [])
            return
        }
        switch DiskFile.read(path, limit: 64 << 20) {
        case .failure(.missing) where !Self.canBeMade(path):
            throw CommandFailure(
                "\(path) cannot be made: there is no such folder, or it cannot be written to. Nothing was sent.")
        case .failure(.missing) where path.hasSuffix(".jsonl"): jar = try Self.own(path)
        case .success(let bytes) where bytes.first == UInt8(ascii: "{"): jar = try Self.own(path)
        case .failure(.missing):
            (jar, textFile, read) = (CookieJar(), path, [])
            return
        case .success(let bytes):
            let content = NetscapeCookies.read(bytes)
            if let line = content.unreadLines.first {
                // Writing the file back would lose the line.
                throw CommandFailure("\(path):\(line): This line is not a cookie of a cookies.txt. Nothing was sent.")
            }
            let jar = CookieJar()
            for cookie in content.cookies { jar.insert(cookie) }
            (self.jar, textFile, read) = (jar, path, jar.cookies)
            return
        case .failure(let failure): throw CommandFailure("\(path) cannot be read: \(failure.clause).")
        }
        (textFile, read) = (nil, [])
    }

    /// Whether the folder of a file is there and takes new files.
    private static func canBeMade(_ path: String) -> Bool {
        access(PathText.folder(of: path), W_OK | X_OK) == 0
    }

    private static func own(_ path: String) throws -> CookieJar {
        do throws(EngineError) { return try CookieJar(file: path, keepsSessionCookies: true, saveDelay: nil) } catch {
            throw CommandFailure("\(error.sentence) \(error.hint) Nothing was sent.")
        }
    }

    /// Writes what changed. Returns one sentence if that fails, or if the file was damaged and was set aside.
    func save() -> String? {
        do throws(EngineError) {
            guard let textFile else {
                try jar.save()
                return jar.fileProblem?.sentence
            }
            let cookies = jar.cookies
            if cookies != read { try NetscapeCookies.save(cookies, to: textFile) }
            return nil
        } catch {
            return error.sentence
        }
    }
}
