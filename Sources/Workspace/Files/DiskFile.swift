import Base
import Glibc
import NetEngine

/// Reads whole files without ever blocking: FIFOs, devices and sockets are never opened.
package enum DiskFile {
    /// Larger request files are listed with a problem instead of being read.
    package static let maxRequestFileBytes = 64 << 20

    package enum Failure: Error, Hashable {
        case missing
        /// A folder, a pipe, a device or a socket.
        case notAFile(isFolder: Bool)
        case tooLarge(limit: Int)
        case system(errno: Int32)

        /// Why a file could not be opened, read or written.
        package init(errno code: Int32) {
            switch code {
            case ENOENT, ENOTDIR: self = .missing
            case EISDIR: self = .notAFile(isFolder: true)
            case ENXIO: self = .notAFile(isFolder: false)
            default: self = .system(errno: code)
            }
        }

        /// nil for a regular file.
        package init?(_ info: stat) {
            let type = info.st_mode & S_IFMT
            guard type != S_IFREG else { return nil }
            self = .notAFile(isFolder: type == S_IFDIR)
        }

        /// A clause without the path: `Permission denied`.
        package var clause: String {
            switch self {
            case .missing: "there is no such file"
            case .notAFile(let isFolder): isFolder ? "it is a folder" : "it is not a regular file"
            case .tooLarge(let limit): "it is larger than \(EngineError.byteCount(limit))"
            case .system(let code): systemMessage(code)
            }
        }
    }

    package static func read(_ path: String, limit: Int) -> Result<[UInt8], Failure> {
        let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard descriptor >= 0 else { return .failure(Failure(errno: errno)) }
        defer { close(descriptor) }
        var info = stat()
        guard fstat(descriptor, &info) == 0 else { return .failure(.system(errno: errno)) }
        if let failure = Failure(info) { return .failure(failure) }
        guard info.st_size <= limit else { return .failure(.tooLarge(limit: limit)) }
        // A failed allocation would end the program.
        guard info.st_size < 8 << 20 || FreeMemory.allows(Int(info.st_size)) else {
            return .failure(.system(errno: ENOMEM))
        }
        return contents(descriptor, expecting: Int(info.st_size), limit: limit)
    }

    /// Makes one read call more than the size requires, because the file may grow meanwhile.
    private static func contents(_ descriptor: Int32, expecting size: Int, limit: Int) -> Result<[UInt8], Failure> {
        var bytes: [UInt8] = []
        var code: Int32 = 0
        var room = size + 1
        while true {
            let chunk = [UInt8](unsafeUninitializedCapacity: room) { buffer, count in
                repeat {
                    let got = Glibc.read(descriptor, buffer.baseAddress, room)
                    code = got < 0 ? errno : 0
                    count = max(got, 0)
                } while code == EINTR
            }
            guard code == 0 else { return .failure(.system(errno: code)) }
            if bytes.isEmpty { bytes = chunk } else { bytes.append(contentsOf: chunk) }
            if chunk.isEmpty || bytes.count == size && chunk.count < room { return .success(bytes) }
            guard bytes.count <= limit else { return .failure(.tooLarge(limit: limit)) }
            room = 65536
        }
    }

    /// Whether a file must not be written: its folder would allow to replace it, but its own mode forbids it, to root too.
    /// - Parameter info: what the system says about the file.
    package static func isReadOnly(_ path: String, _ info: stat) -> Bool {
        info.st_mode & 0o222 == 0 || access(path, W_OK) != 0
    }

    /// Whether its group or every user of the machine may read a file that exists.
    package static func isOpenToOthers(_ path: String) -> Bool {
        info(path).map { $0.st_mode & 0o044 != 0 } ?? false
    }

    /// The path with every symbolic link resolved; nil if it does not exist.
    ///
    /// A path that is not UTF-8 becomes one that no file has and no folder contains (it has a NUL), so that two of them
    /// are never taken for the same.
    package static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved) ?? "\u{0}" + String(cString: resolved)
    }

    package static func info(_ path: String) -> stat? {
        var info = stat()
        return stat(path, &info) == 0 ? info : nil
    }

    /// Why no file can be made at a path: a clause that names the folder in which it would be, and what to do; nil if there is one.
    /// - Parameter makesFolders: whether folders that are missing are made, so that only what is in their place is in the way; the
    ///   path must be absolute then.
    package static func folderProblem(ofFile path: String, makesFolders: Bool = false) -> String? {
        var folder = PathText.folder(of: path)
        while makesFolders, isMissing(folder), !isLink(folder) { folder = PathText.folder(of: folder) }
        guard let info = info(folder) else {
            // What must not be looked at may be there; the system says so when the file is made.
            guard isMissing(folder) else { return nil }
            return isLink(folder)
                ? "\(folder) is a broken link; choose another place" : "there is no folder \(folder); make it first"
        }
        return info.st_mode & S_IFMT == S_IFDIR ? nil : "\(folder) is not a folder; choose another place"
    }

    /// Whether both paths lead to one file.
    package static func areSame(_ a: String, _ b: String) -> Bool {
        guard let a = info(a), let b = info(b) else { return false }
        return a.st_dev == b.st_dev && a.st_ino == b.st_ino
    }

    package static func isLink(_ path: String) -> Bool {
        var info = stat()
        return lstat(path, &info) == 0 && info.st_mode & S_IFMT == S_IFLNK
    }

    /// The names in a folder, unsorted, including `.` and `..`.
    package static func names(in folder: String) -> Result<[String], Failure> {
        entries(in: folder).map { $0.map { String(decoding: $0.name, as: UTF8.self) } }
    }

    /// A name in a folder as bytes, which need not be UTF-8.
    package struct Entry {
        package var name: [UInt8]
        /// `DT_DIR` and similar constants.
        package var type: Int32

        package init(name: [UInt8], type: Int32) {
            self.name = name
            self.type = type
        }
    }

    /// The entries of a folder, unsorted, including `.` and `..`.
    package static func entries(in folder: String) -> Result<[Entry], Failure> {
        entries(in: Array(folder.utf8))
    }

    /// The entries of a folder whose path need not be UTF-8.
    package static func entries(in folder: [UInt8]) -> Result<[Entry], Failure> {
        var entries: [Entry] = []
        let failure = forEachEntry(in: folder) { name, type in
            entries.append(Entry(name: Array(name), type: type))
            return true
        }
        if let failure { return .failure(failure) }
        return .success(entries)
    }

    /// The entries of a folder, unsorted, including `.` and `..`, until `each` returns false. A name is valid during its call only.
    /// - Returns: why not all could be read.
    @discardableResult
    package static func forEachEntry(
        in folder: [UInt8], _ each: (_ name: UnsafeRawBufferPointer, _ type: Int32) -> Bool
    ) -> Failure? {
        guard
            let stream = (folder + [0]).map({ CChar(bitPattern: $0) }).withUnsafeBufferPointer({ path in
                path.baseAddress.flatMap { opendir($0) }
            })
        else {
            return errno == ENOENT || errno == ENOTDIR ? Failure.missing : Failure.system(errno: errno)
        }
        defer { closedir(stream) }
        while true {
            // `readdir` reports an error only by setting errno.
            errno = 0
            guard let entry = readdir(stream) else { return errno == 0 ? nil : Failure.system(errno: errno) }
            let type = Int32(entry.pointee.d_type)
            let goesOn = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) {
                    each(UnsafeRawBufferPointer(start: $0, count: strlen($0)), type)
                }
            }
            if !goesOn { return nil }
        }
    }

    /// Whether nothing exists at a path; false if that cannot be determined.
    static func isMissing(_ path: String) -> Bool {
        var info = stat()
        return stat(path, &info) != 0 && (errno == ENOENT || errno == ENOTDIR)
    }

    /// The working directory. One that was deleted has no path; by the link of the system nothing is found in it, and
    /// never what is in another folder.
    package static var workingDirectory: String {
        withWorkingDirectory { path in path.map { String(cString: $0) } ?? "/proc/self/cwd" }
    }

    /// Why the working directory has no path, so that no relative path means anything: one sentence; nil if it has one.
    package static var workingDirectoryProblem: String? {
        withWorkingDirectory { path in
            guard path == nil else { return nil }
            let code = errno
            return code == ENOENT
                ? "The current folder was deleted. Change to another folder ('cd'), and try again."
                : "The current folder cannot be used: \(systemMessage(code)). Change to another folder ('cd'), and try again."
        }
    }

    /// The working directory, made readable, if its path is not UTF-8, so that no path in it can be expressed; else
    /// nil.
    static var oddWorkingDirectory: String? {
        withWorkingDirectory { path in
            guard let path, String(validatingCString: path) == nil else { return nil }
            return PathText.visible([UInt8](UnsafeRawBufferPointer(start: path, count: strlen(path))))
        }
    }

    /// - Parameter use: gets nil if the system gives no path; `errno` says why.
    private static func withWorkingDirectory<Result>(_ use: (UnsafeMutablePointer<CChar>?) -> Result) -> Result {
        let path = getcwd(nil, 0)
        defer { free(path) }
        return use(path)
    }

    /// The system's text for an errno, as a clause: `Permission denied` for `EACCES`. Thread-safe.
    package static func systemMessage(_ code: Int32) -> String {
        let text = SystemError.clause(code)
        return code == EMFILE ? "\(text) ('ulimit -n' shows and sets how many)" : text
    }
}
