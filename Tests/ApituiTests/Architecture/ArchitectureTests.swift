import Foundation
import TestSupport
import Testing

/// The rules of ARCHITECTURE.md that the compiler does not enforce: Package.swift lists what a target may import, and
/// `.ci/run` builds with the check of explicit imports.
@Suite struct ArchitectureTests {
    /// One source file: its path below `Sources/` and its lines without comments and string contents.
    struct Source: Sendable, CustomTestStringConvertible {
        var path: String
        var lines: [String]
        var imports: Set<String>
        var testDescription: String { path }

        func isIn(_ folder: Folder) -> Bool { path.hasPrefix(folder.path + "/") }
        func isIn(_ folders: [Folder]) -> Bool { folders.contains(where: isIn) }
    }

    /// A folder below `Sources/` that a rule names. A rule about a missing or empty folder would pass without testing
    /// anything, so naming a folder without Swift files fails the test.
    struct Folder {
        var path: String

        init(_ path: String, sourceLocation: SourceLocation = #_sourceLocation) {
            self.path = path
            if !ArchitectureTests.sources.contains(where: { $0.path.hasPrefix(path + "/") }) {
                Issue.record("a rule names Sources/\(path), which has no Swift file", sourceLocation: sourceLocation)
            }
        }
    }

    private func folders(_ names: String..., sourceLocation: SourceLocation = #_sourceLocation) -> [Folder] {
        names.map { Folder($0, sourceLocation: sourceLocation) }
    }

    static let sources: [Source] = {
        let root = BuiltProgram.packageRoot + "/Sources"
        let paths = FileManager.default.enumerator(atPath: root)?.compactMap { $0 as? String } ?? []
        return paths.filter { $0.hasSuffix(".swift") }.sorted().compactMap { path in
            guard let text = try? String(contentsOfFile: "\(root)/\(path)", encoding: .utf8) else { return nil }
            return source(path: path, text: text)
        }
    }()

    static func source(path: String, text: String) -> Source {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(code)
        let imports = lines.compactMap { line -> String? in
            let words = line.split(separator: " ")
            guard let at = words.firstIndex(of: "import"), at + 1 < words.count,
                words[..<at].allSatisfy({
                    $0.hasPrefix("@") || ["public", "internal", "private", "package"].contains($0)
                })
            else { return nil }
            // `import struct Foundation.Data` imports Foundation.
            let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "func", "let", "var", "typealias"]
            let name = kinds.contains(words[at + 1]) && at + 2 < words.count ? words[at + 2] : words[at + 1]
            return String(name.prefix { $0 != "." })
        }
        return Source(path: path, lines: lines, imports: Set(imports))
    }

    /// The line without the contents of string literals and without comments.
    private static func code(_ line: Substring) -> String {
        // Bytes: there are millions of them.
        let (quote, slash) = (UInt8(ascii: "\""), UInt8(ascii: "/"))
        var out: [UInt8] = []
        var isInString = false
        var previous: UInt8?
        for byte in line.utf8 {
            if byte == quote, previous != UInt8(ascii: "\\") { isInString.toggle() }
            if !isInString, byte == slash, previous == slash {
                out.removeLast()
                break
            }
            if !isInString || byte == quote { out.append(byte) }
            previous = byte
        }
        return String(decoding: out, as: UTF8.self)
    }

    private static func isNamePart(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), 0x80...:
            true
        default: false
        }
    }

    /// Checks that `module` is imported in these folders and nowhere else.
    private func expectImport(
        of module: String, onlyIn homes: [Folder], and files: [String] = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        let importers = Self.sources.filter { $0.imports.contains(module) }
        let strangers = importers.filter { !$0.isIn(homes) && !files.contains($0.path) }.map(\.path)
        #expect(strangers == [], "they import \(module)", sourceLocation: sourceLocation)
        let idle =
            homes.filter { home in !importers.contains { $0.isIn(home) } }.map(\.path)
            + files.filter { file in !importers.contains { $0.path == file } }
        #expect(idle == [], "they no longer import \(module): is the rule out of date?", sourceLocation: sourceLocation)
    }

    /// Checks that no line in `folders` has one of the words. Each of our own type names must be declared outside these
    /// folders: a rule about a renamed type would pass without testing anything.
    private func expectNone(
        of words: [String], types: [String] = [], in folders: [Folder], except: Set<String> = [],
        sourceLocation: SourceLocation = #_sourceLocation
    ) {
        for file in except {
            #expect(Self.sources.contains { $0.path == file }, "\(file) is gone", sourceLocation: sourceLocation)
        }
        let kinds: Set<Substring> = ["struct", "class", "enum", "protocol", "actor", "typealias"]
        var undeclared = Set(types)
        var found: [String] = []
        for source in Self.sources {
            let isForbidden = source.isIn(folders) && !except.contains(source.path)
            for (index, line) in source.lines.enumerated() {
                let names = line.utf8.split { !Self.isNamePart($0) }.map { Substring($0) }
                if isForbidden {
                    if let word = (words + types).first(where: { names.contains(Substring($0)) }) {
                        found.append("\(source.path):\(index + 1): \(word)")
                    }
                } else if let at = names.firstIndex(where: kinds.contains), at + 1 < names.count {
                    undeclared.remove(String(names[at + 1]))
                }
            }
        }
        #expect(found == [], sourceLocation: sourceLocation)
        #expect(undeclared == [], "the rule names types that are gone", sourceLocation: sourceLocation)
    }

    @Test func `the sources are found`() {
        #expect(Self.sources.count > 30)
        #expect(Self.sources.contains { $0.path == "apitui/Apitui.swift" && $0.imports.contains("ArgumentParser") })
    }

    @Test func `import lines are read in all their forms`() {
        let source = Self.source(
            path: "x",
            text:
                "import A\n@testable import B\n@preconcurrency public import C\nimport struct D.E\n// import F\n\"import G\""
        )
        #expect(source.imports == ["A", "B", "C", "D"])
    }

    @Test func `a rule that names a folder without a file fails`() {
        withKnownIssue { _ = Folder("apitui/NoSuchFolder") }
        withKnownIssue { expectImport(of: "CCurl", onlyIn: [Folder("Base/Text")]) }
        withKnownIssue { expectNone(of: [], types: ["NoSuchType"], in: folders("Base")) }
    }

    @Test func `NetEngine knows nothing of screens or the program`() {
        let engine = Folder("NetEngine")
        for module in ["CNcurses", "apitui", "ArgumentParser", "FlyingFox", "FlyingSocks"] {
            let importers = Self.sources.filter { $0.isIn(engine) && $0.imports.contains(module) }
            #expect(importers.map(\.path) == [])
        }
    }

    @Test func `only the transport imports curl, and who asks for its version`() {
        expectImport(of: "CCurl", onlyIn: folders("NetEngine/Transport", "LinkedLibraries"))
    }

    @Test func `only the names of hosts are asked of the library for international names`() {
        expectImport(of: "CIDN", onlyIn: [Folder("NetEngine/URL")])
    }

    @Test func `only the XML reader imports expat`() {
        expectImport(of: "CExpat", onlyIn: [Folder("NetEngine/Decoding/XML")])
    }

    @Test func `only hashes, certificates and handshakes use the library of ciphers`() {
        expectImport(of: "CCrypto", onlyIn: folders("NetEngine/Hashing", "NetEngine/Certificates"))
    }

    @Test func `only cookies ask for public suffixes`() {
        expectImport(of: "CPublicSuffix", onlyIn: [Folder("NetEngine/Cookies")])
    }

    @Test func `URLSession is loaded only by a program that asks for it`() {
        expectImport(of: "FoundationNetworking", onlyIn: [Folder("NetEngineURLSession")])
        expectImport(of: "NetEngineURLSession", onlyIn: [])
    }

    @Test func `only the terminal imports curses`() {
        expectImport(of: "CNcurses", onlyIn: folders("TerminalUI/Terminal"))
    }

    @Test func `curses numbers stay in the terminal`() {
        expectNone(
            of: ["attr_t", "cchar_t", "KEY_RESIZE", "COLOR_PAIR", "initscr", "endwin"],
            in: folders(
                "Base", "HTTPFormat", "Workspace", "Explorer", "TerminalUI/Screen", "TerminalUI/Widgets",
                "TerminalUI/Input",
                "TerminalUI/EventLoop", "apitui"))
    }

    @Test func `only the demo uses the server library, and only its sockets`() {
        expectImport(of: "FlyingSocks", onlyIn: folders("DemoServer"))
        // Its server keeps a timer for each request for as long as the longest response may take.
        expectImport(of: "FlyingFox", onlyIn: [])
    }

    @Test func `only the distribution of latencies uses the histogram's library`() {
        expectImport(of: "Histogram", onlyIn: [], and: ["Workspace/Replay/LatencyDistribution.swift"])
    }

    @Test func `only the program knows the command line`() {
        expectImport(
            of: "ArgumentParser", onlyIn: folders("apitui/Commands", "apitui/Run"), and: ["apitui/Apitui.swift"])
        expectNone(of: ["CommandLine"], types: ["CommandFailure", "ExitStatus", "StandardStreams"], in: below)
    }

    /// Every target below the program.
    private var below: [Folder] {
        folders(
            "Base", "Pattern", "XPath", "JSONPath", "Bodies", "HTTPFormat", "Settings", "Workspace", "TerminalUI",
            "Explorer", "DemoServer", "CommandGuide", "Doctor")
    }

    @Test func `the format is pure: bytes in, requests out`() {
        let pure = folders("Pattern", "XPath", "JSONPath", "HTTPFormat", "CommandGuide")
        for module in ["Glibc", "Foundation", "Dispatch", "Synchronization"] {
            let importers = Self.sources.filter { $0.isIn(pure) && $0.imports.contains(module) }
            #expect(importers.map(\.path) == [])
        }
    }

    @Test func `text is searched for signs, and escaped, by its bytes`() {
        // A character of Swift includes the marks that combine with it: `'` followed by one is not found as an apostrophe, and no
        // shell cares. `contains(bytes:)` and `replacing(bytes:with:)` are for that.
        for source in Self.sources where !source.path.hasPrefix("CommandGuide/") {
            #expect(
                !source.lines.contains { $0.contains(#".replacing(""#) && !$0.contains("maxReplacements") },
                "\(source.path)")
            let text = try? String(
                contentsOfFile: "\(BuiltProgram.packageRoot)/Sources/\(source.path)", encoding: .utf8)
            #expect(text?.contains(#".contains("{{"#) == false, "\(source.path)")
        }
    }

    @Test func `durations are made by seconds, milliseconds and the like, never by an initialiser`() {
        // Looking up the initialisers of Duration loads that of Glibc which takes a `timespec`. In all files that the compiler then
        // takes in the same process, `timespec` and its members belong to a module that nobody can import, and do not compile.
        // Which files those are changes with each file that is added.
        for source in Self.sources {
            #expect(!source.lines.contains { $0.contains(/\bDuration(\.init)?\(/) }, "\(source.path)")
        }
    }

    @Test func `screen and widgets import Base alone`() {
        for source in Self.sources where source.isIn(folders("TerminalUI/Screen", "TerminalUI/Widgets")) {
            #expect(source.imports.subtracting(["Base"]).isEmpty, "\(source.path) imports \(source.imports)")
        }
    }

    @Test func `core, view, screen and input decide and draw, and do nothing else`() {
        let folders = folders(
            "Explorer/Model", "Explorer/Overlays", "Explorer/Panes", "Explorer/Update", "Explorer/View",
            "Explorer/Input",
            "TerminalUI/Screen",
            "TerminalUI/Widgets",
            "TerminalUI/Input")
        expectNone(
            of: [
                "Task", "await", "async", "print", "fopen", "FileManager", "ContinuousClock", "SuspendingClock", "Date",
                "sleep", "clock_gettime", "getenv", "ProcessInfo", "URLSession",
            ],
            types: ["Engine", "CollectionStore"], in: folders)
        for module in ["Glibc", "Foundation", "Dispatch", "Synchronization"] {
            let importers = Self.sources.filter { $0.isIn(folders) && $0.imports.contains(module) }
            #expect(importers.map(\.path) == [])
        }
    }

    @Test func `commands reach neither views nor the terminal`() {
        expectNone(
            of: [], types: ["RootView", "CellBuffer", "CursesTerminal", "EventLoop", "Terminal", "Keymap", "Model"],
            in: folders("apitui/Commands", "apitui/Batch", "Workspace/Replay"),
            except: [
                "apitui/Commands/UserInterface/UserInterface.swift", "apitui/Commands/UserInterface/KeysSession.swift",
            ])
    }

    @Test func `only runtime, replay and commands call the engine`() {
        expectNone(
            of: [], types: ["Engine"],
            in: folders(
                "Base", "HTTPFormat", "Workspace/Collections", "Explorer/Model", "Explorer/Overlays", "Explorer/Panes",
                "Explorer/Update",
                "Explorer/View",
                "Explorer/Input",
                "Explorer/BodyView", "TerminalUI", "DemoServer", "apitui/Output"))
    }

    @Test func `only collections touch the user's files`() {
        expectNone(
            of: ["fopen", "openat", "mkstemp", "rename", "unlink", "FileManager", "FileHandle", "contentsOfFile"],
            in: folders(
                "HTTPFormat", "Explorer/Model", "Explorer/Overlays", "Explorer/Panes", "Explorer/Update",
                "Explorer/View",
                "Explorer/Input",
                "Explorer/BodyView", "TerminalUI/Screen",
                "TerminalUI/Widgets", "TerminalUI/Input", "TerminalUI/EventLoop", "apitui/Commands", "Workspace/Replay")
        )
    }

    private static let targets = Set(sources.compactMap { $0.path.split(separator: "/").first.map(String.init) })

    @Test(arguments: targets.sorted())
    func `the folders of a target form no circle`(target: String) throws {
        let arrows = try FolderArrows(of: "\(BuiltProgram.packageRoot)/Sources/\(target)")
        #expect(arrows.circles == [], "\n\(arrows)")
    }
}
