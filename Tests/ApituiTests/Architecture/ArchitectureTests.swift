import Foundation
import Testing

/// The dependency rules of ARCHITECTURE.md, read from import lines and a few forbidden words.
@Suite struct ArchitectureTests {
    /// One source file: its path below `Sources/` and its lines without comments and string contents.
    struct Source: Sendable, CustomTestStringConvertible {
        var path: String
        var lines: [String]
        var imports: Set<String>
        var testDescription: String { path }

        func isIn(_ folder: String) -> Bool { path.hasPrefix(folder + "/") }
    }

    static let sources: [Source] = {
        let root = #filePath.split(separator: "/").dropLast(4).map { "/\($0)" }.joined() + "/Sources"
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

    /// The line without what stands in string literals and after `//`.
    private static func code(_ line: Substring) -> String {
        var out = ""
        var isInString = false
        var previous: Character?
        for character in line {
            if character == "\"", previous != "\\" { isInString.toggle() }
            if !isInString, character == "/", previous == "/" {
                out.removeLast()
                break
            }
            if !isInString || character == "\"" { out.append(character) }
            previous = character
        }
        return out
    }

    /// Files of `folder` that import `module`.
    private func importers(of module: String, where isMeant: (Source) -> Bool) -> [String] {
        Self.sources.filter { isMeant($0) && $0.imports.contains(module) }.map(\.path)
    }

    /// `path:line: text` of each line in a folder that holds one of the words, as a word.
    private func uses(of words: [String], in folders: [String], except: Set<String> = []) -> [String] {
        var found: [String] = []
        for source in Self.sources where folders.contains(where: source.isIn) && !except.contains(source.path) {
            for (index, line) in source.lines.enumerated() {
                let names = line.split { !($0.isLetter || $0.isNumber || $0 == "_") }
                if let word = words.first(where: { names.contains(Substring($0)) }) {
                    found.append("\(source.path):\(index + 1): \(word)")
                }
            }
        }
        return found
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

    @Test func `NetEngine knows nothing of screens or the program`() {
        for module in ["CNcurses", "apitui", "ArgumentParser", "FlyingFox", "FlyingSocks"] {
            #expect(importers(of: module) { $0.isIn("NetEngine") } == [])
        }
    }

    @Test func `only the transport imports curl`() {
        #expect(importers(of: "CCurl") { !$0.isIn("NetEngine/Transport") } == [])
    }

    @Test func `only the XML reader imports expat`() {
        #expect(importers(of: "CExpat") { !$0.isIn("NetEngine/Decoding/XML") } == [])
    }

    @Test func `only cookies ask for public suffixes`() {
        #expect(importers(of: "CPublicSuffix") { !$0.isIn("NetEngine/Cookies") } == [])
    }

    @Test func `URLSession is loaded by who asks for it only`() {
        #expect(importers(of: "FoundationNetworking") { !$0.isIn("NetEngineURLSession") } == [])
        #expect(importers(of: "NetEngineURLSession") { _ in true } == [])
    }

    @Test func `only the terminal imports curses`() {
        #expect(importers(of: "CNcurses") { !$0.isIn("apitui/Terminal") } == [])
        #expect(!importers(of: "CNcurses") { $0.isIn("apitui/Terminal") }.isEmpty)
    }

    @Test func `curses numbers stay in the terminal`() {
        let folders = ["Commands", "Collections", "Core", "View", "Screen", "Input", "Replay", "Runtime"].map {
            "apitui/\($0)"
        }
        #expect(uses(of: ["attr_t", "cchar_t", "KEY_RESIZE", "COLOR_PAIR", "initscr", "endwin"], in: folders) == [])
    }

    @Test func `the server library is used by the demo only`() {
        #expect(importers(of: "FlyingSocks") { !$0.isIn("apitui/Demo") } == [])
        // Its server keeps a timer for each request for as long as the longest answer may take.
        #expect(importers(of: "FlyingFox") { _ in true } == [])
    }

    @Test func `the argument parser is used by the commands only`() {
        let others = importers(of: "ArgumentParser") { !$0.isIn("apitui/Commands") && $0.path != "apitui/Apitui.swift" }
        #expect(others == [])
    }

    @Test func `screen imports nothing but C's tables of characters`() {
        for source in Self.sources where source.isIn("apitui/Screen") {
            #expect(source.imports.isEmpty, "\(source.path) imports \(source.imports)")
        }
    }

    @Test func `core, view, screen and input decide and draw, and do nothing else`() {
        let folders = ["apitui/Core", "apitui/View", "apitui/Screen", "apitui/Input"]
        let words = [
            "Task", "await", "async", "print", "fopen", "FileManager", "ContinuousClock", "SuspendingClock", "Date",
            "sleep",
            "clock_gettime", "getenv", "ProcessInfo", "URLSession", "Engine", "CollectionStore",
        ]
        #expect(uses(of: words, in: folders) == [])
        for module in ["Glibc", "Foundation", "Dispatch", "Synchronization"] {
            #expect(importers(of: module) { source in folders.contains(where: source.isIn) } == [])
        }
    }

    @Test func `commands reach neither views nor the terminal, but for the one that opens the UI`() {
        let names = ["RootView", "CellBuffer", "CursesTerminal", "EventLoop", "Terminal", "Keymap", "Model"]
        #expect(
            uses(of: names, in: ["apitui/Commands", "apitui/Replay"], except: ["apitui/Commands/UICommand.swift"]) == []
        )
    }

    @Test func `only runtime, replay and commands call the engine`() {
        let folders = ["Collections", "Core", "View", "Screen", "Input", "Terminal", "BodyView", "Demo", "Output"]
        #expect(uses(of: ["Engine"], in: folders.map { "apitui/\($0)" }) == [])
    }

    @Test func `only collections touch the user's files`() {
        let folders = ["Core", "View", "Screen", "Input", "Commands", "Replay", "BodyView"].map { "apitui/\($0)" }
        #expect(
            uses(
                of: ["fopen", "openat", "mkstemp", "rename", "unlink", "FileManager", "FileHandle", "contentsOfFile"],
                in: folders)
                == [])
    }
}
