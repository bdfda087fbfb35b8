import Foundation
import Glibc
import TestSupport
import Testing

@testable import Doctor

/// The sentences about kept files, and what a repair says that it did.
@Suite struct KeptSentenceTests {
    private let home: TemporaryFolder
    private var state: String { "\(home.path)/state/apitui" }
    private var cache: String { "\(home.path)/cache/apitui" }
    private var config: String { "\(home.path)/config/apitui" }

    init() throws { home = try TemporaryFolder() }

    /// All findings, or those with an id, as `state: sentence | advice`, with short names of the folders.
    private func lines(_ id: String? = nil, _ checks: [ContentCheck] = []) -> [String] {
        let variables = [
            "XDG_STATE_HOME": "\(home.path)/state", "XDG_CACHE_HOME": "\(home.path)/cache",
            "XDG_CONFIG_HOME": "\(home.path)/config", "HOME": home.path,
        ]
        return KeptFolders({ variables[$0] }, checks: checks).findings().filter { id == nil || $0.id == id }.map {
            short("\($0.state.rawValue): \($0.sentence)" + ($0.advice.map { " | \($0)" } ?? ""))
        }
    }

    private func short(_ text: String) -> String {
        text.replacing(state, with: "STATE").replacing(cache, with: "CACHE").replacing(config, with: "CONFIG")
    }

    private func begin() throws { try home.makePrivate([state, cache]) }

    /// - Returns: the path.
    @discardableResult
    private func write(_ text: String, to name: String, mode: mode_t = 0o600) throws -> String {
        try home.writePrivate(text, to: name, mode: mode)
    }

    @Test func `what is not there yet is told`() {
        #expect(
            lines() == [
                "ok: Nothing is kept yet: there is no folder STATE.",
                "ok: Nothing is cached yet: there is no folder CACHE.",
                "ok: There is no configuration, so the defaults apply: there is no folder CONFIG.",
            ])
        #expect(
            KeptFolders { _ in nil }.findings().map { "\($0.sentence) | \($0.advice ?? "")" } == [
                "There is no folder for the files that apitui keeps: HOME names none. | Set HOME, or XDG_STATE_HOME, XDG_CACHE_HOME and XDG_CONFIG_HOME."
            ])
    }

    @Test func `the folders and what is in them are told with their sizes`() throws {
        try begin()
        try write("abc", to: "state/apitui/trash/one")
        try write("de", to: "state/apitui/trash/.info")
        try write(#"{"access_token": "a"}"#, to: "state/apitui/tokens/a.json")
        try write("x", to: "state/apitui/tokens/.b.json")
        try write("", to: "state/apitui/recovery/none")
        try write("\(home.path)\n", to: "state/apitui/trust")
        let bytes = home.path.utf8.count + 1
        #expect(
            lines() == [
                "ok: The state folder: STATE (0700).",
                "ok: The list of trusted folders: STATE/trust (1 folder, \(bytes) B, 0600).",
                "ok: The folder of tokens: STATE/tokens (1 token, 22 B, 0700).",
                "ok: Unsaved edits: STATE/recovery (no unsaved edits, 0700).",
                "ok: The trash: STATE/trash (1 deleted item, 5 B, 0700).", "ok: The folder of the cache: CACHE (0700).",
                "ok: There is no configuration, so the defaults apply: there is no folder CONFIG.",
            ])
    }

    @Test func `what is wrong with the list of trusted folders`() throws {
        try begin()
        func trust(_ text: String) throws -> [String] {
            try write(text, to: "state/apitui/trust")
            return lines("files.trust")
        }
        let start = "wrong: The list of trusted folders STATE/trust is damaged: "
        let mixed = "# apitui format 2\n\(home.path)\nhttps://h.test\nhttp://h.test\n"
        #expect(
            try trust(mixed) == [
                "ok: The list of trusted folders: STATE/trust (1 folder, 2 addresses, \(mixed.utf8.count) B, 0600)."
            ])
        #expect(
            try trust("\(home.path)\n/gone/there\n") == [
                "note: 1 of 2 trusted folders does not exist: /gone/there. | 'apitui trust remove /gone/there' removes one from the list."
            ])
        #expect(
            try trust("/gone/b\n\(home.path)\n/gone/a\n") == [
                "note: 2 of 3 trusted folders do not exist, such as /gone/b. | 'apitui trust remove /gone/b' removes one from the list."
            ])
        #expect(
            try trust("\(home.path)\n/ho")
                == [
                    start
                        + "the last line is cut. | Until it is complete or deleted, nothing is trusted; use an editor."
                ])
        #expect(
            try trust("\(home.path)\nnot a path\n") == [
                start
                    + "a line is neither the path of a folder nor an address. | Such lines trust nothing; remove them with an editor, and trust the folder or the address again."
            ])
    }

    @Test func `what is wrong with tokens and databases`() throws {
        try begin()
        try write("[]", to: "state/apitui/tokens/list.json")
        try write(#"{"access_token": 1}"#, to: "state/apitui/tokens/number.json")
        let token =
            "is damaged: it is not a token, or was cut. | 'apitui doctor --fix' gives it another name; the next request signs in again."
        #expect(
            lines("files.tokens") == [
                "ok: The folder of tokens: STATE/tokens (0 tokens, 21 B, 0700).",
                "wrong: The token file STATE/tokens/list.json \(token)",
                "wrong: The token file STATE/tokens/number.json \(token)",
            ])
        try write("", to: "state/apitui/log.sqlite")
        #expect(
            lines("files.log") == [
                "ok: The request log: STATE/log.sqlite (empty, 0600)."
            ])
        try write("x", to: "state/apitui/log.sqlite.damaged")
        try write("yz", to: "state/apitui/log.sqlite.damaged-2")
        try write("wal", to: "state/apitui/log.sqlite.damaged-2-wal")
        #expect(
            lines("files.damaged") == [
                "note: 2 damaged files were set aside in STATE (3 B), such as log.sqlite.damaged. | Delete what you do not need."
            ])
        try write("a", to: "state/apitui/tokens/a.json.damaged")
        try write("b", to: "state/apitui/descriptions/b.json.damaged-2")
        try write("c", to: "cache/apitui/schemas/c.graphql.damaged")
        #expect(
            Array(lines("files.damaged").dropFirst()) == [
                "note: 1 damaged file was set aside in STATE/descriptions (1 B), such as b.json.damaged-2. | Delete what you do not need.",
                "note: 1 damaged file was set aside in STATE/tokens (1 B), such as a.json.damaged. | Delete what you do not need: a token in it may still be valid.",
                "note: 1 damaged file was set aside in CACHE/schemas (1 B), such as c.graphql.damaged. | Delete what you do not need.",
            ])
    }

    @Test func `copies of unsaved edits that were cut are damage, and get another name`() throws {
        try begin()
        let cut = "# apitui recovery version=2 base=1-a length=90 path=/c/a.http\nGET /\n"
        let path = try write(cut, to: "state/apitui/recovery/1-2-0-a.http.recovery")
        let advice = "Copy what you need out of it; 'apitui doctor --fix' gives it another name."
        #expect(
            lines("files.recovery") == [
                "ok: Unsaved edits: STATE/recovery (of 1 file, which cannot be offered, \(cut.utf8.count) B, 0700).",
                "wrong: The copy of unsaved edits STATE/recovery/1-2-0-a.http.recovery is damaged: 6 of 90 bytes of the edits of /c/a.http are there. | \(advice)",
            ])
        try write(
            "# apitui recovery version=2 base=1-a path=/c/b.http\n", to: "state/apitui/recovery/1-3-0-b.http.recovery")
        #expect(
            lines("files.recovery").first
                == "note: Unsaved edits of 1 file wait in STATE/recovery. | Open their folder with apitui, which offers them, or delete them."
        )
        #expect(
            done(.setAside(path))
                == "true: STATE/recovery/1-2-0-a.http.recovery is 1-2-0-a.http.recovery.damaged now; nothing of it was deleted."
        )
        #expect(try home.read("state/apitui/recovery/1-2-0-a.http.recovery.damaged") == cut)
        #expect(lines("files.recovery").count == 1)
    }

    @Test func `manifests of the trash that were cut or are newer are told`() throws {
        try begin()
        try home.makePrivate(["\(state)/trash"])
        let whole = #"{"version":1,"from":"/c/a.http","deletedAt":1}"#
        try write(whole, to: "state/apitui/trash/1-0/manifest.json")
        try write("", to: "state/apitui/trash/mine/manifest.json")
        let bytes = whole.utf8.count
        #expect(lines("files.trash") == ["ok: The trash: STATE/trash (2 deleted items, \(bytes) B, 0700)."])
        try write(String(whole.prefix(20)), to: "state/apitui/trash/2-0/manifest.json")
        try write(#"{"version":2,"fr"#, to: "state/apitui/trash/3-0/manifest.json")
        #expect(
            lines("files.trash") == [
                "note: The manifests of 1 of 4 deleted items in STATE/trash were written by a newer apitui, so these are left as they are. | Use the newer version, which removes them in time, or delete them yourself.",
                "note: The manifest STATE/trash/2-0/manifest.json was cut, so it does not say where the deleted item was. | What was deleted is STATE/trash/2-0/content: move it where it belongs, or delete it.",
            ])
    }

    @Test func `kept schemas that were cut are damage, those that are whole or newer are not`() throws {
        try begin()
        try write("type Query {\n  a: Int\n}\n", to: "cache/apitui/schemas/1-a.graphql")
        #expect(lines("files.schemas") == [])
        let cut = try write("type Query {\n  a: In", to: "cache/apitui/schemas/2-a.graphql")
        try write("# apitui format 2\ntype Query {", to: "cache/apitui/schemas/3-a.graphql")
        #expect(
            lines("files.schemas") == [
                "wrong: The kept schema CACHE/schemas/2-a.graphql is damaged: it is not a schema, or was cut. | 'apitui doctor --fix' gives it another name; the schema is fetched again.",
                "note: The kept schema CACHE/schemas/3-a.graphql was written by a newer apitui (format 2, this one knows 1) and is left as it is; the schema is fetched each time. | Use the newer version, or name other folders by XDG_STATE_HOME and XDG_CACHE_HOME.",
            ])
        #expect(
            done(.setAside(cut))
                == "true: CACHE/schemas/2-a.graphql is 2-a.graphql.damaged now; nothing of it was deleted."
        )
        #expect(lines("files.schemas").count == 1)
    }

    @Test func `half-written files are told in the singular and the plural`() throws {
        try begin()
        let advice = "'apitui doctor --fix' removes them; the files that they were to replace are intact."
        func leave(_ name: String, seconds: Int) throws {
            let path = try write("x", to: "state/apitui/\(name)")
            var times = [
                timeval(tv_sec: time(nil) - seconds, tv_usec: 0), timeval(tv_sec: time(nil) - seconds, tv_usec: 0),
            ]
            utimes(path, &times)
        }
        try leave("young.4000000.part", seconds: 300)
        #expect(lines("files.drafts") == [])
        try leave("a.4000000.part", seconds: 3_600)
        #expect(
            lines("files.drafts") == [
                "note: 1 half-written file of ended programs is in STATE, such as a.4000000.part. | \(advice)"
            ])
        try leave("b.4000000.part", seconds: 3_600)
        #expect(
            lines("files.drafts") == [
                "note: 2 half-written files of ended programs are in STATE, such as a.4000000.part. | \(advice)"
            ])
    }

    @Test func `files that parts above know are looked at in their folder`() throws {
        try begin()
        try write("abc", to: "config/apitui/config.yaml", mode: 0o644)
        let isOwn = ContentCheck(
            "config.yaml", id: "files.settings", title: "The settings", isConfiguration: true, mostBytes: 3
        ) {
            _, bytes in .fine("\(bytes.count) letters")
        }
        #expect(
            lines("files.settings", [isOwn]) == ["ok: The settings: CONFIG/config.yaml (3 letters, 3 B, 0644)."])
        try write("abcd", to: "config/apitui/config.yaml", mode: 0o666)
        let found = lines("files.settings", [isOwn])
        #expect(
            found.first
                == "wrong: The settings CONFIG/config.yaml has the permissions 0666: other users may change it. | 'chmod 0644 CONFIG/config.yaml', or 'apitui doctor --fix'."
        )
        #expect(found.count == 2 && found.last?.contains("cannot be read: ") == true, "longer than it may be: \(found)")
    }

    // MARK: Repairs

    private func done(_ repair: Repair) -> String {
        let (isDone, sentence) = repair.perform()
        return "\(isDone): \(short(sentence))"
    }

    @Test func `a repair says what it did, or why it did not`() throws {
        try begin()
        let file = try write("x", to: "state/apitui/a", mode: 0o666)
        #expect(done(.makePrivate(file, mode: 0o600)) == "true: STATE/a has the permissions 0600 now.")
        #expect(try home.permissions("state/apitui/a") == 0o600)
        #expect(done(.setAside(file)) == "true: STATE/a is a.damaged now; nothing of it was deleted.")
        try write("y", to: "state/apitui/a")
        #expect(done(.setAside(file)) == "true: STATE/a is a.damaged-2 now; nothing of it was deleted.")
        #expect(try home.read("state/apitui/a.damaged") == "x" && home.read("state/apitui/a.damaged-2") == "y")
        #expect(done(.setAside(file)) == "false: STATE/a was not changed: No such file or directory.")
        #expect(done(.makePrivate(file, mode: 0o600)) == "false: STATE/a was not changed: No such file or directory.")
        let drafts = try ["b", "c"].map { try write("x", to: "state/apitui/\($0)") }
        #expect(done(.remove([drafts[0]])) == "true: 1 half-written file removed.")
        #expect(done(.remove(drafts)).hasPrefix("false: STATE/b was not changed: "))
        #expect(done(.remove([])) == "true: 0 half-written files removed.")
        #expect(!FileManager.default.fileExists(atPath: drafts[1]), "what could be removed is")
        let again = try write("x", to: "state/apitui/b")
        #expect(done(.remove([again, drafts[1]])) == "false: STATE/c was not changed: No such file or directory.")
        try write("db", to: "cache/apitui/cache.sqlite")
        try write("wal", to: "cache/apitui/cache.sqlite-wal")
        #expect(
            done(.emptyCache(folder: cache))
                == "true: The cache was removed; its responses are requested again when needed.")
        #expect(!FileManager.default.fileExists(atPath: "\(cache)/cache.sqlite-wal"))
        #expect(done(.emptyCache(folder: cache)) == "false: The cache was not removed: No such file or directory.")
        #expect(
            done(.setLogAside(folder: state)) == "false: The request log was not changed: No such file or directory.")
        try write("log", to: "state/apitui/log.sqlite")
        #expect(
            done(.setLogAside(folder: state))
                == "true: The request log is log.sqlite.damaged now, with all that can be read of it; a new one begins with the next request."
        )
    }
}
