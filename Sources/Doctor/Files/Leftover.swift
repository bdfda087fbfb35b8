import Glibc
import NetEngine

/// Files that a program had begun to write when it was ended.
enum Leftover {
    /// Whether it is one: its process is gone, it belongs to this user, and it was not written to for ten minutes.
    static func isOne(_ name: String, in folder: String) -> Bool {
        if DraftFile.isAbandoned(name, in: folder) { return true }
        guard let process = process(of: name), DraftFile.isGone(process) else { return false }
        var facts = stat()
        return lstat("\(folder)/\(name)", &facts) == 0 && facts.st_mode & S_IFMT == S_IFREG
            && facts.st_uid == geteuid() && facts.st_mtim.tv_sec < time(nil) - DraftFile.youngestAbandoned
    }

    /// Of a draft of a database (`log.sqlite.PID.RANDOM.new`) or of a body (`NAME.PID.part`).
    private static func process(of name: String) -> pid_t? {
        let parts = name.split(separator: ".")
        let digits: Substring? =
            switch parts.last {
            case "new" where parts.count >= 4: parts[parts.count - 3]
            case "part" where parts.count >= 3: parts[parts.count - 2]
            default: nil
            }
        guard let digits, let process = pid_t(digits), process > 0 else { return nil }
        return process
    }
}
