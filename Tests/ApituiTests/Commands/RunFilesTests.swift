import ArgumentParser
import Base
import Glibc
import HTTPFormat
import NetEngine
import Runs
import TestSupport
import Testing

@testable import Workspace
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

    @Test func `parts are balanced by all recorded times of a request, the median for one that is new`() throws {
        let text = ["a", "b", "c", "d", "e"].map { "### \($0)\nGET http://h/\($0)\n\n" }.joined()
        let file = CollectionFile(
            path: "/c/a.http", relativePath: "a.http", document: HTTPDocument(bytes: Array(text.utf8)),
            stamp: FileStamp(bytes: []))
        let steps = file.document.requests.map { SendPlan.Step(file: file, request: $0) }
        let head = RunHead(
            id: "abc2345", startedAt: .now, program: "1", requests: steps.prefix(4).map { RunHead.Request($0) })
        var lines = RecordingLines(head)
        for (round, step, seconds) in [(0, 0, 2), (0, 1, 1), (0, 2, 1), (0, 3, 1), (1, 0, 2)] {
            var record = RunRecord(item: .init(round: round, step: step), repetition: nil, word: .passed)
            (record.status, record.networkTime) = (200, .seconds(seconds))
            record.timings = PhaseTimings(wait: .seconds(seconds), total: .seconds(seconds))
            record.traffic = RunRecord.Traffic(startedAt: .now)
            lines.add(record)
        }
        let recording = "\(folder.path)/r.run"
        try RecordingFile(path: recording).append(lines.take())
        func parts(_ flags: String...) throws -> [String?] {
            try (1...2).map { index in
                let part = try ShardFlags.parse(["--shard", "\(index)/2"] + flags).part(of: steps)
                return part?.steps.map(\.request.id).joined(separator: " ")
            }
        }
        #expect(try parts() == ["a c e", "b d"])
        #expect(try parts("--balance", recording) == ["a", "b c d e"])
        let gone = "\(folder.path)/gone.run"
        let missing = failure { _ = try parts("--balance", gone) }?.sentences.map(\.string).joined()
        #expect(missing?.hasPrefix("--balance: ") == true && missing?.contains(gone) == true, "\(missing ?? "")")
        let shard = try ShardFlags.parse(["--shard", "2/2"]).part(of: steps)?.shard
        #expect(shard?.index == 2 && shard?.count == 2 && shard?.requests == [1, 3] && shard?.attempt == 0)
        for (text, sentence) in [
            ("0/2", "--shard 0/2: the first number must be from 1 to 2."),
            ("3/2", "--shard 3/2: the first number must be from 1 to 2."),
            ("2", "--shard takes I/N, such as 2/5, or auto; not '2'."),
        ] {
            let refused = failure { _ = try ShardFlags.parse(["--shard", text]).part(of: steps) }
            #expect(refused?.sentences.map(\.string) == [sentence] && refused?.status == .usage)
        }
    }
}
