import Base
import Foundation
import NetEngine
import Runs
import Synchronization
import TestSupport
import Testing

@testable import Workspace
@testable import apitui

/// The files that flags name: what is refused before anything is sent, and what is in them at the end.
@Suite struct WrittenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func failure(_ body: () throws -> Void) -> (sentence: String?, status: apitui.ExitStatus?) {
        do {
            try body()
            return (nil, nil)
        } catch {
            let failure = error as? CommandFailure
            return (failure?.sentences.map(\.string).joined(separator: "\n"), failure?.status)
        }
    }

    private func bytes(_ text: String) -> BodyBytes { BodyBytes(Array(text.utf8)) }

    @Test(arguments: ["gone", "gone/a.http", "file/a.http"])
    func `the screen opens nothing that is not there`(name: String) throws {
        _ = try folder.write("", to: "file")
        let path = "\(folder.path)/\(name)"
        let found = failure { _ = try UserInterface.run(path: path, environment: nil) }
        #expect(found.sentence == "There is no file or folder \(path)." && found.status == .usage)
    }

    // MARK: --output

    @Test func `an output that cannot be written is refused`() {
        let gone = "\(folder.path)/gone"
        let rows = [
            ("", "--output needs the name of a file, or - for standard output."),
            ("\(gone)/x", "--output \(gone)/x: there is no folder \(gone); make it first."),
            (folder.path, "--output \(folder.path): it is a folder; name a file."),
        ]
        for (path, sentence) in rows {
            let found = failure { _ = try OutputFile(path) }
            #expect(found.sentence == sentence && found.status == .usage)
        }
    }

    @Test func `an output has all that was appended, and is left alone without anything`() throws {
        let path = "\(folder.path)/out"
        let file = try OutputFile(path)
        #expect(!file.isDevice)
        try file.write()
        #expect(try folder.names() == [])
        file.append(bytes("one "))
        file.append(bytes(""))
        file.append(bytes("two"))
        #expect(try folder.names() == [], "only the whole is written")
        try file.write()
        #expect(try folder.read("out") == "one two" && folder.names() == ["out"])
        let again = try OutputFile(path)
        again.append(bytes(""))
        try again.write()
        #expect(try folder.read("out") == "", "an empty response is one, too")
    }

    @Test func `an output that is refused stays as it was, with the first reason`() throws {
        let path = try folder.write("old", to: "out")
        let file = try OutputFile(path)
        file.append(bytes("new"))
        file.refuse(because: "the body is incomplete.")
        file.refuse(because: "another reason.")
        let found = failure { try file.write() }
        #expect(found.sentence == "\(path) was not written: the body is incomplete." && found.status == .failed)
        #expect(try folder.read("out") == "old")
    }

    @Test func `a device takes bytes at once, and says if it is full`() throws {
        let null = try OutputFile("/dev/null")
        #expect(null.isDevice)
        null.append(bytes("x"))
        try null.write()
        let full = try OutputFile("/dev/full")
        full.append(bytes("x"))
        full.append(bytes("y"))
        let found = failure { try full.write() }
        #expect(found.sentence == "/dev/full was not written: No space left on device." && found.status == .failed)
    }

    // MARK: Files that are written piece by piece

    @Test func `a file gets its name at the end, and is private if it is new`() throws {
        let path = "\(folder.path)/new"
        do {
            let file = try StreamedFile(path)
            try file.write(Array("one ".utf8))
            try file.write(Array("two".utf8))
            #expect(try !folder.names().contains("new"))
            try file.finish()
        }
        #expect(try folder.read("new") == "one two" && folder.names() == ["new"])
        #expect(try folder.permissions("new") == 0o600)
        do { try StreamedFile(path).write([0x78]) }
        #expect(try folder.read("new") == "one two" && folder.names() == ["new"], "one that is given up leaves nothing")
        try FileManager.default.setAttributes([.posixPermissions: 0o640], ofItemAtPath: path)
        try folder.link("link", to: "new")
        do {
            let file = try StreamedFile("\(folder.path)/link")
            try file.write([0x7A])
            try file.finish()
        }
        #expect(try folder.read("new") == "z" && folder.permissions("new") == 0o640, "through the link")
        #expect(try folder.names() == ["link", "new"])
    }

    @Test func `a read-only file is left alone`() throws {
        let path = try folder.write("old", to: "a")
        chmod(path, 0o444)
        let sentence = "--har \(path): the file is read-only; name another file."
        #expect(failure { _ = try StreamedFile(path, flag: "--har") }.sentence == sentence)
        let recording = "The recording cannot be written to \(path): the file is read-only."
        do throws(RunStoreError) {
            _ = try RecordingFile(path: path)
            Issue.record("the recording replaces it")
        } catch {
            #expect(error.sentence == recording)
        }
        #expect(try folder.read("a") == "old" && folder.names() == ["a"])
    }

    @Test func `a file that cannot be made is refused by the flag that names it`() {
        let rows = [
            ("", "--har needs the name of a file, or - for standard output."),
            (folder.path, "--har \(folder.path): it is a folder; name a file."),
            ("/dev/null", "--har /dev/null: it is not a regular file; name a file."),
            ("\(folder.path)/no/x", "--har \(folder.path)/no/x: there is no folder \(folder.path)/no; make it first."),
        ]
        for (path, sentence) in rows {
            #expect(failure { _ = try StreamedFile(path, flag: "--har") }.sentence == sentence)
        }
        #expect(
            failure { _ = try StreamedFile("") }.sentence
                == "--output needs the name of a file, or - for standard output.")
        #expect(
            failure { _ = try ReportTarget("\(folder.path)/no/x", flag: "--tap") }.sentence
                == "--tap \(folder.path)/no/x: there is no folder \(folder.path)/no; make it first.")
    }

    @Test func `a report goes to a file, a device or standard output`() throws {
        let target = try ReportTarget("\(folder.path)/r.xml", flag: "--junit")
        #expect(!target.isStandardOutput)
        try target.write(Array("<a/>".utf8), "junit")
        try target.finish()
        #expect(try folder.read("r.xml") == "<a/>")
        #expect(try ReportTarget("-", flag: "--junit").isStandardOutput)
        let full = try ReportTarget("/dev/full", flag: "--junit")
        #expect(!full.isStandardOutput)
        let found = failure { try full.write([0x78], "junit") }
        #expect(found.sentence == "The report junit was not written to /dev/full: No space left on device.")
        #expect(found.status == .failed)
    }

    // MARK: Failures, streams and statuses

    @Test func `of two failures all sentences are kept, and the status of the first`() {
        var first = CommandFailure(["a", "b"], status: .interrupted)
        first.details = ["1"]
        var second = CommandFailure("c", status: .failed)
        second.details = ["2"]
        let both = second.after(first)
        #expect(both.sentences.map(\.string) == ["a", "b", "c"] && both.details.map(\.string) == ["1", "2"])
        #expect(both.status == .interrupted && second.after(nil).sentences.map(\.string) == ["c"])
        #expect(CommandFailure("x").status == .usage)
    }

    @Test func `a body goes byte for byte into a pipe`() {
        let pieces = Mutex<[[UInt8]]>([])
        let printer = SafePrinter(isTerminal: false) { piece in pieces.withLock { $0.append(piece) } }
        printer.print([0x1B, 0xFF, 0x0D])
        printer.print([])
        printer.print([0x0A])
        printer.end()
        #expect(pieces.withLock { $0 } == [[0x1B, 0xFF, 0x0D], [0x0A]])
    }

    @Test func `tones have the colours of terminals, and plain has none`() {
        typealias Tone = StandardStreams.Tone
        #expect([Tone.good, .bad, .plain].map(\.escape) == ["\u{1B}[32m", "\u{1B}[31m", nil])
        #expect(Tone.end == "\u{1B}[0m")
        #expect(StandardDescriptors.clause(EBADF, "read").string == "is closed.")
        #expect(
            StandardDescriptors.clause(ENOSPC, "written to").string == "cannot be written to: No space left on device.")
    }

    @Test func `the number of each status stays`() {
        let table = """
            success 0 failed 1 usage 2 requestBuild 10 offline 11 dns 12 connect 13 tls 14 proxy 15 timeout 16 protocol 17 \
            redirect 18 clientError 19 serverError 20 unexpectedStatus 21 decoding 22 api 23 tooLarge 24 cache 25 \
            internal 27 hungUp 129 interrupted 130 readerLeft 141 terminated 143
            """
        #expect(ExitStatus.allCases.map { "\($0) \($0.rawValue)" }.joined(separator: " ") == table)
        for category in ErrorCategory.allCases where category != .cancelled {
            #expect("\(ExitStatus(category))" == "\(category)")
        }
        #expect(ExitStatus(.cancelled) == .interrupted)
        for (command, meaning) in [
            ("themes", "A theme file cannot be used."), ("config", "A line of the configuration cannot be understood."),
            ("lint", "There is an error."), ("export", "A request was left out."), ("explain", "A word is not known."),
            ("doctor", "Something is wrong."), ("query", "It could not be done."),
            ("describe", "With --difference: the runs differ from the description."),
            ("runs", "The recording cannot be used; merge: a request failed."),
            ("import", "You declined, or the files could not be written."),
            ("send", "A check failed, or the response was not written to its file."),
            ("run", "A request failed or could not be sent, or the run could not be recorded as a whole."),
        ] {
            #expect(ExitStatus.failed.meaning(for: command) == meaning)
        }
        #expect(ExitStatus.readerLeft.meaning(for: "") == "The reader of standard output closed it.")
        #expect(ExitStatus.hungUp.meaning(for: "") == "Ended by SIGHUP, because the terminal was closed.")
        #expect(ExitStatus.terminated.meaning(for: "") == "Ended by SIGTERM.")
    }
}
