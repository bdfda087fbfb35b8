import Glibc
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import Base
@testable import HTTPFormat
@testable import Workspace

/// A file that exists but cannot be read is never treated as missing. The tests use a link to itself, which nobody can
/// open, not even root.
@Suite(.timeLimit(.minutes(5))) struct UnreadableListTests {
    private let folder = ScratchFolder()

    private func loop(_ name: String) -> String {
        folder.link(name, to: "\(folder.path)/\(name)")
        return "\(folder.path)/\(name)"
    }

    @Test func `an unreadable copy of unsaved edits is reported and kept`() throws {
        let store = RecoveryStore(folder: "\(folder.path)/recovery")
        #expect(store.read(under: "/").problems == [])
        let edits = RecoveryCopy(
            path: "\(folder.path)/a.http", document: HTTPDocument(bytes: Array("GET /\n".utf8)), base: ContentMark([]))
        #expect(store.write([edits]) == [])
        let place = loop("recovery/x.recovery")
        let read = store.read(under: "/")
        #expect(read.copies.map(\.path) == [edits.path])
        #expect(
            read.problems
                == ["Unsaved edits of an earlier run in \(place) cannot be read: Too many levels of symbolic links."])
        #expect(DiskFile.isLink(place))
        let none = RecoveryStore(folder: loop("gone")).read(under: "/")
        #expect(none.copies.isEmpty && none.problems.count == 1)
    }

    @Test func `a file that is there and cannot be read is not gone`() throws {
        let path = loop("a.http")
        let file = try #require(CollectionStore().reload(path: path, relativePath: "a.http"))
        #expect(file.problemSentence == "\(path) cannot be read: Too many levels of symbolic links.")
        #expect(CollectionStore().reload(path: path + "x", relativePath: "x") == nil)
    }

    @Test func `an unreadable token file is not overwritten`() async throws {
        try await StubServer.with(
            .status(
                200, headers: [("Content-Type", "application/json")],
                body: #"{"access_token":"new","token_type":"Bearer"}"#)
        ) { server in
            let settings = try AuthSettings(
                id: "shop",
                values: [
                    ["Grant Type"]: "Client Credentials", ["Token URL"]: server.url, ["Client ID"]: "me",
                    ["Client Secret"]: "s3cret",
                ])
            let files = TokenFiles(folder: "\(folder.path)/tokens")
            folder.folder("tokens")
            let path = files.path(settings, root: "/a")
            #expect(symlink(path, path) == 0)
            let engine = Engine()
            let told = Told()
            let bank = TokenBank(
                files: files, report: told.take, send: { await engine.send(LongestWait.patient($0)) })
            let name = TokenName(id: "shop")
            let tokens = try await bank.tokens(for: [TokenWish(name: name, settings: settings)], root: "/a")
            #expect(tokens[name]?.text == "new")
            #expect(DiskFile.isLink(path))
            #expect(
                told.sentences.contains { $0.contains("cannot be opened") && $0.contains("The new token is not kept.") }
            )
        }
    }

    private final class Told: Sendable {
        private let all = Mutex<[String]>([])
        var sentences: [String] { all.withLock { $0 } }
        func take(_ news: TokenNews) { if case .problem(let sentence) = news { all.withLock { $0.append(sentence) } } }
    }

    @Test func `a path is inside of a folder by its bytes`() {
        #expect(PathText.isInside("/a/b", folder: "/a"))
        #expect(PathText.isInside("/a", folder: "/a"))
        #expect(PathText.isInside("/a", folder: "/"))
        #expect(!PathText.isInside("/ab", folder: "/a"))
        #expect(!PathText.isInside("/a/\u{E9}/x", folder: "/a/e\u{301}"))
        #expect(!PathText.isInside("/a/\u{E9}", folder: "/a/e\u{301}"))
        #expect(PathText.normalised("b/../\u{301}c", workingDirectory: "/a") == "/a/\u{301}c")
        #expect(PathText.normalised("\r\n/./x", workingDirectory: "/a") == "/a/\r\n/x")
    }

    @Test(
        arguments: [
            ([0x7A, 0xFF], "z\\xFF"), ([0x0A, 0xC3], "\n\\xC3"), ([0xC3, 0xA9, 0x80, 0x61], "é\\x80a"), ([], ""),
            ([0xF0, 0x9F, 0x8D, 0xB5, 0xF0], "🍵\\xF0"), ([0xED, 0xA0, 0x80], "\\xED\\xA0\\x80"),
        ] as [([UInt8], String)])
    func `bytes that are not text are shown by their numbers`(bytes: [UInt8], shown: String) {
        #expect(PathText.visible(bytes) == shown)
    }
}
