import Dispatch
import Foundation
import Glibc
import Synchronization
import TestSupport
import Testing

@testable import NetEngine

/// A large body goes to a file while it arrives.
@Suite(.timeLimit(.minutes(5))) struct BodySpoolingTests {
    private final class Watcher: BodyReceiver {
        let seen = Mutex<(bytes: [UInt8], files: [SpooledBody])>(([], []))

        func begin(_ soFar: TransportResult) {}

        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            seen.withLock { $0.bytes += bytes }
            return true
        }

        func spooled(_ body: SpooledBody) { seen.withLock { $0.files.append(body) } }
    }

    private static let body = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 / 3) }

    private static func draft(
        _ url: String, threshold: Int = 10_000, limit: Int = .max, folders: [String] = [NSTemporaryDirectory()],
        memoryLimit: Int = 64 << 20
    ) -> RequestDraft {
        let spooling = BodySpooling(folders: folders, threshold: threshold, memoryLimit: memoryLimit)
        return RequestDraft(url: url, options: RequestOptions(maxBodyBytes: limit, spooling: spooling))
    }

    private static let withLength = StubBehaviour.steps(.send(StubBehaviour.response(200, body: body)))
    private static let withoutLength = StubBehaviour.raw(Array("HTTP/1.0 200 OK\r\n\r\n".utf8) + body)

    @Test(arguments: [withLength, withoutLength])
    func `a body past the threshold is in a file, and an observer gets it too`(behaviour: StubBehaviour) async throws {
        try await StubServer.with(behaviour) { server in
            let watcher = Watcher()
            let exchange = await Engine().send(Self.draft(server.url), observer: watcher)
            let response = try #require(exchange.response)
            #expect(exchange.isSuccess)
            #expect(response.isComplete)
            #expect(response.content.array == nil)
            #expect(response.content == BodyBytes(Self.body))
            #expect(response.body == Self.body)
            #expect(response.bodyByteCount == Self.body.count)
            let seen = watcher.seen.withLock { $0 }
            #expect(seen.bytes == Self.body)
            #expect(seen.files.count == 1)
            #expect(seen.files.first.map { BodyBytes($0) } == response.content)
        }
    }

    @Test func `a body of the threshold stays in memory`() async throws {
        try await StubServer.with(Self.withLength) { server in
            let watcher = Watcher()
            let exchange = await Engine().send(
                Self.draft(server.url, threshold: Self.body.count), observer: watcher)
            #expect(exchange.response?.content.array == Self.body)
            #expect(watcher.seen.withLock(\.files).isEmpty)
        }
    }

    @Test(arguments: CodedBomb.all)
    func `a coded body is in the file as it is decoded`(_ bomb: CodedBomb) async throws {
        try await StubServer.with(.coded(bomb.coding, bomb.bytes)) { server in
            let plain = await Engine().send(RequestDraft(url: server.url))
            let exchange = await Engine().send(Self.draft(server.url))
            #expect(exchange.isSuccess)
            #expect(exchange.response?.content.array == nil)
            #expect(exchange.response?.content == plain.response?.content)
        }
    }

    @Test func `a limit ends the body, with what came`() async throws {
        try await StubServer.with(.endlessBody) { server in
            let exchange = await Engine().send(Self.draft(server.url, limit: 50_000))
            #expect(exchange.error?.category == .tooLarge)
            #expect(exchange.response?.content.array == nil)
            #expect(exchange.response?.content.count == 50_000)
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test func `a connection that breaks off leaves what came`() async throws {
        let cut = StubBehaviour.response(200, body: Self.body).dropLast(1000)
        try await StubServer.with(.raw(Array(cut))) { server in
            let exchange = await Engine().send(Self.draft(server.url))
            #expect(exchange.error?.category == .protocol)
            #expect(exchange.response?.content == BodyBytes(Array(Self.body.dropLast(1000))))
            #expect(exchange.response?.isComplete == false)
        }
    }

    @Test func `without a folder the body stays in memory, whole`() async throws {
        try await StubServer.with(Self.withLength) { server in
            let watcher = Watcher()
            let exchange = await Engine().send(
                Self.draft(server.url, folders: ["/no/such/folder"]), observer: watcher)
            #expect(exchange.isSuccess)
            #expect(exchange.response?.content.array == Self.body)
            #expect(watcher.seen.withLock(\.files).isEmpty)
        }
    }

    @Test func `without a folder the limit of memory holds, and the error says why`() async throws {
        try await StubServer.with(.endlessBody) { server in
            let exchange = await Engine().send(
                Self.draft(server.url, folders: ["/no/such/folder"], memoryLimit: 2_000_000))
            let error = try #require(exchange.error)
            #expect(error.category == .tooLarge)
            #expect(
                error.sentence.contains("the limit of what is held in memory. No file for a large body can be made"))
            #expect(error.sentence.contains("/no/such/folder"))
            #expect(exchange.response?.content.array?.count == 2_000_000)
        }
    }

    @Test func `a body in a file is not stored in the cache, and the decision says so`() async throws {
        let behaviour = StubBehaviour.steps(
            .send(StubBehaviour.response(200, headers: [("Cache-Control", "max-age=60")], body: Self.body)))
        try await StubServer.with(behaviour) { server in
            let engine = Engine(configuration: EngineConfiguration(cache: MemoryCacheStore()))
            let large = await engine.send(Self.draft(server.url))
            #expect(
                large.cacheDecision?.storing
                    == .refused("a body that went to a file because it is large (300000 bytes) is not stored"))
            let small = await engine.send(Self.draft(server.url, threshold: 1 << 20))
            #expect(small.cacheDecision?.outcome == .miss)
            #expect(small.cacheDecision?.storing == .stored)
        }
    }

    @Test func `an expectation is checked in the file`() async throws {
        try await StubServer.with(Self.withLength) { server in
            var draft = Self.draft(server.url)
            draft.options.expects = .json
            let exchange = await Engine().send(draft)
            #expect(exchange.error?.category == .decoding)
            #expect(exchange.response?.content.count == Self.body.count)
        }
    }

    // MARK: The writer

    private func take(_ intake: BodyIntake, pieces: Int) -> BodyIntake.Outcome {
        let piece = [UInt8](repeating: 7, count: 16 << 10)
        var outcome = BodyIntake.Outcome.taken
        for _ in 0..<pieces {
            outcome = piece.withUnsafeBytes { intake.take($0) }
            guard case .taken = outcome else { return outcome }
        }
        return outcome
    }

    /// - Parameter write: of the file.
    private func intake(
        wake: @escaping @Sendable () -> Void = {}, write: @escaping SpooledBody.Write
    ) -> (BodyIntake, SpoolWriter) {
        let writer = SpoolWriter(
            make: { () throws(SpooledBody.Failure) in try SpooledBody(in: [NSTemporaryDirectory()], write: write) },
            opened: { _ in }, wake: wake)
        let spooling = BodySpooling(folders: [], threshold: 100_000)
        return (BodyIntake(limit: .max, receiver: nil, spooling: spooling, spool: writer), writer)
    }

    @Test func `a slow disk makes the server wait, and not the engine's thread`() async throws {
        let (gate, woken) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        let (intake, writer) = intake(
            wake: { woken.signal() },
            write: { descriptor, bytes, count in
                gate.wait()
                gate.signal()
                return write(descriptor, bytes, count)
            })
        // The first write never ends before all of this was offered.
        var held = 0
        while case .taken = take(intake, pieces: 1) { held += 16 << 10 }
        #expect(held <= 2 * SpoolWriter.capacity + 200_000)
        #expect(intake.byteCount == held)
        gate.signal()
        while writer.receive(UnsafeRawBufferPointer(start: nil, count: 0)) == false { woken.wait() }
        intake.reopen()
        guard case .taken = take(intake, pieces: 4) else {
            Issue.record("it was not taken")
            return
        }
        let content = await withCheckedContinuation { continuation in
            writer.end { content, _ in continuation.resume(returning: content) }
        }
        #expect(content.count == held + 4 * (16 << 10))
    }

    @Test func `a full disk ends the body, with what came`() async throws {
        let woken = DispatchSemaphore(value: 0)
        let (intake, writer) = intake(
            wake: { woken.signal() },
            write: { descriptor, bytes, count in
                let room = 1_000_000 - Int(lseek(descriptor, 0, SEEK_END))
                guard room > 0 else {
                    errno = ENOSPC
                    return -1
                }
                return write(descriptor, bytes, min(count, room))
            })
        var outcome = BodyIntake.Outcome.taken
        while true {
            outcome = take(intake, pieces: 1)
            if case .failed = outcome { break }
            if case .notNow = outcome {
                woken.wait()
                intake.reopen()
            }
        }
        guard case .failed(let error) = outcome else { return }
        #expect(error.category == .tooLarge)
        #expect(error.sentence.contains("there is no more room in"))
        let (content, problem) = await withCheckedContinuation { continuation in
            writer.end { continuation.resume(returning: ($0, $1)) }
        }
        #expect(content.count == 1_000_000)
        var result = TransportResult()
        result.response = Response(
            status: 200, reason: [], httpVersion: nil, headers: [], rawHead: [], body: [], wireBodyByteCount: nil,
            isComplete: true)
        let ended = result.holding(content, problem)
        #expect(ended.failure?.category == .tooLarge)
        #expect(ended.response?.isComplete == false)
    }

    // MARK: Turns

    private final class Meter: BodyReceiver {
        private struct State {
            var sinceTurn = 0
            var most = 0
            var total = 0
            var first: MonotonicInstant?
            var last: MonotonicInstant?
        }
        private let state = Mutex(State())

        /// From the head of the response to the last decoded bytes.
        var time: Duration { state.withLock { state in state.first.flatMap { state.last?.since($0) } ?? .zero } }
        var most: Int { state.withLock(\.most) }
        var total: Int { state.withLock(\.total) }

        /// Somebody else had the engine's thread.
        func turn() { state.withLock { $0.sinceTurn = 0 } }

        func begin(_ soFar: TransportResult) { state.withLock { $0.first = .now } }

        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            state.withLock { state in
                state.last = .now
                state.total += bytes.count
                state.sinceTurn += bytes.count
                state.most = max(state.most, state.sinceTurn)
            }
            return true
        }
    }

    /// What a decoder puts out at once.
    private static let piece = 32 << 10

    @Test(arguments: CodedBomb.all)
    func `a bomb is decoded in turns with others`(_ bomb: CodedBomb) async throws {
        try await StubServer.with(.coded(bomb.coding, bomb.bytes)) { server in
            let engine = Engine()
            let meter = Meter()
            let others = Task(executorPreference: engine.executor) {
                while !Task.isCancelled {
                    meter.turn()
                    await Task.yield()
                }
            }
            let exchange = await engine.send(RequestDraft(url: server.url), observer: meter)
            others.cancel()
            #expect(exchange.isSuccess)
            // The time of decoding belongs to the phase in which the response arrives.
            let receive = try #require(exchange.timings.receive)
            #expect(receive >= meter.time)
            #expect(meter.total > 4_000_000)
            #expect(meter.most <= BodyIntake.turnByteCount + Self.piece)
        }
    }

    @Test(arguments: CodedBomb.all)
    func `every coding of a stacked bomb counts toward its turn`(_ bomb: CodedBomb) throws {
        let intake = BodyIntake(limit: .max, receiver: nil)
        intake.expectCodings([bomb.coding])
        var rounds = 0
        // The last byte comes alone, after a piece of which all was decoded ahead.
        for piece in [bomb.bytes.dropLast(), bomb.bytes.suffix(1)] {
            while true {
                let before = intake.bytes.count
                rounds += 1
                let outcome = piece.withUnsafeBytes { intake.take($0, round: rounds) }
                #expect(intake.bytes.count - before <= BodyIntake.turnByteCount + Self.piece)
                guard case .turnOver = outcome else { break }
            }
        }
        #expect(intake.faultAtEnd() == nil)
        #expect(intake.bytes.count > 4_000_000)
        #expect(rounds >= intake.bytes.count / (BodyIntake.turnByteCount + Self.piece))
    }

    @Test func `a body that waits for its turn can be cancelled`() async throws {
        let bomb = CodedBomb.all[1]
        try await StubServer.with(.coded(bomb.coding, bomb.bytes)) { server in
            let engine = Engine()
            let id = engine.makeID()
            let canceller = Canceller { engine.cancel(id) }
            let exchange = await engine.send(RequestDraft(url: server.url), id: id, observer: canceller)
            #expect(exchange.error?.category == .cancelled)
            let count = try #require(exchange.response?.content.count)
            #expect(0 < count && count < 4_000_000)
        }
    }

    private final class Canceller: BodyReceiver {
        private let action: @Sendable () -> Void
        init(_ action: @escaping @Sendable () -> Void) { self.action = action }
        func begin(_ soFar: TransportResult) {}
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            action()
            return true
        }
    }
}
