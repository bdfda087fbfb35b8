import TestSupport
import Testing

@testable import Explorer

/// Files for other programs: private, and nothing is left of one that could not be written.
@Suite struct TemporaryFilesTests {
    private let home: TemporaryFolder
    private var files: TemporaryFiles { TemporaryFiles(parent: home.path) }

    init() throws { home = try TemporaryFolder() }

    @Test func `a file has its own folder, and both are the user's alone`() throws {
        let paths = try [files.write([0x61], name: "a.txt"), files.write([0x62], name: "a.txt")]
        #expect(Set(paths).count == 2)
        for (path, text) in zip(paths, ["a", "b"]) {
            let name = String(path.dropFirst(home.path.count + 1))
            #expect(path.hasPrefix(home.path + "/apitui-") && name.hasSuffix("/a.txt"), "\(path)")
            #expect(try home.read(name) == text)
            #expect(try home.permissions(name) & 0o777 == 0o600)
            #expect(try home.permissions(String(name.dropLast("/a.txt".count))) & 0o777 == 0o700)
            TemporaryFiles.remove(fileAt: path)
        }
        #expect(try home.names().isEmpty)
    }

    @Test func `pieces follow each other, and each is asked for more`() throws {
        var answers: [Bool] = []
        let path = try files.write(name: "a") { take in
            for piece in ["one ", "", "two ", "three"] { answers.append(take(Array(piece.utf8))) }
        }
        #expect(try home.read(String(path.dropFirst(home.path.count + 1))) == "one two three")
        #expect(answers == [true, true, true, true])
    }

    @Test func `of a file that cannot be written nothing is left, and the reason is said`() throws {
        // Longer than a name may be; and none, which leaves the folder.
        for (name, reason) in [(String(repeating: "n", count: 300), "File name too long"), ("", "it is a folder")] {
            var isAsked = false
            let problem = #expect(throws: TemporaryFiles.Problem.self) {
                try files.write(name: name) { _ in isAsked = true }
            }
            let sentence = problem?.sentence ?? ""
            #expect(
                sentence.hasPrefix("The text cannot be written to \(home.path)/apitui-")
                    && sentence.hasSuffix("/\(name): \(reason)."), "\(sentence)")
            #expect(!isAsked)
            #expect(try home.names() == [])
        }
        let nowhere = #expect(throws: TemporaryFiles.Problem.self) {
            try TemporaryFiles(parent: home.path + "/gone").makeFolder()
        }
        #expect(
            nowhere?.sentence == "No private folder can be made in \(home.path)/gone: No such file or directory.")
    }

    @Test func `what programs leave beside a file goes with it`() throws {
        let path = try files.write([0x61], name: "a.txt")
        let folder = path.dropFirst(home.path.count + 1).dropLast("/a.txt".count)
        for name in ["a.txt~", ".a.txt.swp", "#a#"] { try home.write("", to: "\(folder)/\(name)") }
        TemporaryFiles.remove(fileAt: path)
        #expect(try home.names().isEmpty)
    }
}
