#if canImport(Glibc)
    import Glibc
#elseif canImport(Musl)
    import Musl
#elseif canImport(Darwin)
    import Darwin
#endif

/// A file that is written beside another one and then replaces it, so that a reader sees either the old content or the
/// new one.
///
/// A process that is killed in between leaves its draft behind. The name says whose it is: the next save in that folder
/// removes it.
package enum DraftFile {
    /// A draft that was written to within this many seconds is never removed: its process may run where we cannot see
    /// it (in a container, or on another machine that shares the folder).
    static let youngestAbandoned = 600

    /// A hidden path in the same folder that no file has: `.NAME.PID.RANDOM.MARK.tmp`.
    /// - Parameters:
    ///   - target: absolute or relative, links followed.
    ///   - mark: who writes such files: ASCII letters.
    package static func path(for target: String, mark: String) -> String {
        let (folder, name) = split(target)
        var kept = Substring(name)
        // Names end at 255 bytes.
        while kept.utf8.count > 150 { kept = kept.dropLast() }
        let random = String(UInt32.random(in: 0...UInt32.max), radix: 36)
        return "\(folder).\(kept).\(getpid()).\(random).\(mark).tmp"
    }

    /// Removes what killed processes left in the folder of a file. Never fails; what cannot be removed stays.
    ///
    /// Only regular files of this user whose name is one that `path` makes with this mark, whose process is gone, and
    /// which were not written to for ten minutes.
    package static func removeAbandoned(beside target: String, mark: String) {
        let (folder, _) = split(target)
        guard let stream = opendir(folder.isEmpty ? "." : folder) else { return }
        defer { closedir(stream) }
        let old = time(nil) - youngestAbandoned
        while let entry = readdir(stream) {
            withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                pointer.withMemoryRebound(to: CChar.self, capacity: 256) { name in
                    // Most names are skipped by their first byte.
                    guard name.pointee == 0x2E, let process = process(of: String(cString: name), mark) else { return }
                    var facts = stat()
                    guard fstatat(dirfd(stream), name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
                        facts.st_mode & S_IFMT == S_IFREG, facts.st_uid == geteuid(), facts.st_nlink == 1,
                        facts.st_mtim.tv_sec < old, kill(process, 0) != 0, errno == ESRCH
                    else { return }
                    unlinkat(dirfd(stream), name, 0)
                }
            }
        }
    }

    /// The process that made a draft of that name; nil for any other name.
    static func process(of name: String, _ mark: String) -> pid_t? {
        let parts = name.utf8.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
        guard parts.count >= 6, parts[0].isEmpty, parts[parts.count - 1].elementsEqual("tmp".utf8),
            parts[parts.count - 2].elementsEqual(mark.utf8)
        else { return nil }
        let random = parts[parts.count - 3]
        guard (1...7).contains(random.count),
            random.allSatisfy({
                (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
                    || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
            }), let digits = String(parts[parts.count - 4]), let process = pid_t(digits), process > 0,
            String(process) == digits
        else { return nil }
        return process
    }

    /// The folder with its slash, and the name in it.
    private static func split(_ path: String) -> (folder: String, name: String) {
        guard let slash = path.utf8.lastIndex(of: UInt8(ascii: "/")) else { return ("", path) }
        let start = path.utf8.index(after: slash)
        return (String(path[..<start]), String(path[start...]))
    }
}
