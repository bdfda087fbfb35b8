import ArgumentParser
import Base
import Glibc
import NetEngine
import Runs
import TestSupport
import Testing

@testable import apitui

/// The files that `run` and `runs` write.
@Suite struct RunFilesTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ body: () throws -> Void) -> CommandFailure? {
        do {
            try body()
            return nil
        } catch {
            return error as? CommandFailure
        }
    }

    @Test func `each report that was not written is named`() throws {
        var paths: [String] = []
        for name in ["a", "b"] {
            let path = "\(folder.path)/\(name)"
            try #require(symlink("/dev/full", path) == 0)
            paths.append(path)
        }
        let head = RunHead(id: "abc2345", startedAt: .now, program: "1")
        let recording = "\(folder.path)/r.run"
        var lines = RecordingLines(head)
        try RecordingFile(path: recording).append(lines.take())
        let flags = try ReportFlags.parse(["--junit", paths[0], "--tap", paths[1]])
        let found = try #require(failure { try flags.begin().write(.file(recording)) })
        #expect(
            found.sentences.map(\.string) == [
                "The report junit was not written to \(paths[0]): No space left on device.",
                "The report tap was not written to \(paths[1]): No space left on device.",
            ])
    }

    @Test func `a name is taken only for a recording that is kept`() throws {
        #expect(throws: (any Error).self) { try RunCommand.parse(["a.http", "--no-log", "--as", "x"]) }
        #expect(try RunCommand.parse(["a.http", "--no-log", "--as", "x", "--out", "x.run"]).recording.name == "x")
    }

    @Test func `the parts of a run are not written over by the whole`() throws {
        let part = try folder.write("x", to: "p1.run")
        let merge = try RunsCommand.Merge.parse([part, "--out", part])
        #expect(
            failure { try merge.run() }?.sentences.map(\.string) == [
                "--out \(part): \(part) is one of the parts; name another file."
            ])
        #expect(try folder.read("p1.run") == "x")
    }
}
