import Dispatch
import Foundation
import FoundationNetworking
import NetEngine
import Synchronization
import TestSupport
import Testing

@testable import NetEngineURLSession

/// Where bytes of URLSession go: into memory, or to a reader that may have no room.
@Suite struct SessionBodyTests {
    /// Has room for so many pieces.
    private final class Reader: BodyReceiver {
        private let state: Mutex<(sizes: [Int], room: Int, begins: Int)>
        init(room: Int) { state = Mutex(([], room, 0)) }
        func begin(_ soFar: TransportResult) { state.withLock { $0.begins += 1 } }
        func receive(_ bytes: UnsafeRawBufferPointer) -> Bool {
            state.withLock { state in
                state.sizes.append(bytes.count)
                state.room -= 1
                return state.room > 0
            }
        }
        var sizes: [Int] { state.withLock { $0.sizes } }
        var begins: Int { state.withLock { $0.begins } }
        func makeRoom(_ count: Int) { state.withLock { $0.room = count } }
    }

    @Test func `a body in memory is taken up to its limit`() {
        var body = SessionBody(limit: 5, receiver: nil)
        let taken = [body.take(Data([1, 2, 3])), body.take(Data([4, 5])), body.take(Data()), body.take(Data([6]))]
        #expect(taken == [true, true, true, false])
        #expect(body.kept == [1, 2, 3, 4, 5] && body.byteCount == 5 && !body.isWaiting && !body.isFull)
        body.release()
        #expect(body.kept == [] && body.byteCount == 5)
    }

    @Test func `a reader gets pieces of 64 KiB, and the rest when it has room again`() {
        let reader = Reader(room: 2)
        var body = SessionBody(limit: 1_000_000, receiver: reader)
        body.begin(TransportResult())
        let isWithin = body.take(Data(repeating: 1, count: 200_000))
        #expect(isWithin && reader.begins == 1 && reader.sizes == [65_536, 65_536])
        #expect(body.isFull && body.isWaiting && body.kept == [])
        reader.makeRoom(2)
        body.reopen()
        #expect(reader.sizes == [65_536, 65_536, 65_536, 3392] && body.isFull && !body.isWaiting)
        // What comes while it has no room waits.
        _ = body.take(Data([7]))
        #expect(reader.sizes.count == 4 && body.isWaiting)
        reader.makeRoom(9)
        body.reopen()
        #expect(reader.sizes.last == 1 && !body.isFull && !body.isWaiting && body.byteCount == 200_001)
    }

    @Test func `an observer sees pieces of 64 KiB of what fits, and a full one holds up nobody`() {
        let (observer, reader) = (Reader(room: 0), Reader(room: 9))
        var body = SessionBody(limit: 100_000, receiver: reader, observer: observer)
        body.begin(TransportResult())
        let isWithin = body.take(Data(repeating: 1, count: 200_000))
        #expect(!isWithin && observer.begins == 1 && observer.sizes == [65_536, 34_464])
        #expect(reader.begins == 1 && reader.sizes == observer.sizes && !body.isFull)
    }

    /// A job whose reader has room for one piece, and the results that it gave.
    private final class Job {
        let reader = Reader(room: 1)
        private let ends = Ends()
        private let queue = DispatchQueue(label: "test")
        private let task: SessionTask

        private final class Ends: Sendable {
            private let state = Mutex<[TransportResult]>([])
            func add(_ result: TransportResult) { state.withLock { $0.append(result) } }
            var all: [TransportResult] { state.withLock { $0 } }
        }

        init(_ options: RequestOptions = RequestOptions()) throws {
            let ends = ends
            task = SessionTask(
                job: TransportJob(
                    token: 1, request: try RequestBuilder().build(RequestDraft(url: "http://h/", options: options)),
                    deadlineNanoseconds: nil, needsFreshConnection: false, receiver: reader, report: { _ in },
                    completion: { ends.add($0) }),
                queue: queue)
        }

        var results: [TransportResult] { ends.all }

        /// Reports a head, and then what the closure does.
        func report(_ status: Int = 200, _ work: (SessionTask) -> Void) throws {
            let url = try #require(URL(string: "http://h/"))
            let head = try #require(HTTPURLResponse(url: url, statusCode: status, httpVersion: nil, headerFields: [:]))
            queue.sync {
                task.begin {}
                task.received(head)
                work(task)
            }
        }

        /// The reader has taken what it got, and has room for all.
        func resume() {
            reader.makeRoom(9)
            queue.sync { task.resume() }
        }
    }

    private static func error(_ code: Int) -> NSError { NSError(domain: NSURLErrorDomain, code: code) }

    @Test func `a body that broke off ends with its error once a slow reader has taken all of it`() throws {
        let job = try Job()
        try job.report {
            $0.received(Data(repeating: 1, count: 100_000))
            $0.completed(Self.error(NSURLErrorNetworkConnectionLost))
        }
        #expect(job.results.isEmpty && job.reader.sizes == [65_536])
        job.resume()
        #expect(job.results.count == 1 && job.reader.sizes == [65_536, 34_464])
        #expect(job.results.first?.failure?.category == .protocol)
        #expect(job.results.first?.response?.isComplete == false)
    }

    /// Full before the limit is passed, and in the moment in which it is.
    @Test(arguments: [[80_000, 80_000, 5], [100_000]])
    func `a body that passes its limit ends once a slow reader has taken what fits`(_ pieces: [Int]) throws {
        let job = try Job(RequestOptions(maxBodyBytes: 90_000))
        try job.report { task in
            for count in pieces { task.received(Data(repeating: 1, count: count)) }
            // What the session makes of being stopped.
            task.completed(Self.error(NSURLErrorCancelled))
        }
        #expect(job.results.isEmpty && job.reader.sizes == [65_536])
        job.resume()
        #expect(job.results.count == 1 && job.reader.sizes == [65_536, 24_464])
        #expect(job.results.first?.failure == .tooLarge(limit: 90_000))
    }

    @Test func `a body that is whole is not failed by what the session reports while a slow reader takes it`() throws {
        let job = try Job()
        try job.report(401) {
            $0.received(Data(repeating: 1, count: 100_000))
            // The end is told by a question for a password, and told again when that is not given.
            $0.completed(nil)
            $0.completed(Self.error(NSURLErrorCancelled))
        }
        job.resume()
        #expect(job.results.count == 1 && job.reader.sizes == [65_536, 34_464])
        #expect(job.results.first?.failure == nil && job.results.first?.response?.isComplete == true)
    }

    @Test func `the body of a redirect goes to no reader and no observer`() {
        let (reader, observer) = (Reader(room: 9), Reader(room: 9))
        var body = SessionBody(limit: 9, receiver: reader, observer: observer)
        body.belongsToNobody = true
        body.begin(TransportResult())
        _ = body.take(Data([1, 2]))
        #expect(reader.begins == 0 && reader.sizes == [] && body.kept == [1, 2] && !body.isWaiting)
        #expect(observer.begins == 0 && observer.sizes == [])
    }
}
