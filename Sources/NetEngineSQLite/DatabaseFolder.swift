import Foundation
import GRDB

#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A folder with a database, and bodies as files beside it. Only its owner can read them.
package struct DatabaseFolder: Sendable {
    package let path: String
    private let names: Names

    /// What is in the folder.
    package struct Names: Sendable {
        let database: String
        let bodies: String
        let lock: String

        package init(database: String, bodies: String, lock: String) {
            self.database = database
            self.bodies = bodies
            self.lock = lock
        }
    }

    /// A system call failed.
    package struct Failure: Error { package let text: String }
    package struct Unusable: Error { package init() {} }

    package init(path: String, names: Names) {
        self.path = path
        self.names = names
    }

    package var databasePath: String { "\(path)/\(names.database)" }
    private var bodies: String { "\(path)/\(names.bodies)" }

    /// Creates the folders that are missing.
    package func prepare() throws(Failure) {
        for folder in [path, bodies] {
            var made = ""
            for part in folder.split(separator: "/") {
                made += "/\(part)"
                guard mkdir(made, 0o700) == 0 || errno == EEXIST || errno == EISDIR else { throw Self.failure(made) }
            }
        }
        // An existing folder may have other permissions.
        chmod(path, 0o700)
        chmod(bodies, 0o700)
    }

    /// Whether there is a database. One that cannot be looked at is an error, and never a missing one.
    package func hasDatabase() throws(Failure) -> Bool {
        if access(databasePath, F_OK) == 0 { return true }
        guard errno == ENOENT || errno == ENOTDIR else { throw Self.failure(databasePath) }
        return false
    }

    /// Opens the database for a connection that only reads, also where nothing can be written.
    ///
    /// Even to read a database SQLite makes files beside it. Where it cannot, and a write-ahead log is not there, the database is opened
    /// as one that nobody changes (where SQLite is built with `SQLITE_USE_URI`).
    /// - Parameter open: opens the path.
    /// - Returns: whether it was opened so: then changes of others are not seen, and it must be closed when they begin.
    package func openToRead<Base>(_ open: (String) throws -> Base) throws -> (base: Base, isUnchanging: Bool) {
        do {
            return (try open(databasePath), false)
        } catch let error as DatabaseError where DatabaseDamage.isUnwritable(error) {
            guard !isBeingChanged, let path = databasePath.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
            else { throw error }
            return (try open("file:\(path)?immutable=1"), true)
        }
    }

    /// Whether a program has it open for changes, or ended without closing it.
    package var isBeingChanged: Bool { access(databasePath + "-wal", F_OK) == 0 }

    /// Creates the database if it is missing. The file is created here, because SQLite would let others read it.
    ///
    /// It gets its name when it is complete and closed. Two programs that both fill an empty database would get in each other's way
    /// ("database is locked"), and to close a file that SQLite has open would end all locks that this process holds on it.
    /// - Parameter fill: makes an empty file a complete database, which nobody else has open.
    /// - Throws: what `fill` throws, or a `Failure`; then there is no database.
    package func makeDatabase(_ fill: (String) throws -> Void) throws {
        guard access(databasePath, F_OK) != 0 else {
            chmod(databasePath, 0o600)
            guard access(databasePath, R_OK | W_OK) == 0 else { throw Self.failure(databasePath) }
            return
        }
        let draft = "\(databasePath).\(getpid()).\(UInt32.random(in: 0 ... .max)).new"
        let file = systemOpen(draft, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(draft) }
        close(file)
        defer { for suffix in ["", "-wal", "-shm", "-journal"] { unlink(draft + suffix) } }
        try fill(draft)
        guard !Self.hasMore(draft) else { throw Failure(text: "\(databasePath): it could not be written to its end") }
        guard link(draft, databasePath) == 0 || errno == EEXIST else { throw Self.failure(databasePath) }
    }

    /// Whether part of a closed database is still in a second file. SQLite copies the write-ahead log into the database when it closes
    /// it, and does not report if that fails, as on a full disk.
    private static func hasMore(_ path: String) -> Bool {
        ["-wal", "-journal"].contains { suffix in
            var facts = stat()
            return stat(path + suffix, &facts) == 0 && facts.st_size > 0
        }
    }

    private static func failure(_ path: String) -> Failure {
        Failure(text: "\(path): \(String(cString: strerror(errno)))")
    }

    /// Written under another name first, so that a body with its final name is complete.
    /// - Returns: the name to read it by.
    package func write(_ bytes: [UInt8], name: String) throws(Failure) -> String {
        let place = "\(bodies)/\(name)"
        let draft = "\(place).\(getpid()).part"
        let file = systemOpen(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw Self.failure(draft) }
        var offset = 0
        while offset < bytes.count {
            let count = bytes.withUnsafeBytes { buffer in
                buffer.baseAddress.map { systemWrite(file, $0 + offset, bytes.count - offset) } ?? -1
            }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else {
                let failure = Self.failure(draft)
                close(file)
                unlink(draft)
                throw failure
            }
            offset += count
        }
        close(file)
        guard rename(draft, place) == 0 else {
            let failure = Self.failure(place)
            unlink(draft)
            throw failure
        }
        return name
    }

    /// nil if it cannot be read.
    package func read(_ name: String) -> [UInt8]? {
        let file = systemOpen("\(bodies)/\(name)", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var facts = stat()
        guard fstat(file, &facts) == 0, facts.st_size >= 0 else { return nil }
        let size = Int(facts.st_size)
        return [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
            while count < size, let base = buffer.baseAddress {
                let got = systemRead(file, base + count, size - count)
                if got < 0, errno == EINTR { continue }
                guard got > 0 else { break }
                count += got
            }
        }
    }

    package func remove(_ names: [String]) { for name in names { unlink("\(bodies)/\(name)") } }

    /// Removes the database that `setDatabaseAside` kept.
    package func removeDamaged() { unlink(databasePath + ".damaged") }

    package func removeAllBodies() { for name in Self.files(bodies) { unlink("\(bodies)/\(name)") } }

    /// Removes the bodies that are not kept, unless one is so new that another process may be about to use it.
    package func sweep(keeping names: Set<String>) {
        let old = time(nil) - 600
        for name in Self.files(bodies) where !names.contains(name) {
            var facts = stat()
            if stat("\(bodies)/\(name)", &facts) == 0, facts.st_mtim.tv_sec < old { unlink("\(bodies)/\(name)") }
        }
    }

    package enum Access {
        /// For opening the database: nobody sets it aside meanwhile.
        case shared
        /// For setting it aside: nobody is opening it meanwhile.
        case alone
    }

    /// Does the work while holding a lock on the folder against other processes, and other stores of this one.
    package func locked<Value>(_ access: Access, _ work: () throws -> Value) rethrows -> Value {
        let file = systemOpen("\(path)/\(names.lock)", O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard file >= 0 else { return try work() }
        defer { close(file) }
        while flock(file, access == .alone ? LOCK_EX : LOCK_SH) != 0, errno == EINTR {}
        return try work()
    }

    /// Renames the database, and keeps only the last such one. Call it alone.
    /// - Returns: that name.
    package func setDatabaseAside() -> String? {
        let aside = databasePath + ".damaged"
        let isDone = rename(databasePath, aside) == 0
        if !isDone { unlink(databasePath) }
        for suffix in ["-wal", "-shm"] { unlink(databasePath + suffix) }
        return isDone ? aside : nil
    }

    private static func files(_ folder: String) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    }
}
