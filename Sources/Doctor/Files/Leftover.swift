import Glibc

/// Files that a program had begun to write when it was ended.
enum Leftover {
    /// A younger one may belong to a process that cannot be seen from here: in a container, or on another machine.
    private static let youngest = 600

    /// Whether it is one: its process is gone, it belongs to this user, and it was not written to for ten minutes.
    static func isOne(_ name: String, in folder: String) -> Bool {
        guard let process = process(of: name), kill(process, 0) != 0, errno == ESRCH else { return false }
        var facts = stat()
        return lstat("\(folder)/\(name)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && facts.st_uid == geteuid() && facts.st_nlink == 1 && facts.st_mtim.tv_sec < time(nil) - youngest
    }

    /// Of a draft of a file (`.NAME.PID.RANDOM.MARK.tmp`), a database (`NAME.PID.RANDOM.new`) or a body (`NAME.PID.part`).
    static func process(of name: String) -> pid_t? {
        let parts = name.split(separator: ".", omittingEmptySubsequences: false)
        let digits: Substring? =
            switch parts.last {
            case "tmp" where parts.count >= 6 && parts[0].isEmpty: parts[parts.count - 4]
            case "new" where parts.count >= 4: parts[parts.count - 3]
            case "part" where parts.count >= 3: parts[parts.count - 2]
            default: nil
            }
        guard let digits, let process = pid_t(digits), process > 0, String(process) == digits else { return nil }
        return process
    }
}
