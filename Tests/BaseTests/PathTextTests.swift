import Base
import Testing

@Suite struct PathTextTests {
    @Test(
        arguments: [
            (Array("für".utf8), "für"), ([0x61, 0xFF, 0x62], #"a\xFFb"#), ([0xC3], #"\xC3"#),
            ([0xE2, 0x82, 0x61], #"\xE2\x82a"#), ([0x01, 0xAB], "\u{1}\\xAB"),
        ] as [([UInt8], String)])
    func `bytes of a path that are no text are shown as two hexadecimal digits`(bytes: [UInt8], shown: String) {
        #expect(PathText.visible(bytes) == shown)
    }

    @Test func `the names of a path are between its slashes, whatever follows a slash`() {
        #expect(PathText.steps(of: "/a//b/") == ["a", "b"])
        #expect(PathText.steps(of: "/a//b/", omitsEmpty: false) == ["", "a", "", "b", ""])
        #expect(PathText.steps(of: "../\u{33E}b"[...]) == ["..", "\u{33E}b"])
    }

    @Test func `folder and name are around the last slash`() {
        let paths = ["/", "/a", "/a/b", "a", "a/b", "a/", "/a//b"]
        #expect(
            paths.map { "\($0): \(PathText.folder(of: $0)) + \(PathText.name(of: $0))" } == [
                "/: / + ", "/a: / + a", "/a/b: /a + b", "a: . + a", "a/b: a + b", "a/: a + ", "/a//b: /a/ + b",
            ])
    }

    @Test(
        arguments: [
            ("../x/./y//z", "/a/b", "/a/x/y/z"), ("/../..", "/a", "/"), ("..", "/a", "/"), (".", "/a/b/", "/a/b"),
            ("/c/...", "/a", "/c/..."), ("", "/a", "/a"),
        ] as [(String, String, String)])
    func `a path is made absolute as a shell's cd does`(path: String, working: String, expected: String) {
        #expect(PathText.normalised(path, workingDirectory: working) == expected)
    }

    @Test(
        arguments: [
            ("./b.http", "a.http", "b.http"), ("b.http", "../api/a.http", "../api/b.http"),
            ("../b.http", "../api/a.http", "../b.http"), ("../b.http", "../a.http", "../../b.http"),
            ("../b.http", "./a.http", "./../b.http"), ("x/.././b.http", "./api/a.http", "./api/b.http"),
            ("../../b.http", "/w/api/a.http", "/b.http"), ("../../../b.http", "/w/a.http", "/b.http"),
            ("/x/b.http", "../a.http", "/x/b.http"),
        ] as [(String, String, String)])
    func `a path in a file is named from where the file is named`(path: String, name: String, expected: String) {
        #expect(PathText.named(path, beside: name) == expected)
    }

    @Test func `paths are joined with one slash, and an absolute one stays`() {
        #expect(PathText.join("a", "b") == "a/b")
        #expect(PathText.join("a/", "b") == "a/b")
        #expect(PathText.join("a", "/b") == "/b")
    }

    @Test(
        arguments: [
            ("/a/b", "/a", true), ("/a", "/a", true), ("/ab", "/a", false), ("/a", "/a/b", false), ("/x", "/", true),
            ("/e\u{301}/a", "/\u{E9}", false),
        ] as [(String, String, Bool)])
    func `a path is inside a folder only behind a slash`(path: String, folder: String, expected: Bool) {
        #expect(PathText.isInside(path, folder: folder) == expected)
    }

    @Test func `folders lead up to the root and no further`() {
        #expect(PathText.foldersUp(from: "/a/b/c", to: "/a") == ["/a/b/c", "/a/b", "/a"])
        #expect(PathText.foldersUp(from: "/a/b", to: "/") == ["/a/b", "/a", "/"])
        #expect(PathText.foldersUp(from: "/a", to: "/a") == ["/a"])
        #expect(PathText.foldersUp(from: "/x/y", to: "/a") == ["/x/y"])
    }

    @Test func `paths are ordered by letters first, then by bytes`() {
        let names = ["b", "a", "B", "ab", "A", "a-", "é"]
        #expect(names.sorted(by: PathText.precedes) == ["A", "a", "a-", "ab", "B", "b", "é"])
        #expect(!PathText.precedes("a", "a"))
    }
}
