import Foundation
import GRDB
import Glibc
import NetEngineRequestLog
import NetEngineSQLite
import TestSupport
import Testing
import UntouchedSQLite
import Workspace

@testable import Doctor

/// What the doctor says of the files that the program keeps, and what it fixes.
@Suite struct KeptFoldersTests {
    private let home: TemporaryFolder
    private var state: String { "\(home.path)/state/apitui" }
    private var cache: String { "\(home.path)/cache/apitui" }

    init() throws { home = try TemporaryFolder() }

    @Test func `damage of a database is what is wrong, not the line above it`() {
        let report = "*** in database main ***\nPage 6: btreeInitPage() returns error code 11"
        #expect(UntouchedDatabase.damage(in: report) == "Page 6: btreeInitPage() returns error code 11")
        #expect(UntouchedDatabase.damage(in: "wrong # of entries in index i") == "wrong # of entries in index i")
        #expect(UntouchedDatabase.damage(in: "*** in database main ***") == "it cannot be read as one")
        #expect(UntouchedDatabase.damage(in: "ok") == nil)
    }

    @Test func `a disk with little room is a note, and a full one is wrong`() {
        func said(_ bytes: Int?) -> String {
            KeptFolders.room(bytes, "/s", "files.state").map { "\($0.state): \($0.sentence)" } ?? "-"
        }
        #expect(
            [nil, 64 << 20, (64 << 20) - 1, 1 << 20, (1 << 20) - 1, 0].map(said) == [
                "-", "-", "note: On the disk of /s only 67 MB are free.",
                "note: On the disk of /s only 1.0 MB are free.",
                "wrong: The disk of /s is full: 1.0 MB are free.", "wrong: The disk of /s is full: 0 B are free.",
            ])
    }

    private func folders(_ checks: [ContentCheck] = [], user: UInt32 = geteuid()) -> KeptFolders {
        let variables = [
            "XDG_STATE_HOME": "\(home.path)/state", "XDG_CACHE_HOME": "\(home.path)/cache",
            "XDG_CONFIG_HOME": "\(home.path)/config", "HOME": home.path,
        ]
        return KeptFolders({ variables[$0] }, checks: checks, user: user)
    }

    private func findings(_ id: String, _ checks: [ContentCheck] = []) -> [Finding] {
        folders(checks).findings().filter { $0.id == id }
    }

    /// The folders as the program makes them.
    private func begin() throws { try home.makePrivate([state, cache]) }

    @discardableResult
    private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        try home.writePrivate(text, to: name, mode: mode)
    }

    private func database(_ path: String, _ sql: String) throws {
        let queue = try DatabaseQueue(path: path)
        try queue.write { try $0.execute(sql: sql) }
        try queue.close()
        chmod(path, 0o600)
    }

    /// All files below the home folder with sizes and times.
    private func tree() -> [String] {
        let names = FileManager.default.enumerator(atPath: home.path)?.compactMap { $0 as? String } ?? []
        return names.sorted().map { name in
            var facts = stat()
            lstat("\(home.path)/\(name)", &facts)
            return "\(name) \(facts.st_size) \(facts.st_mode) \(facts.st_mtim.tv_sec).\(facts.st_mtim.tv_nsec)"
        }
    }

    // MARK: Folders

    @Test func `a home without anything is fine, and stays as it is`() throws {
        let found = folders().findings()
        #expect(found.map(\.id) == ["files.state", "files.cache-folder", "files.configuration"])
        #expect(found.allSatisfy { $0.state == .ok })
        #expect(try home.names() == [])
    }

    @Test func `without a home folder one sentence says so`() {
        let found = KeptFolders { _ in nil }.findings()
        #expect(found.map(\.id) == ["files.home"] && found[0].state == .wrong)
    }

    @Test func `a folder that others may read is wrong, and fixed`() throws {
        try begin()
        chmod(state, 0o755)
        let finding = try #require(findings("files.state").first)
        #expect(finding.state == .wrong && finding.sentence.contains("0755: other users may use it"))
        #expect(finding.repair == .makePrivate(state, mode: 0o700))
        #expect(try #require(finding.repair).perform().isDone)
        #expect(findings("files.state").map(\.state) == [.ok])
    }

    @Test func `others may read the configuration, and not change it`() throws {
        let folder = "\(home.path)/config/apitui"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for (mode, isWrong) in [(0o755, false), (0o777, true)] {
            try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: folder)
            #expect(findings("files.configuration").contains { $0.state == .wrong } == isWrong)
        }
    }

    @Test func `a folder of another user is wrong, with what to do`() throws {
        try begin()
        let other = folders(user: geteuid() + 1).findings().filter { $0.state == .wrong }
        #expect(other.map(\.id) == ["files.state", "files.cache-folder"])
        #expect(other[0].sentence.hasSuffix("belongs to another user (number \(geteuid())).") && other[0].repair == nil)
        #expect(other[0].advice?.contains("XDG_STATE_HOME") == true)
    }

    @Test func `a full folder of another user is one finding, and what is damaged in it another`() throws {
        try begin()
        try write("\(home.path)\n", to: "state/apitui/trust")
        try write(#"{"access_token": "a"}"#, to: "state/apitui/tokens/a.json", mode: 0o644)
        try write("{", to: "state/apitui/tokens/b.json")
        try write("{}", to: "state/apitui/screen.json")
        try write("{}", to: "config/apitui/config.yaml")
        let layouts = ContentCheck("screen.json", id: "files.layouts", title: "The layouts") { _, _ in .fine("") }
        let settings = ContentCheck("config.yaml", id: "files.settings", title: "The settings", isConfiguration: true) {
            _, _ in .fine("")
        }
        let wrong = folders([layouts, settings], user: geteuid() + 1).findings().filter { $0.state == .wrong }
        #expect(
            wrong.map(\.sentence) == [
                "The state folder \(state) and 5 items in it belong to another user (number \(geteuid())).",
                "The token file \(state)/tokens/b.json is damaged: it is not a token, or was cut.",
                "The folder of the cache \(cache) belongs to another user (number \(geteuid())).",
                "The folder of the configuration \(home.path)/config/apitui and 1 item in it belong to another user (number \(geteuid())).",
            ])
        #expect(wrong.map(\.id) == ["files.state", "files.tokens", "files.cache-folder", "files.configuration"])
    }

    @Test(.disabled(if: geteuid() == 0, "root may look into every folder"))
    func `a folder that cannot be looked into is one finding, and of another user no second one`() throws {
        try begin()
        try write("{}", to: "config/apitui/config.yaml")
        let settings = ContentCheck("config.yaml", id: "files.settings", title: "The settings", isConfiguration: true) {
            _, _ in .fine("")
        }
        for folder in [state, "\(home.path)/config/apitui"] { chmod(folder, 0) }
        defer { for folder in [state, "\(home.path)/config/apitui"] { chmod(folder, 0o700) } }
        func wrong(_ user: UInt32) -> [String] {
            folders([settings], user: user).findings().filter { $0.state == .wrong }.map {
                "\($0.id) \($0.sentence.split(separator: " ").suffix(2).joined(separator: " "))"
            }
        }
        let own = wrong(geteuid())
        #expect(own == ["files.state Permission denied.", "files.configuration Permission denied."])
        let number = "(number \(geteuid()))."
        #expect(
            wrong(geteuid() + 1) == [
                "files.state \(number)", "files.cache-folder \(number)", "files.configuration \(number)",
            ])
    }

    @Test func `a file where a folder belongs is one sentence`() throws {
        try home.write("x", to: "state/apitui")
        #expect(findings("files.state")[0].sentence.hasSuffix("is not a folder."))
        let layouts = ContentCheck("screen.json", id: "files.layouts", title: "The layouts") { _, _ in .fine("") }
        #expect(findings("files.layouts", [layouts]) == [], "nothing is looked for in it")
    }

    @Test func `a folder that cannot be looked at is wrong, and not taken for none`() throws {
        try home.write("x", to: "state")
        symlink("cache", "\(home.path)/cache")
        try home.write("x", to: "config")
        let found = folders().findings()
        #expect(found.allSatisfy { $0.state == .wrong && $0.advice?.contains("'namei -l \($0.path ?? "")'") == true })
        #expect(
            found.map(\.sentence) == [
                "The state folder \(state) cannot be read: a part of the path is not a folder.",
                "The folder of the cache \(cache) cannot be read: Too many levels of symbolic links.",
                "The folder of the configuration \(home.path)/config/apitui cannot be read: a part of the path is not a folder.",
            ])
    }

    @Test(.disabled(if: geteuid() == 0, "root may write everywhere"))
    func `a folder that cannot be made is wrong`() {
        chmod(home.path, 0o500)
        defer { chmod(home.path, 0o700) }
        #expect(
            findings("files.state").map(\.sentence) == [
                "The state folder \(state) cannot be made: Permission denied."
            ])
    }

    @Test func `settings that are a link to nothing are wrong`() throws {
        let folder = "\(home.path)/config/apitui"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        symlink("nowhere", "\(folder)/config.yaml")
        let check = ContentCheck("config.yaml", id: "files.settings", title: "The settings", isConfiguration: true) {
            _, _ in .fine("")
        }
        #expect(
            findings("files.settings", [check]).map(\.sentence) == [
                "The settings \(folder)/config.yaml cannot be read: it is a broken link."
            ])
    }

    // MARK: Files

    @Test func `the list of trusted folders is read, and half a line is damage`() throws {
        try begin()
        try write("\(home.path)\n", to: "state/apitui/trust")
        #expect(findings("files.trust").map(\.state) == [.ok])
        try write("\(home.path)\n/gone/there\n", to: "state/apitui/trust")
        #expect(findings("files.trust").map(\.state) == [.note])
        try write("\(home.path)\n/ho", to: "state/apitui/trust")
        #expect(findings("files.trust")[0].sentence.contains("is damaged"))
        try write("not a path\n", to: "state/apitui/trust")
        #expect(findings("files.trust").map(\.state) == [.wrong])
    }

    @Test func `a token file that was cut gets another name, and nothing of it is lost`() throws {
        try begin()
        try write(
            #"{"access_token": "secret", "token_type": "Bearer", "obtained": 1}"#, to: "state/apitui/tokens/good.json")
        let cut = try write(#"{"access_token": "sec"#, to: "state/apitui/tokens/cut.json")
        let found = findings("files.tokens")
        #expect(found.map(\.state) == [.ok, .wrong])
        #expect(found[0].sentence.contains("1 token"))
        #expect(found.allSatisfy { !$0.sentence.contains("sec") || $0.sentence.contains("token") })
        #expect(found[1].repair == .setAside(cut))
        #expect(try #require(found[1].repair).perform().isDone)
        #expect(try home.read("state/apitui/tokens/cut.json.damaged") == #"{"access_token": "sec"#)
        #expect(findings("files.tokens").map(\.state) == [.ok])
    }

    @Test func `a token file that others may read is wrong`() throws {
        try begin()
        let path = try write(
            #"{"access_token": "secret", "token_type": "Bearer", "obtained": 1}"#, to: "state/apitui/tokens/a.json",
            mode: 0o644)
        #expect(findings("files.tokens").last?.repair == .makePrivate(path, mode: 0o600))
    }

    @Test func `files that a part above knows are checked by it`() throws {
        try begin()
        let check = ContentCheck("screen.json", id: "files.layouts", title: "The layouts") { path, bytes in
            bytes.first == UInt8(ascii: "{") ? .fine("") : .damaged("cut", advice: "Do it.", repair: .setAside(path))
        }
        #expect(findings("files.layouts", [check]) == [])
        try write("{}", to: "state/apitui/screen.json")
        #expect(findings("files.layouts", [check]).map(\.state) == [.ok])
        try write("x", to: "state/apitui/screen.json")
        #expect(findings("files.layouts", [check]).map(\.state) == [.wrong])
    }

    @Test func `a folder in place of a file is wrong, and a file in place of a folder`() throws {
        try begin()
        let file = ContentCheck("config.yaml", id: "files.settings", title: "The settings", isConfiguration: true) {
            _, _ in .fine("")
        }
        let folder = ContentCheck(
            "themes", id: "files.themes", title: "The folder of themes", isConfiguration: true, isFolder: true
        ) { _, _ in .fine("") }
        try write("x", to: "config/apitui/config.yaml/x")
        try write("x", to: "config/apitui/themes")
        #expect(findings("files.settings", [file])[0].sentence.hasSuffix("cannot be read: it is a folder."))
        #expect(findings("files.themes", [folder])[0].sentence.hasSuffix("cannot be read: it is not a folder."))
    }

    @Test func `a pipe in place of a file is not waited for`() throws {
        try begin()
        mkfifo("\(state)/trust", 0o600)
        #expect(findings("files.trust")[0].sentence.contains("it is not a regular file"))
        for name in ["state/apitui/log.sqlite", "cache/apitui/cache.sqlite"] { mkfifo("\(home.path)/\(name)", 0o600) }
        for id in ["files.log", "files.cache"] {
            #expect(findings(id)[0].sentence.hasSuffix("cannot be read: it is not a regular file."))
        }
    }

    @Test func `edits of descriptions that were cut are damage`() throws {
        try begin()
        try write(
            #"{"path": "/a", "edits": []}"#, to: "state/apitui/descriptions/\(ContentMark(Array("/a".utf8)).text).json")
        #expect(findings("files.descriptions").map(\.state) == [.ok])
        try write(#"{"path": "/a", "ed"#, to: "state/apitui/descriptions/2.json")
        #expect(findings("files.descriptions").map(\.state) == [.ok, .wrong])
    }

    @Test func `unsaved edits are named`() throws {
        try begin()
        try write("# apitui recovery base=0-0 path=/a\n", to: "state/apitui/recovery/1-2-3-a.recovery")
        #expect(findings("files.recovery")[0].sentence.hasPrefix("Unsaved edits of 1 file wait"))
    }

    @Test func `unsaved edits of a running session do not wait`() throws {
        try begin()
        let lock = try write("", to: "state/apitui/recovery/1-2.lock")
        try write("# apitui recovery version=2 base=0-0 path=/a\n", to: "state/apitui/recovery/1-2-0-a.recovery")
        let descriptor = open(lock, O_RDWR)
        #expect(descriptor >= 0 && flock(descriptor, LOCK_EX) == 0)
        let found = findings("files.recovery")
        #expect(found.map(\.state) == [.ok])
        #expect(found[0].sentence.contains("of 1 file, which a running apitui edits"))
        close(descriptor)
        #expect(findings("files.recovery")[0].sentence.hasPrefix("Unsaved edits of 1 file wait"))
    }

    // MARK: Drafts

    @Test func `half-written files of ended programs are removed, others stay`() throws {
        try begin()
        let gone = 4_000_000
        let old = [
            "state/apitui/.trust.\(gone).abc.apitui.tmp", "state/apitui/log.sqlite.\(gone).77.new",
            "state/apitui/log-bodies/x.\(gone).part", "state/apitui/recovery/.a.recovery.\(gone).abc.apitui.tmp",
            "state/apitui/tokens/.a.json.\(gone).abc.apitui.tmp", "cache/apitui/bodies/x.\(gone).part",
            "state/apitui/descriptions/.a.json.\(gone).abc.apitui.tmp",
            "cache/apitui/schemas/.a.json.\(gone).abc.apitui.tmp",
        ]
        // What a user deleted stays, whatever its name.
        let deleted = "state/apitui/trash/x.\(gone).part"
        for name in old + [deleted] {
            let path = try write("x", to: name)
            var times = [timeval(tv_sec: time(nil) - 3600, tv_usec: 0), timeval(tv_sec: time(nil) - 3600, tv_usec: 0)]
            utimes(path, &times)
        }
        let kept = ["state/apitui/.trust.\(getpid()).abc.apitui.tmp", "state/apitui/.trust.\(gone).abc.other.tmp"]
        for name in kept { try write("x", to: name) }
        let found = findings("files.drafts")
        #expect(found.map(\.state) == [.note, .note])
        for finding in found { #expect(try #require(finding.repair).perform().isDone) }
        for name in old { #expect(!FileManager.default.fileExists(atPath: "\(home.path)/\(name)"), "\(name)") }
        for name in kept + [deleted] {
            #expect(FileManager.default.fileExists(atPath: "\(home.path)/\(name)"), "\(name)")
        }
        #expect(findings("files.drafts") == [])
    }

    // MARK: Databases

    private func makeLog() throws {
        try begin()
        let opening = LogDatabase.opening(folder: state, consequence: "") { _ in }
        try #require(opening.open()).close()
        chmod("\(state)/log-bodies", 0o700)
    }

    @Test func `a log is counted, and looking at it changes nothing`() throws {
        try makeLog()
        for end in ["-wal", "-shm"] { unlink("\(state)/log.sqlite\(end)") }
        let before = tree()
        let found = findings("files.log")
        #expect(found.map(\.state) == [.ok])
        #expect(found[0].sentence.contains("0 exchanges, 0 recorded runs"))
        #expect(tree() == before)
    }

    @Test func `a log of a newer program is left alone`() throws {
        try makeLog()
        try database("\(state)/log.sqlite", "PRAGMA user_version = 99")
        let found = findings("files.log")
        #expect(found.map(\.state) == [.note] && found[0].repair == nil)
        #expect(
            found[0].sentence
                == "The request log \(state)/log.sqlite was written by a newer apitui (format 99, this one knows \(LogDatabase.version)) and is left as it is; nothing is logged."
        )
    }

    @Test func `a cache of a newer program is left alone, whatever is in it`() throws {
        try begin()
        try database("\(cache)/cache.sqlite", "PRAGMA user_version = 2")
        let found = findings("files.cache")
        #expect(found.map(\.state) == [.note] && found[0].repair == nil)
        #expect(
            found[0].sentence
                == "The HTTP cache \(cache)/cache.sqlite was written by a newer apitui (format 2, this one knows 1) and is left as it is; nothing is cached."
        )
    }

    @Test(arguments: [
        ("files.trust", "trust", "# apitui format 3\n/a since=1", "nothing is trusted"),
        ("files.tokens", "tokens/a.json", #"{"version":2,"tokens":{}}"#, "a token is asked for again and not kept"),
        (
            "files.tokens", "tokens/a.json", #"{"version":2,"access_token":"t"}"#,
            "a token is asked for again and not kept"
        ),
        (
            "files.descriptions", "descriptions/a.json", #"{"version":2,"path":"/a","edits":[]}"#,
            "the description is shown without them, and no edit of it is kept"
        ),
    ])
    func `a file of a newer program is a note without a repair`(
        id: String, name: String, text: String, effect: String
    ) throws {
        try begin()
        let path = try write(text, to: "state/apitui/\(name)")
        let note = try #require(findings(id).last)
        #expect(note.state == .note && note.repair == nil && note.path == path)
        let format = id == "files.trust" ? "(format 3, this one knows 2)" : "(format 2, this one knows 1)"
        #expect(
            note.sentence.hasSuffix(
                " \(path) was written by a newer apitui \(format) and is left as it is; \(effect)."),
            "\(note.sentence)")
        #expect(
            note.advice == "Use the newer version, or name other folders by XDG_STATE_HOME and XDG_CACHE_HOME.")
    }

    @Test func `unsaved edits of a newer program are not said to be offered`() throws {
        try begin()
        try write("# apitui recovery version=3 base=0-0 path=/a\n", to: "state/apitui/recovery/1-2-3-a.recovery")
        let found = findings("files.recovery")
        try write("# apitui recovery base=0-0 path=/b\n", to: "state/apitui/recovery/1-2-4-b.recovery")
        #expect(
            findings("files.recovery")[0].sentence.hasSuffix(
                "/recovery. Those of 1 other file were written by a newer apitui and are left as they are."))
        #expect(found.map(\.state) == [.note])
        #expect(found[0].sentence.hasPrefix("Unsaved edits of 1 file in "))
        #expect(found[0].sentence.hasSuffix(" were written by a newer apitui and are left as they are."))
    }

    @Test(arguments: [
        "not a database at all, but long enough to have a head of a hundred bytes: "
            + String(repeating: "x", count: 9000)
    ])
    func `a damaged log gets another name with its write-ahead log, and nothing is overwritten`(text: String) throws {
        try begin()
        try write(text, to: "state/apitui/log.sqlite")
        try write("older", to: "state/apitui/log.sqlite.damaged")
        let found = findings("files.log")
        #expect(found.map(\.state) == [.wrong])
        #expect(found[0].repair == .setLogAside(folder: state))
        try write("wal", to: "state/apitui/log.sqlite-wal")
        #expect(try #require(found[0].repair).perform().isDone)
        #expect(try home.read("state/apitui/log.sqlite.damaged") == "older")
        #expect(try home.read("state/apitui/log.sqlite.damaged-2") == text)
        #expect(try home.read("state/apitui/log.sqlite.damaged-2-wal") == "wal")
        #expect(findings("files.log") == [])
        #expect(findings("files.damaged").map(\.state) == [.note])
    }

    @Test func `a log whose pages are damaged is found`() throws {
        try makeLog()
        try database(
            "\(state)/log.sqlite",
            """
            WITH RECURSIVE n(i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 4000)
            INSERT INTO word SELECT i, 'a word of some length ' || i FROM n
            """)
        for end in ["-wal", "-shm"] { unlink("\(state)/log.sqlite\(end)") }
        let path = "\(state)/log.sqlite"
        var bytes = Array(try Data(contentsOf: URL(filePath: path)))
        for index in (bytes.count / 2)..<(bytes.count / 2 + 20_000) { bytes[index] = 0xFF }
        try Data(bytes).write(to: URL(filePath: path))
        chmod(path, 0o600)
        #expect(findings("files.log").map(\.state) == [.wrong])
    }

    @Test func `a cache is fine with the number of its responses`() throws {
        try begin()
        try database("\(cache)/cache.sqlite", "CREATE TABLE usage (count INTEGER); INSERT INTO usage VALUES (12)")
        let finding = try #require(findings("files.cache").first)
        #expect(finding.state == .ok && finding.sentence.contains("12 responses"), "\(finding.sentence)")
    }

    @Test func `a damaged cache is removed with its bodies`() throws {
        try begin()
        try write(String(repeating: "x", count: 5000), to: "cache/apitui/cache.sqlite")
        try write("body", to: "cache/apitui/bodies/1")
        let found = findings("files.cache")
        #expect(found.map(\.state) == [.wrong])
        #expect(try #require(found[0].repair).perform().isDone)
        #expect(findings("files.cache") == [])
        #expect(!FileManager.default.fileExists(atPath: "\(cache)/bodies/1"))
    }

    @Test func `a log or a cache without a byte is a new one`() throws {
        try begin()
        for (id, name) in [("files.log", "state/apitui/log.sqlite"), ("files.cache", "cache/apitui/cache.sqlite")] {
            try write("", to: name)
            let found = findings(id)
            #expect(found.map(\.state) == [.ok] && found[0].sentence.hasSuffix(" (empty, 0600)."), "\(found)")
        }
        try database("\(state)/log.sqlite", "CREATE TABLE other (a)")
        #expect(findings("files.log").map(\.state) == [.wrong], "one with something else in it is not")
    }

    @Test func `a repair of what is gone says that it failed`() {
        #expect(!Repair.setAside("\(home.path)/nope").perform().isDone)
        #expect(!Repair.makePrivate("\(home.path)/nope", mode: 0o600).perform().isDone)
        #expect(!Repair.emptyCache(folder: "\(home.path)/nope").perform().isDone)
    }
}
