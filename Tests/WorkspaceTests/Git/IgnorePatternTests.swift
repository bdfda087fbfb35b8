import Foundation
import NetEngine
import TestSupport
import Testing

@testable import Base
@testable import Workspace

/// What a pattern of a `.gitignore` matches, by gitignore(5).
@Suite struct IgnorePatternTests {
    private static let name = "http-client.private.env.json"

    /// A pattern, a path, and whether git ignores the path by it.
    static let table: [(String, String, Bool)] = [
        (name, name, true), (name, "a/b/\(name)", true), ("/\(name)", name, true), ("/\(name)", "a/\(name)", false),
        ("a/\(name)", "a/\(name)", true), ("a/\(name)", "b/a/\(name)", false), ("\(name)/", name, false),
        ("*.json", name, true), ("*", name, true), ("*.private.*", "x/\(name)", true), ("*private*", name, true),
        ("http-client.*.json", "http-client.json", false), ("http-client.?rivate.env.json", name, true),
        ("http-client.[o-q]rivate.env.json", name, true), ("http-client.[!o-q]rivate.env.json", name, false),
        ("http-client.[^o-q]rivate.env.json", name, false), ("http-client.[[:lower:]]rivate.env.json", name, true),
        ("http-client.[[:digit:]]rivate.env.json", name, false), ("[]h]ttp-client.private.env.json", name, true),
        ("http-client[.]private.env.json", name, true), ("http-client.[p", name, false), ("*.jso[a-n]", name, true),
        ("a/", "a/\(name)", true), ("/a/", "b/a/\(name)", false), ("a", "a/b/\(name)", true),
        ("a/*", "a/b/\(name)", true),
        ("a/*.json", "a/b/\(name)", false), ("a*b", "a/b", false), ("a?b", "a/b", false), ("a[/]b", "a/b", false),
        ("**/\(name)", name, true), ("**/\(name)", "a/b/\(name)", true), ("a/**/\(name)", "a/\(name)", true),
        ("a/**/\(name)", "a/b/c/\(name)", true), ("a/**/\(name)", "ab/\(name)", false), ("a/**", "a/b/c", true),
        ("a/**", "a", false), ("a/**/b", "a/xb", false), ("**", "x", true), ("**/a/**", "c/a/b", true),
        ("/**/b", "a/b", true), ("a**b", "axyb", true), ("x/a**b", "x/a/b", false), ("**/**/b", "b", true),
        ("a**/b", "axx/b", true), ("a**/b", "ab", false), ("a**/b", "a/x/b", false),
        ("# \(name)", name, false), ("#x", "#x", false), ("\\#x", "#x", true), ("\\!x", "!x", true),
        ("\(name) ", name, true), ("\(name)  ", name, true), ("x\\ ", "x ", true), ("x ", "x ", false),
        ("\t\(name)", name, false), ("x\\", "x\\", false), ("\\x", "x", true), ("a\\*b", "a*b", true),
        ("a\\*b", "axb", false), ("", "x", false), ("/", "x", false), ("é*", "été", true), ("HTTP*", name, false),
        ("*a*a*a*a*a*b", String(repeating: "a", count: 400), false),
    ]

    @Test(arguments: table)
    func `a pattern matches what git says that it does`(pattern: String, path: String, isIgnored: Bool) {
        #expect(Self.ignores(pattern, path) == isIgnored)
    }

    /// Applies the pattern as a `.gitignore` of one line in the root.
    static func ignores(_ line: String, _ path: String) -> Bool {
        guard let pattern = IgnorePattern(Array(line.utf8)) else { return false }
        let names = path.split(separator: "/")
        return (1...max(1, names.count)).contains { count in
            pattern.matches(names.prefix(count).joined(separator: "/"), isFolder: count < names.count)
        }
    }

    /// A set, and the ASCII characters but line feed and slash that git 2.39 finds in it, in hexadecimal; ␠ stands for a space.
    private static let sets = #"""
        [[:digit:]] 30-39
        [[:lower:]] 61-7a
        [[:upper:]] 41-5a
        [[:alpha:]] 41-5a 61-7a
        [[:alnum:]] 30-39 41-5a 61-7a
        [[:xdigit:]] 30-39 41-46 61-66
        [[:blank:]] 09 20
        [[:space:]] 09 0d 20
        [[:cntrl:]] 01-09 0b-1f 7f
        [[:print:]] 20-2e 30-7e
        [[:graph:]] 21-2e 30-7e
        [[:punct:]] 21-2e 3a-40 5b-60 7b-7e
        [![:alnum:]] 01-09 0b-2e 3a-40 5b-60 7b-7f
        [^[:print:]] 01-09 0b-1f 7f
        [[:digit:][:upper:]_] 30-39 41-5a 5f
        [![:lower:]-] 01-09 0b-2c 2e 30-60 7b-7f
        [[:nope:]] none
        [[:Digit:]] none
        [[:digit] 3a 5b 64 67 69 74
        [[:digit:] none
        [:digit:] 3a 64 67 69 74
        [[digit:]] none
        [[:] 3a 5b
        [[:]] none
        [[::]] none
        [a[:digit:]-c] 2d 30-39 61 63
        [a-c] 61-63
        [c-a] 63
        [a-] 2d 61
        [-a] 2d 61
        []a] 5d 61
        [!]a] 01-09 0b-2e 30-5c 5e-60 62-7f
        [^^] 01-09 0b-2e 30-5d 5f-7f
        [^] none
        [] none
        [!] none
        [a none
        [a-c-e] 2d 61-63 65
        [a-a] 61
        [\]a] 5d 61
        [\a-\c] 61-63
        [\\] 5c
        [a\] none
        [*?] 2a 3f
        [!-~] 01-09 0b-2c 2e 30-7d 7f
        [^!-~] 01-09 0b-20 7f
        [␠-/] 20-2e
        [[-^] 5b-5e
        [[a] 5b 61
        [a[] 5b 61
        [--/] 2d-2e
        [+--] 2b-2d
        [,-.] 2c-2e
        [%--] 25-2d
        ? 01-09 0b-2e 30-7f
        * 01-09 0b-2e 30-7f
        \? 3f
        [[.a.]] none
        [[=a=]] none
        [a-[:digit:]] none
        [a-\]] 61
        [Z-a] 5a-61
        [!a-z!] 01-09 0b-20 22-2e 30-60 7b-7f
        [a^] 5e 61
        [a!] 21 61
        """#

    @Test func `a set has the characters that git finds in it`() throws {
        for line in Self.sets.split(separator: "\n") {
            let words = line.split(separator: " ", maxSplits: 1).map(String.init)
            let pattern = "x" + words[0].replacing(bytes: "␠", with: " ")
            var runs: [ClosedRange<UInt8>] = []
            for byte in UInt8(1)..<0x80 where byte != 0x0A && byte != 0x2F {
                guard Self.ignores(pattern, "x" + String(UnicodeScalar(byte))) else { continue }
                if let last = runs.last, last.upperBound + 1 == byte {
                    runs[runs.count - 1] = last.lowerBound...byte
                } else {
                    runs.append(byte...byte)
                }
            }
            let found = runs.map { run in
                let first = Hexadecimal.text([run.lowerBound])
                return run.count == 1 ? first : "\(first)-\(Hexadecimal.text([run.upperBound]))"
            }.joined(separator: " ")
            #expect(words.last == (found.isEmpty ? "none" : found), "\(pattern)")
        }
    }

    // MARK: git itself

    static let git: String? = ["/usr/bin/git", "/usr/local/bin/git", "/bin/git"].first {
        FileManager.default.isExecutableFile(atPath: $0)
    }

    /// Random rule files and paths made of few letters, so that many match.
    @Test(.enabled(if: git != nil), .longComputation, arguments: 0..<8)
    func `rules of several files say what git says`(seed: Int) async throws {
        let git = try #require(Self.git)
        var generator = SeededGenerator(seed: UInt64(seed) + 77)
        let folder = ScratchFolder()
        let environment = [
            "HOME": folder.path, "GIT_CONFIG_NOSYSTEM": "1", "GIT_CONFIG_GLOBAL": "/dev/null", "LC_ALL": "C",
            "PATH": "/usr/bin:/bin",
        ]
        let made = try await ProgramRun.run(git, ["init", "-q", "\(folder.path)/r"], environment: environment)
        try #require(made.status == 0, "\(made.errorText)")
        let pieces = [
            "a", "b", "ab", "*", "**", "?", "/", "/", "[ab]", "[!a]", "\\a", "[a-b", "[b-a]", "a*", "/**/", "**/", " ",
        ]
        func rules() -> String {
            (0..<Int.random(in: 0...4, using: &generator)).map { _ in
                let pattern = (0..<Int.random(in: 1...4, using: &generator)).map { _ in
                    pieces.randomElement(using: &generator) ?? "a"
                }
                return (Bool.random(using: &generator) ? "" : "!") + pattern.joined() + ["\n", "\r\n"][seed % 2]
            }.joined()
        }
        let names = ["a", "b", "ab", "ba", "c"]
        func path() -> String {
            (0..<Int.random(in: 1...4, using: &generator)).map { _ in names.randomElement(using: &generator) ?? "a" }
                .joined(separator: "/")
        }
        var counts = (ignored: 0, all: 0)
        for round in 0..<12 {
            let places = ["", "a/", "b/", "a/b/", "ab/"].map { "r/\($0).gitignore" }
            let texts = places.map { _ in rules() }
            for (place, text) in zip(places, texts) { folder.write(place, text) }
            let excluded = rules()
            folder.write("r/.git/info/exclude", excluded)
            let paths = Array(Set((0..<40).map { _ in path() + "/f" })).sorted()
            for path in paths { folder.folder("r/" + PathText.folder(of: path)) }
            let said = try await ProgramRun.run(
                git, ["-C", "\(folder.path)/r", "check-ignore", "--no-index", "--stdin"],
                environment: environment, input: Array(paths.joined(separator: "\n").utf8))
            // 1: none of them is ignored.
            try #require(said.status < 2, "\(said.errorText)")
            let ignored = Set(said.text.split(separator: "\n").map(String.init))
            counts = (counts.ignored + ignored.count, counts.all + paths.count)
            let tree = try #require(GitWorkTree(around: "\(folder.path)/r"))
            for path in paths {
                #expect(
                    try tree.ignores("\(folder.path)/r/\(path)") == ignored.contains(path),
                    "round \(round): \(path), exclude \(excluded.debugDescription), rules \(zip(places, texts).map { "\($0): \($1.debugDescription)" })"
                )
            }
        }
        // Both results occurred often.
        #expect(counts.ignored > counts.all / 50 && counts.ignored < counts.all * 49 / 50)
    }
}
