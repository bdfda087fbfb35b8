import TestSupport
import Testing

@testable import Workspace

/// The rule that keeps a private file out of git, in temporary folders.
@Suite struct IgnoreEntryTests {
    private static let name = "http-client.private.env.json"

    private func repository(_ files: [(String, String)]) -> ScratchFolder {
        let folder = ScratchFolder()
        folder.write(".git/HEAD", "ref: refs/heads/main\n")
        for (name, text) in files { folder.write(name, text) }
        return folder
    }

    private func missing(_ folder: ScratchFolder, _ file: String) -> IgnoreEntry? {
        try? IgnoreEntry.missing(for: "\(folder.path)/\(file)")
    }

    @Test(arguments: [
        ("node_modules/\n", "node_modules/\nhttp-client.private.env.json\n"),
        ("a\r\nb\r\n", "a\r\nb\r\nhttp-client.private.env.json\r\n"), ("a\nb", "a\nb\nhttp-client.private.env.json"),
        ("a\r\nb", "a\r\nb\r\nhttp-client.private.env.json"), ("", "http-client.private.env.json\n"),
        ("\u{FEFF}a\n\n", "\u{FEFF}a\n\nhttp-client.private.env.json\n"),
        ("*.json\n!*.env.json\n", "*.json\n!*.env.json\nhttp-client.private.env.json\n"),
    ])
    func `one line is appended, and every other byte stays`(before: String, after: String) throws {
        let folder = repository([(".gitignore", before), ("api/\(Self.name)", "{}")])
        let entry = try #require(missing(folder, "api/\(Self.name)"))
        #expect(entry.line == Self.name && !entry.isNew)
        #expect(entry.add() == .added)
        #expect(folder.read(".gitignore") == after)
        // One rule is enough.
        #expect(missing(folder, "api/\(Self.name)") == nil)
        #expect(entry.add() == .notNeeded)
        #expect(folder.read(".gitignore") == after)
    }

    @Test func `the nearest file that exists is taken, else one beside the private file is made`() throws {
        let folder = repository([("a/b/\(Self.name)", "{}"), ("a/.gitignore", "x\n")])
        let entry = try #require(missing(folder, "a/b/\(Self.name)"))
        #expect(entry.ignoreFile.hasSuffix("/a/.gitignore"))
        let lone = repository([("a/b/\(Self.name)", "{}")])
        let new = try #require(missing(lone, "a/b/\(Self.name)"))
        #expect(new.ignoreFile.hasSuffix("/a/b/.gitignore") && new.isNew)
        #expect(new.add() == .added)
        #expect(lone.read("a/b/.gitignore") == "\(Self.name)\n")
    }

    @Test(arguments: [
        (".gitignore", "*.private.env.json\n"), (".gitignore", "api/\n"), (".git/info/exclude", "/api/*.json\n"),
        ("api/.gitignore", "*\n"), (".gitignore", "*.env.*\n!http-client.env.json\n"),
    ])
    func `nothing is missing where a rule covers the file`(file: String, text: String) {
        let folder = repository([(file, text), ("api/\(Self.name)", "{}")])
        #expect(missing(folder, "api/\(Self.name)") == nil)
    }

    @Test func `a rule that a nearer one takes back covers nothing`() {
        let folder = repository([
            (".gitignore", "*.json\n"), ("api/.gitignore", "!*.private.*\n"), ("api/\(Self.name)", "{}"),
        ])
        #expect(missing(folder, "api/\(Self.name)") != nil)
    }

    @Test func `outside of a work tree nothing is offered or written`() {
        let folder = ScratchFolder()
        folder.write("api/\(Self.name)", "{}")
        // A folder of that name is not a repository yet.
        folder.folder(".git")
        #expect(missing(folder, "api/\(Self.name)") == nil)
        let entry = IgnoreEntry(
            file: "\(folder.path)/api/\(Self.name)", ignoreFile: "\(folder.path)/api/.gitignore", line: Self.name,
            isNew: true)
        #expect(entry.add() == .notNeeded)
        #expect(folder.read("api/.gitignore") == nil)
    }

    @Test func `a further work tree has the exclusions of its repository`() throws {
        let folder = repository([
            (".git/worktrees/w/commondir", "../..\n"), (".git/info/exclude", "*.private.env.json\n"),
            ("w/\(Self.name)", "{}"),
        ])
        folder.write("w/.git", "gitdir: \(folder.path)/.git/worktrees/w\n")
        #expect(missing(folder, "w/\(Self.name)") == nil)
        folder.write(".git/info/exclude", "")
        let entry = try #require(missing(folder, "w/\(Self.name)"))
        #expect(entry.ignoreFile.hasSuffix("/w/.gitignore") && entry.isNew)
    }

    @Test func `a submodule has exclusions of its own, and none of the repository around it`() throws {
        let folder = repository([
            (".git/modules/s/info/exclude", "*.private.env.json\n"), (".gitignore", "*.json\n"),
            ("s/.git", "gitdir: ../.git/modules/s\n"), ("s/\(Self.name)", "{}"),
        ])
        #expect(missing(folder, "s/\(Self.name)") == nil)
        folder.write(".git/modules/s/info/exclude", "")
        #expect(try #require(missing(folder, "s/\(Self.name)")).ignoreFile.hasSuffix("/s/.gitignore"))
        // A file of that name that leads nowhere is none of git's.
        folder.write("s/.git", "something else\n")
        #expect(missing(folder, "s/\(Self.name)") == nil)
    }

    @Test func `a private file that was written is protected, also before there is a repository`() throws {
        let folder = ScratchFolder()
        let file = folder.write("c/\(Self.name)", "{}")
        let ignoreFile = "\(folder.path)/c/.gitignore"
        #expect(try IgnoreEntry.protect(file) == ignoreFile)
        #expect(folder.read("c/.gitignore") == "\(Self.name)\n")
        // One that is there may be meant otherwise.
        folder.write("c/.gitignore", "other\n")
        #expect(try IgnoreEntry.protect(file) == nil)
        #expect(folder.read("c/.gitignore") == "other\n")
        folder.write(".git/HEAD", "ref: refs/heads/main\n")
        #expect(try IgnoreEntry.protect(file) == ignoreFile)
        #expect(folder.read("c/.gitignore") == "other\n\(Self.name)\n")
        #expect(try IgnoreEntry.protect(file) == nil)
        #expect(folder.read("c/.gitignore") == "other\n\(Self.name)\n")
    }

    @Test func `what cannot get the line is left alone, and that is reported`() throws {
        let folder = repository([("api/\(Self.name)", "{}"), (".gitignore", "x\n")])
        let file = "\(folder.path)/api/\(Self.name)"
        let entry = try #require(missing(folder, "api/\(Self.name)"))
        folder.write("api/.gitignore", "!*.private.env.json\n")
        #expect(
            entry.add()
                == .failed("\(entry.ignoreFile) was not changed: a rule nearer to \(file) takes it back."))
        #expect(folder.read(".gitignore") == "x\n")
        folder.folder("b/.gitignore")
        folder.write("b/\(Self.name)", "{}")
        let error = #expect(throws: CollectionError.self) {
            try IgnoreEntry.protect("\(folder.path)/b/\(Self.name)")
        }
        #expect(
            error?.sentence
                == "\(folder.path)/b/\(Self.name) was written. \(folder.path)/b/.gitignore was not changed: "
                + "it is a folder.")
    }

    @Test func `a link is never written through`() throws {
        let folder = repository([("api/\(Self.name)", "{}"), ("elsewhere", "x\n")])
        folder.link("api/.gitignore", to: "\(folder.path)/elsewhere")
        #expect(missing(folder, "api/\(Self.name)") == nil)
        let path = "\(folder.path)/api/.gitignore"
        let late = IgnoreEntry(
            file: "\(folder.path)/api/\(Self.name)", ignoreFile: path, line: Self.name, isNew: false)
        #expect(late.add() == .failed("\(path) was not changed: it is a link."))
        folder.write(".gitignore", "y\n")
        let entry = try #require(missing(folder, "api/\(Self.name)"))
        #expect(entry.ignoreFile.hasSuffix("/.gitignore") && !entry.ignoreFile.hasSuffix("api/.gitignore"))
        #expect(entry.add() == .added)
        #expect(folder.read("elsewhere") == "x\n")
    }

    @Test(arguments: [".env", "#a.env", "!b.env", "a*b[c]?.env", "back\\slash.env", "blank.env "])
    func `a name becomes a pattern that means it`(name: String) throws {
        let pattern = try #require(IgnorePattern(Array(IgnoreEntry.pattern(for: name).utf8)))
        #expect(pattern.matches("x/\(name)", isFolder: false))
        #expect(!pattern.matches("x/\(name)x", isFolder: false) && !pattern.isNegated)
    }
}
