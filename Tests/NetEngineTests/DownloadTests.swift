import Foundation
import NetEngineTesting
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// Downloads to a file: its names, its parts, and how a download is resumed.
@Suite(.timeLimit(.minutes(5))) struct DownloadTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path + "/file" }

    init() throws { folder = try TemporaryFolder() }

    // Functions that throw, because the compiler does not see that a closure throws from inside a macro.
    private func expect(names: [String], sourceLocation: SourceLocation = #_sourceLocation) throws {
        let present = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
        #expect(present == names, sourceLocation: sourceLocation)
    }

    private func expect(
        _ name: String, holds text: String, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let present = try folder.read(name)
        #expect(present == text, sourceLocation: sourceLocation)
    }

    /// Serves ranges of a file as a correct server does.
    private static func file(_ bytes: [UInt8], tag: String = "\"v1\"") -> StubBehaviour {
        StubBehaviour { request in
            guard let range = request.field("Range"), request.field("If-Range") == tag,
                let start = Int(range.dropFirst(6).dropLast())
            else { return [.send(StubBehaviour.response(200, headers: [("ETag", tag)], body: bytes))] }
            guard start < bytes.count else {
                return [
                    .send(StubBehaviour.response(416, headers: [("Content-Range", "bytes */\(bytes.count)")], body: []))
                ]
            }
            let told = "bytes \(start)-\(bytes.count - 1)/\(bytes.count)"
            return [
                .send(
                    StubBehaviour.response(
                        206, headers: [("ETag", tag), ("Content-Range", told)], body: Array(bytes[start...])))
            ]
        }
    }

    /// Sends the first four of ten bytes, then closes.
    private static func broken(_ fields: String = "ETag: \"v1\"\r\n") -> StubBehaviour {
        .raw("HTTP/1.1 200 OK\r\n\(fields)Content-Length: 10\r\n\r\n0123")
    }

    private static let digits = Array("0123456789".utf8)

    @Test func `the file comes whole, and nothing else stays`() async throws {
        let body = StreamTests.pattern(1_500_000)
        try await StubServer.with(Self.file(body)) { server in
            let told = Mutex([TransferProgress]())
            let file = try await Engine().download(RequestDraft(url: server.url), to: path) { step in
                told.withLock { $0.append(step) }
            }
            #expect(file == DownloadedFile(path: path, byteCount: 1_500_000, resumedFrom: 0))
            try expect(names: ["file"])
            #expect(FileManager.default.contents(atPath: path).map(Array.init) == body)
            #expect(told.withLock { $0.last } == .received(1_500_000, of: 1_500_000))
            #expect(server.received.first?.field("Accept-Encoding") == "identity")
            #expect(server.received.first?.field("Range") == nil)
        }
    }

    @Test func `an old file stays until the new one is complete`() async throws {
        try folder.write("old", to: "file")
        try await StubServer.with(.slowBody) { server in
            let engine = Engine()
            let (told, tell) = AsyncStream<TransferProgress>.makeStream()
            let task = Task {
                try await engine.download(RequestDraft(url: server.url), to: path) { tell.yield($0) }
            }
            for await step in told where step == .received(4, of: 8) { break }
            try expect("file", holds: "old")
            try expect("file.part", holds: "half")
            let rival = await #expect(throws: EngineError.self) {
                try await engine.download(RequestDraft(url: server.url), to: path)
            }
            #expect(rival?.category == .requestBuild)
            #expect(rival?.sentence.contains("Another download") == true)
            server.release()
            _ = try await task.value
            try expect("file", holds: "halfdone")
            try expect(names: ["file"])
        }
    }

    @Test(arguments: [
        "ETag: \"v1\"\r\n", "Date: Sun, 06 Nov 1994 08:50:37 GMT\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
    ])
    func `a later call goes on where one broke off`(_ fields: String) async throws {
        let rest = StubBehaviour.status(206, headers: [("Content-Range", "bytes 4-9/10")], body: "456789")
        try await StubServer.with(.sequence(Self.broken(fields), rest)) { server in
            let engine = Engine()
            let error = await #expect(throws: EngineError.self) {
                try await engine.download(RequestDraft(url: server.url), to: path)
            }
            #expect(error?.category == .protocol)
            try expect(names: ["file.part", "file.part.info"])
            let note = try folder.read("file.part.info")
            #expect(!note.contains("127.0.0.1"))
            let file = try await engine.download(RequestDraft(url: server.url), to: path)
            #expect(file == DownloadedFile(path: path, byteCount: 10, resumedFrom: 4))
            try expect("file", holds: "0123456789")
            try expect(names: ["file"])
            let second = try #require(server.received.last)
            #expect(second.field("Range") == "bytes=4-")
            #expect(second.field("If-Range") == fields.components(separatedBy: ": ").last?.dropLast().description)
        }
    }

    @Test(arguments: [
        "", "ETag: W/\"v1\"\r\n",
        "Date: Sun, 06 Nov 1994 08:50:36 GMT\r\nLast-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
        "Last-Modified: Sun, 06 Nov 1994 08:49:37 GMT\r\n",
    ])
    func `without a strong validator it starts over`(_ fields: String) async throws {
        try await StubServer.with(.sequence(Self.broken(fields), Self.file(Self.digits))) { server in
            let engine = Engine()
            await #expect(throws: EngineError.self) {
                try await engine.download(RequestDraft(url: server.url), to: path)
            }
            let file = try await engine.download(RequestDraft(url: server.url), to: path)
            #expect(file.resumedFrom == 0)
            #expect(server.received.last?.field("Range") == nil)
            try expect("file", holds: "0123456789")
        }
    }

    @Test func `another URL, another method, or a wish to start over does not resume`() async throws {
        try await StubServer.with(.sequence(Self.broken(), Self.broken(), Self.broken(), Self.file(Self.digits))) {
            server in
            let engine = Engine()
            for draft in [
                RequestDraft(url: server.url), RequestDraft(url: server.url + "/other"),
                RequestDraft(method: "POST", url: server.url + "/other"),
            ] {
                await #expect(throws: EngineError.self) { try await engine.download(draft, to: path) }
            }
            let file = try await engine.download(
                RequestDraft(url: server.url), to: path, options: DownloadOptions(resumes: false))
            #expect(file.resumedFrom == 0)
            #expect(server.received.allSatisfy { $0.field("Range") == nil })
        }
    }

    @Test(arguments: [
        StubBehaviour.status(200, headers: [("ETag", "\"v2\"")], body: "new file"),
        .status(206, headers: [("Content-Range", "bytes 3-9/10")], body: "3456789"),
        .status(206, headers: [("Content-Range", "bytes 4-9/11")], body: "456789"),
        .status(206, headers: [("Content-Range", "bytes 4-9/10"), ("ETag", "\"v2\"")], body: "456789"),
        .status(206, headers: [("Content-Type", "multipart/byteranges; boundary=x")], body: "--x"),
        .status(416, headers: [("Content-Range", "bytes */8")], body: ""),
        .status(416, body: ""),
    ])
    func `what does not fit starts over`(_ second: StubBehaviour) async throws {
        let new = StubBehaviour.status(200, headers: [("ETag", "\"v2\"")], body: "new file")
        try await StubServer.with(.sequence(Self.broken(), second, new)) { server in
            let engine = Engine()
            await #expect(throws: EngineError.self) {
                try await engine.download(RequestDraft(url: server.url), to: path)
            }
            let outcome = await engine.downloadOutcome(RequestDraft(url: server.url), to: path)
            let file = try outcome.result.get()
            #expect(file.resumedFrom == 0)
            #expect(outcome.exchanges.count == server.received.count - 1)
            try expect("file", holds: "new file")
            try expect(names: ["file"])
        }
    }

    @Test func `a part that is whole already is finished by 416`() async throws {
        try await StubServer.with(Self.file(Self.digits)) { server in
            try folder.write("0123456789", to: "file.part")
            try folder.write(
                DownloadState(urlHash: DownloadState.hash(server.url), validator: "\"v1\"", total: nil).text,
                to: "file.part.info")
            let file = try await Engine().download(RequestDraft(url: server.url), to: path)
            #expect(file == DownloadedFile(path: path, byteCount: 10, resumedFrom: 10))
            #expect(server.received.count == 1)
            try expect(names: ["file"])
        }
    }

    @Test func `ranges that never fit are given up`() async throws {
        try await StubServer.with(.status(206, headers: [("Content-Range", "bytes 0-0/10")], body: "x")) { server in
            let error = await #expect(throws: EngineError.self) {
                try await Engine().download(RequestDraft(url: server.url), to: path)
            }
            #expect(error?.category == .protocol)
            try expect(names: [])
        }
    }

    @Test func `a server that gives less than it was asked for is asked again`() async throws {
        let piece = StubBehaviour { request in
            let start = Int(request.field("Range")?.dropFirst(6).dropLast() ?? "") ?? 0
            let end = min(start + 2, 9)
            return [
                .send(
                    StubBehaviour.response(
                        206, headers: [("Content-Range", "bytes \(start)-\(end)/10")],
                        body: Array(Self.digits[start...end])))
            ]
        }
        try await StubServer.with(.sequence(Self.broken(), piece)) { server in
            let engine = Engine()
            await #expect(throws: EngineError.self) {
                try await engine.download(RequestDraft(url: server.url), to: path)
            }
            _ = try await engine.download(RequestDraft(url: server.url), to: path)
            try expect("file", holds: "0123456789")
            #expect(server.received.count == 3)
        }
    }

    @Test func `a broken connection is taken up again as the retry policy says`() async throws {
        let second = StubBehaviour.raw(
            "HTTP/1.1 206 Part\r\nContent-Range: bytes 4-9/10\r\nContent-Length: 6\r\n\r\n45")
        let third = StubBehaviour.status(206, headers: [("Content-Range", "bytes 6-9/10")], body: "6789")
        try await StubServer.with(.sequence(Self.broken(), second, .status(503), third)) { server in
            let clock = ManualClock()
            let engine = Engine(configuration: EngineConfiguration(clock: clock))
            let policy = RetryPolicy(maxRetries: 3, backoff: Backoff(base: .seconds(1), hasJitter: false))
            let outcome = await engine.downloadOutcome(
                RequestDraft(url: server.url, options: RequestOptions(retry: policy)), to: path)
            let file = try outcome.result.get()
            #expect(file == DownloadedFile(path: path, byteCount: 10, resumedFrom: 0))
            try expect("file", holds: "0123456789")
            #expect(outcome.exchanges.count == 3)
            #expect(server.received.map { $0.field("Range") } == [nil, "bytes=4-", "bytes=6-", "bytes=6-"])
            #expect(clock.sleeps == [.seconds(1), .seconds(2), .seconds(1)])
        }
    }

    @Test func `retries come to an end, and the part is kept`() async throws {
        try await StubServer.with(.sequence(Self.broken(""))) { server in
            let engine = Engine(configuration: EngineConfiguration(clock: ManualClock()))
            let outcome = await engine.downloadOutcome(
                RequestDraft(url: server.url, options: RequestOptions(retry: RetryPolicy(maxRetries: 2))), to: path)
            #expect(throws: EngineError.self) { try outcome.result.get() }
            #expect(outcome.exchanges.count == 3)
            try expect("file.part", holds: "0123")
        }
    }

    @Test func `a status that is not a success writes nothing`() async throws {
        try folder.write("old", to: "file")
        try await StubServer.with(.status(404)) { server in
            let error = await #expect(throws: EngineError.self) {
                try await Engine().download(RequestDraft(url: server.url), to: path)
            }
            #expect(error?.status == 404)
            try expect(names: ["file"])
            try expect("file", holds: "old")
        }
    }

    @Test func `cancelling keeps the part, between two tries too`() async throws {
        try await StubServer.with(.sequence(.slowBody, Self.broken())) { server in
            let engine = Engine(configuration: EngineConfiguration(clock: ManualClock(.standing)))
            let (told, tell) = AsyncStream<Void>.makeStream()
            let task = Task {
                await engine.downloadOutcome(RequestDraft(url: server.url), to: path) { _ in tell.finish() }
            }
            for await _ in told {}
            task.cancel()
            let cancelled = await task.value
            #expect(throws: EngineError.self) { try cancelled.result.get() }
            try expect("file.part", holds: "half")

            let events = engine.events()
            let waiting = Task {
                await engine.downloadOutcome(
                    RequestDraft(url: server.url, options: RequestOptions(retry: RetryPolicy())), to: path)
            }
            for await event in events { if case .finished = event.step { break } }
            await engine.shutdown()
            let outcome = await waiting.value
            guard case .failure(let error) = outcome.result else {
                Issue.record("it was shut down")
                return
            }
            #expect(error.category == .cancelled)
        }
    }

    @Test func `an empty file that is done leaves the next download to the same place alone`() throws {
        let done = try PartFile(target: path)
        try done.finish()
        let next = try PartFile(target: path)
        done.dropIfEmpty()
        try next.append([7])
        try next.finish()
        #expect(FileManager.default.contents(atPath: path) == Data([7]))
    }

    @Test func `a disk that is full is said, and the part kept`() async throws {
        try await StubServer.with(Self.file(StreamTests.pattern(2_000_000))) { server in
            let part = try PartFile(target: path) { descriptor, bytes, count in
                if lseek(descriptor, 0, SEEK_CUR) >= 500_000 {
                    errno = ENOSPC
                    return -1
                }
                return write(descriptor, bytes, min(count, 100_000))
            }
            var run = DownloadRun(
                engine: Engine(),
                draft: RequestDraft(url: server.url, options: RequestOptions(retry: RetryPolicy())),
                options: DownloadOptions(), report: nil)
            let outcome = await run.run(part)
            guard case .failure(let error) = outcome.result else {
                Issue.record("the disk is full")
                return
            }
            #expect(error.category == .tooLarge)
            #expect(error.underlying?.code == Int(ENOSPC))
            #expect(error.sentence.contains(path))
            #expect(part.size >= 500_000)
            #expect(server.received.count == 1)
        }
    }

    @Test func `a target that cannot be written is said before anything is sent`() async throws {
        try await StubServer.with(.status(200)) { server in
            for target in [folder.path + "/missing/file", folder.path, "", "a\0b"] {
                let error = await #expect(throws: EngineError.self) {
                    try await Engine().download(RequestDraft(url: server.url), to: target)
                }
                #expect(error?.category == .requestBuild)
            }
            let typed = RequestDraft(url: server.url, headers: [HeaderField("Range", "bytes=0-1")])
            await #expect(throws: EngineError.self) { try await Engine().download(typed, to: path) }
            #expect(server.received.isEmpty)
            try expect(names: [])
        }
    }

    @Test func `a target that becomes a folder meanwhile is said, and the part kept`() async throws {
        let path = path
        let meanwhile = StubBehaviour { _ in
            mkdir(path, 0o700)
            return [.send(StubBehaviour.response(200, headers: [("ETag", "\"v1\"")], body: Self.digits))]
        }
        try await StubServer.with(.sequence(meanwhile, Self.file(Self.digits))) { server in
            let error = await #expect(throws: EngineError.self) {
                try await Engine().download(RequestDraft(url: server.url), to: path)
            }
            #expect(error?.category == .requestBuild && error?.underlying?.code == Int(EISDIR))
            #expect(error?.sentence == "The file \(path) cannot be written: it is a folder.")
            try expect("file.part", holds: "0123456789")
            // Once the folder is gone, nothing is sent twice.
            rmdir(path)
            let file = try await Engine().download(RequestDraft(url: server.url), to: path)
            #expect(file.resumedFrom == 10)
            try expect(names: ["file"])
        }
    }

    @Test func `without room for its note a download is whole, but does not go on later`() async throws {
        #expect(mkdir(path + ".part.info", 0o700) == 0)
        try await StubServer.with(.sequence(Self.broken(), Self.file(Self.digits))) { server in
            await #expect(throws: EngineError.self) {
                try await Engine().download(RequestDraft(url: server.url), to: path)
            }
            try expect("file.part", holds: "0123")
            let file = try await Engine().download(RequestDraft(url: server.url), to: path)
            #expect(file.resumedFrom == 0 && server.received.last?.field("Range") == nil)
            try expect("file", holds: "0123456789")
        }
    }

    @Test func `a real server resumes`() async throws {
        let nginx = try NginxServer.shared.get()
        let engine = Engine()
        let draft = RequestDraft(url: nginx.url(.plain, path: "/big"))
        let error = await #expect(throws: EngineError.self) {
            try await engine.download(draft, to: path, options: DownloadOptions(maxBytes: 300_000))
        }
        #expect(error?.category == .tooLarge)
        let outcome = await engine.downloadOutcome(draft, to: path)
        let file = try outcome.result.get()
        #expect(file == DownloadedFile(path: path, byteCount: 1_000_000, resumedFrom: 300_000))
        #expect(outcome.exchanges.first?.response?.status == 206)
        #expect(FileManager.default.contents(atPath: path) == Data(repeating: 120, count: 1_000_000))
    }

    @Test func `the limit is that of the whole file, of a part that goes on and of another version`() async throws {
        let new = StubBehaviour.status(200, headers: [("ETag", "\"v2\"")], body: "new file")
        let rest = StubBehaviour.status(206, headers: [("Content-Range", "bytes 4-9/10")], body: "456789")
        let engine = Engine()
        try await StubServer.with(.sequence(Self.broken(), new)) { server in
            let draft = RequestDraft(url: server.url)
            await #expect(throws: EngineError.self) { try await engine.download(draft, to: path) }
            let file = try await engine.download(draft, to: path, options: DownloadOptions(maxBytes: 8))
            #expect(file == DownloadedFile(path: path, byteCount: 8, resumedFrom: 0))
        }
        try await StubServer.with(.sequence(Self.broken(), rest, rest)) { server in
            let draft = RequestDraft(url: server.url)
            await #expect(throws: EngineError.self) { try await engine.download(draft, to: path) }
            let error = await #expect(throws: EngineError.self) {
                try await engine.download(draft, to: path, options: DownloadOptions(maxBytes: 9))
            }
            #expect(error?.category == .tooLarge)
            #expect(error?.sentence == "The file is larger than the limit of 9 bytes.")
            let file = try await engine.download(draft, to: path, options: DownloadOptions(maxBytes: 10))
            #expect(file.byteCount == 10)
        }
    }

    @Test func `a download that is cancelled between two ranges asks for no other`() async throws {
        let piece = StubBehaviour.status(206, headers: [("Content-Range", "bytes 4-5/10")], body: "45")
        try await StubServer.with(.sequence(Self.broken(), piece)) { server in
            let engine = Engine()
            let draft = RequestDraft(url: server.url)
            await #expect(throws: EngineError.self) { try await engine.download(draft, to: path) }
            let error = await #expect(throws: EngineError.self) {
                try await engine.download(draft, to: path) { _ in engine.cancelAll() }
            }
            #expect(error?.category == .cancelled)
            #expect(server.received.count == 2)
        }
    }

    @Test func `an incomplete note is ignored`() {
        let text = DownloadState(urlHash: "aa", validator: "\"v\"", total: 3).text
        #expect(DownloadState(text: text) == DownloadState(urlHash: "aa", validator: "\"v\"", total: 3))
        for count in 0..<text.count { #expect(DownloadState(text: String(text.prefix(count))) == nil) }
    }
}
